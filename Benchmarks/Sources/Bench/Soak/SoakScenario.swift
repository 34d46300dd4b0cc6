import Foundation

/// Runs the demo at many times its normal speed and fails if the resources of a process keep growing.
///
/// The demo has a console of its own process. Another console and a follower are attached to it, and short-lived
/// clients attach, change a value, and end.
enum SoakScenario {
    /// Keys for either console, each a screenful of work: navigating the screens, filtering, explaining, time travel,
    /// overrides, and undo.
    private static let keys: [String] = [
        "1", "jjj", "kk", "w", "\u{1B}", "l", "h", "2", "jb", "u", "3", "jj", "4", "j+", "u", "5", "gG", "w", "w", " ",
        "6", "j", "7", "L", "H", "G", "8", "j", "1", "/", "is:no", "\r", "\u{1B}", ":", "premium", "\u{1B}", "?",
        "\u{1B}",
        "O", "\u{1B}", "<", "<", ">", "\u{1B}", "W", "\u{1B}", "\u{0C}", "5", "@", "\u{1B}", "1", "\u{1B}[6~",
        "\u{1B}[5~",
    ]

    private static let commands: [[String]] = [
        ["override", "purchase", "premium", "purchased"], ["features"], ["store", "buy", "premium"], ["timeline"],
        ["override", "flag", "sleep-timer", "off"], ["explain", "Smart playlists"], ["logs"], ["override", "clear"],
        ["store", "reset"], ["undo"], ["matrix"], ["purchases"],
    ]

    /// Runs the soak.
    ///
    /// - Parameters:
    ///   - program: The path of this program.
    ///   - seconds: The duration of the soak.
    ///   - limits: The allowed growth of each figure.
    ///   - print: Prints a line of the table.
    /// - Returns: One sentence for each figure that grew too much and for each process that ended too early.
    static func run(program: String, seconds: Double, limits: SoakLimits, print: (String) -> Void) -> [String] {
        #if os(Linux)
            guard let soak = Soak(program: program) else { return ["The console cannot be started."] }
            return soak.run(for: seconds, limits: limits, print: print)
        #else
            print("The soak reads the memory of processes from /proc, which this system does not have.")
            return []
        #endif
    }

    #if os(Linux)
        /// The processes of a soak.
        private final class Soak {
            private let program: String
            private let folder: URL
            private let environment: [String]
            private let terminals: [PseudoTerminal]
            private var records = ["app", "attached console", "follower"].map { SoakRecord(name: $0) }
            private var client: PseudoTerminal?
            private var rounds = 0
            private var clients = 0

            /// Starts the processes, or returns `nil` if a process cannot be started.
            init?(program: String) {
                self.program = program
                // A socket's path must be short.
                let folder = URL(filePath: "/tmp/flint-soak-\(ProcessInfo.processInfo.processIdentifier)")
                self.folder = folder
                try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let environment = [
                    "FLINT_SOAK=\(folder.path)/seconds", "TERM=xterm-256color", "LANG=C.UTF-8", "HOME=\(folder.path)",
                    "FLINT_STATE=\(folder.path)/overrides.json", "XDG_RUNTIME_DIR=\(folder.path)",
                ]
                self.environment = environment
                guard let app = PseudoTerminal([program, "console", "--serve"], environment: environment) else {
                    return nil
                }
                PseudoTerminal.read([app], for: 2)
                let attached = [["console"], ["timeline", "--follow", "--json"]].compactMap {
                    PseudoTerminal([program] + $0 + ["--attach", "podcasts"], environment: environment)
                }
                terminals = [app] + attached
                if attached.count < 2 { return nil }
            }

            deinit {
                try? FileManager.default.removeItem(at: folder)
            }

            /// Types keys, attaches clients, and takes samples until the time is over.
            func run(for seconds: Double, limits: SoakLimits, print: (String) -> Void) -> [String] {
                let start = ContinuousClock.now
                func now() -> Double { (ContinuousClock.now - start) / .seconds(1) }
                let interval = max(1, seconds / 360)
                let rowInterval = seconds / 24
                print("| seconds | of the demo | " + records.map(\.name).joined(separator: " | ") + " | files |")
                print("|---:|---:|" + records.map { _ in "---|" }.joined() + "---:|")
                var (nextSample, nextRow) = (interval, rowInterval)
                while now() < seconds {
                    work()
                    guard now() >= nextSample else { continue }
                    nextSample += interval
                    for index in terminals.indices {
                        guard terminals[index].isRunning else { return ["The \(records[index].name) has ended."] }
                        records[index].samples.append(
                            SoakSample(of: terminals[index], beside: folder.path + "/seconds", at: now()))
                    }
                    if now() >= nextRow {
                        nextRow += rowInterval
                        print(row(at: now()))
                    }
                }
                // The journal and the log fill up during the warm-up, and the allocator reaches its maximum.
                let warmUp = seconds / 2
                print(row(at: now()))
                print("")
                print("After a warm-up of \(Int(warmUp)) s, with \(rounds) keys and \(clients) clients:")
                print("")
                print("| process | " + SoakSample.figures.joined(separator: " | ") + " | processor, s | kB written |")
                print("|---|" + SoakSample.figures.map { _ in "---:|" }.joined() + "---:|---:|")
                for (index, record) in records.enumerated() {
                    let growth = SoakSample.figures.indices.map { figure in
                        let value = record.growth(of: figure, after: warmUp)
                        return String(format: "%+.1f", value)
                    }
                    let terminal = terminals[index]
                    let costs = "\(Int(terminal.processorTime)) | \(terminal.bytes / 1_024)"
                    print("| \(record.name) | \(growth.joined(separator: " | ")) | \(costs) |")
                }
                return records.flatMap { limits.violations(of: $0, after: warmUp) }
            }

            /// Sends a key to both consoles and occasionally attaches a client.
            private func work() {
                terminals[0].type(SoakScenario.keys[rounds % SoakScenario.keys.count])
                terminals[1].type(SoakScenario.keys[(rounds + 17) % SoakScenario.keys.count])
                rounds += 1
                if rounds.isMultiple(of: 8), client == nil {
                    let words = SoakScenario.commands[clients % SoakScenario.commands.count]
                    client = PseudoTerminal([program] + words + ["--attach", "podcasts"], environment: environment)
                    clients += 1
                }
                PseudoTerminal.read(terminals + [client].compactMap(\.self), for: 0.1)
                if client?.isRunning == false { client = nil }
            }

            private func row(at time: Double) -> String {
                let passed = (try? String(contentsOfFile: folder.path + "/seconds", encoding: .utf8)) ?? "-"
                let cells = records.map { record in
                    guard let values = record.samples.last?.values else { return "-" }
                    let texts = values.map { String(Int($0)) }
                    return "\(texts[0]), \(texts[1]), \(texts[2]) kB, \(texts[3]) descriptors, \(texts[4]) threads"
                }
                let texts =
                    ["\(Int(time))", passed.trimmingCharacters(in: .newlines)] + cells + ["\(fileBytes / 1_024) kB"]
                return "| \(texts.joined(separator: " | ")) |"
            }

            /// The total size of the files that the app keeps, in bytes.
            private var fileBytes: Int {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
                return names.reduce(0) { sum, name in
                    let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
                    return sum + (attributes?[.size] as? Int ?? 0)
                }
            }
        }
    #endif
}
