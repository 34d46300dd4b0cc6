import Foundation
import Testing

@testable import FlintTerminal

extension CursesTests {
    @MainActor
    struct DescriptionTests {
        /// The names of all terminals that this system describes.
        nonisolated static let names: [String] = {
            let folders = ["/etc/terminfo", "/lib/terminfo", "/usr/lib/terminfo", "/usr/share/terminfo"]
            let paths = folders.flatMap { folder in
                FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
            }
            // Each is in a folder that is named after its first character.
            return Set(paths.filter { $0.contains("/") }.compactMap { $0.split(separator: "/").last.map(String.init) })
                .sorted()
        }()

        @Test(
            .enabled(if: names.count > 1000, "Only the common descriptions are installed; install ncurses-term."),
            arguments: [(80, 24), (120, 40)] as [(UInt16, UInt16)])
        func `every terminal with a description opens or is refused for a stated reason`(
            columns: UInt16, rows: UInt16
        ) throws {
            let device = try PseudoTerminal(columns: columns, rows: rows)
            defer { device.close() }
            // Descriptions of old terminals request delays, which curses replaces by padding for the terminal's speed.
            var settings = termios()
            tcgetattr(device.options.output, &settings)
            cfsetospeed(&settings, speed_t(B50))
            tcsetattr(device.options.output, TCSANOW, &settings)
            let modes = device.modes()
            var (refused, interpreted) = (0, 0)
            for name in Self.names {
                var options = device.options
                options.term = name
                // The device does not answer queries.
                options.queriesSynchronizedOutput = false
                let terminal: Terminal
                do throws(TerminalError) {
                    terminal = try Terminal.open(options)
                } catch {
                    refused += 1
                    #expect([.unknownTerminal(name), .cannotAddressCursor(name)].contains(error))
                    continue
                }
                #expect(terminal.size == TerminalSize(columns: Int(columns), rows: Int(rows)), "\(name)")
                var canvas = Canvas(size: terminal.size)
                canvas.draw("text", column: 2, row: terminal.size.rows - 1, style: Style(foreground: .ansi(2)))
                terminal.present(canvas)
                terminal.close()
                #expect(device.modes() == modes, "\(name)")

                let before = TerminalEmulator.inUse(term: name, columns: Int(columns), rows: Int(rows))
                var after = before
                let output = device.received()
                after.receive(output)
                guard after.unknown.isEmpty, after.hasAlternateScreen else { continue }
                interpreted += 1
                #expect(after.differences(from: before).isEmpty, "\(name): \(output.debugDescription)")
            }
            #expect(refused < 400 && interpreted > 200, "\(refused) refused, \(interpreted) interpreted")
        }
    }
}
