// SPDX-License-Identifier: MIT

import Foundation

/// Measures the console's responsiveness at the keyboard.
///
/// The figures are the time to the first paint, the time from a key to the last byte of output, and the size of the
/// output. If htop is installed, its figures on the same machine are printed for comparison.
enum KeyScenario {
    static let sizes = [38, 10_000, 100_000]
    private static let moves = 60
    /// The number of starts for the median of the first paint.
    private static let starts = 3

    /// Runs the scenario.
    ///
    /// - Parameters:
    ///   - program: The path of this program.
    ///   - demo: The path of the program whose demo is measured, if any. In the demo, each move changes the details.
    ///   - print: Prints a line of the table.
    static func run(program: String, demo: String?, print: (String) -> Void) {
        #if os(Linux)
            print("")
            print(
                "| program | first paint | key, median | key, 95 % | bytes a move | a page | a redraw | RssAnon | RSS |"
            )
            print(
                "|---------|------------:|------------:|----------:|-------------:|-------:|---------:|--------:|----:|"
            )
            if let demo { print(row("flint, demo", console: demo, ["FLINT_PAUSED=1"])) }
            for size in sizes {
                print(row("\(size) generated features", console: program, ["FLINT_GENERATED=\(size)"]))
            }
            print(htop ?? "| htop | not installed | | | | | | | |")
        #endif
    }

    #if os(Linux)
        private static func row(_ name: String, console program: String, _ settings: [String]) -> String {
            let folder = FileManager.default.temporaryDirectory.appending(path: "flint-bench-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let environment =
                settings + [
                    "TERM=xterm-256color", "LANG=C.UTF-8", "HOME=\(folder.path)",
                    "FLINT_STATE=\(folder.path)/overrides.json",
                ]
            return row(name, [program, "console"], environment, up: "k", down: "j")
        }

        /// The row of htop, or `nil` if htop is not installed.
        private static var htop: String? {
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            guard let path = folders.map({ "\($0)/htop" }).first(where: FileManager.default.isExecutableFile) else {
                return nil
            }
            let environment = ["TERM=xterm-256color", "LANG=C.UTF-8", "HOME=/"]
            return row("htop", [path, "--delay=100"], environment, up: "\u{1B}[A", down: "\u{1B}[B")
        }

        private static func row(
            _ name: String, _ arguments: [String], _ environment: [String], up: String, down: String
        ) -> String {
            var paints: [Double] = []
            var started: PseudoTerminal?
            for _ in 0..<starts {
                // Ends the program that was started before.
                started = nil
                started = PseudoTerminal(arguments, environment: environment)
                paints.append(started?.read(untilQuietFor: 0.3, atMost: 10) ?? 0)
            }
            guard let terminal = started else { return "| \(name) | cannot be started |" }
            paints.sort()
            // Moves from row to row but never past an end, where a key would have no effect.
            bytes(of: down, terminal)
            var times: [Double] = []
            let before = terminal.bytes
            for move in 0..<moves {
                terminal.type((move / 5).isMultiple(of: 2) ? down : up)
                times.append(terminal.read(untilQuietFor: 0.015, atMost: 1) ?? 0)
            }
            let moved = (terminal.bytes - before) / moves
            times.sort()
            let page = max(bytes(of: "\u{1B}[6~", terminal), bytes(of: "\u{1B}[5~", terminal))
            let redraw = bytes(of: "\u{0C}", terminal)
            let columns = [
                milliseconds(paints[starts / 2]), milliseconds(times[moves / 2]),
                milliseconds(times[moves * 95 / 100]), "\(moved)", "\(page)", "\(redraw)",
                "\(terminal.memory("RssAnon")) kB", "\(terminal.memory("VmRSS")) kB",
            ]
            return "| \(name) | \(columns.joined(separator: " | ")) |"
        }

        /// Sends a key and returns the number of bytes that the program writes in response.
        @discardableResult private static func bytes(of key: String, _ terminal: PseudoTerminal) -> Int {
            let before = terminal.bytes
            terminal.type(key)
            terminal.read(untilQuietFor: 0.1, atMost: 1)
            return terminal.bytes - before
        }

        static func milliseconds(_ seconds: Double) -> String {
            "\((seconds * 100_000).rounded() / 100) ms"
        }
    #endif
}
