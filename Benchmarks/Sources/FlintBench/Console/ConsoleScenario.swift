// SPDX-License-Identifier: MIT

import Foundation

/// Drives the console on a pseudo-terminal over generated apps of growing size and prints the delays that a user
/// notices.
///
/// The figures are times that depend on the machine, so they have no limits. The figures of the suite `inspector` are
/// counts and ratios, which do have limits.
enum ConsoleScenario {
    static let sizes = [38, 1_000, 10_000, 100_000]

    /// Runs the scenario.
    ///
    /// - Parameters:
    ///   - program: The path of this program.
    ///   - seconds: The duration for which processor time is measured on each screen.
    ///   - print: Prints a line of the table.
    static func run(program: String, seconds: Double, print: (String) -> Void) {
        #if os(Linux)
            print("| features | first paint | override, 10 features | Timeline | Logs | Features | bytes a second |")
            print("|---------:|------------:|----------------------:|---------:|-----:|---------:|---------------:|")
            for size in sizes { print(row(program: program, size: size, seconds: seconds)) }
        #else
            print("The scenario reads the processor time from /proc, which this system does not have.")
        #endif
    }

    #if os(Linux)
        private static func row(program: String, size: Int, seconds: Double) -> String {
            let folder = FileManager.default.temporaryDirectory.appending(path: "flint-bench-\(UUID().uuidString)")
            let environment = [
                "FLINT_GENERATED=\(size)", "TERM=xterm-256color", "LANG=C.UTF-8",
                "FLINT_STATE=\(folder.path)/overrides.json",
            ]
            defer { try? FileManager.default.removeItem(at: folder) }
            guard let terminal = PseudoTerminal([program, "console"], environment: environment) else {
                return "| \(size) | the console cannot be started |"
            }
            // Includes registration. The suite measures the console's share.
            let paint = terminal.read(untilQuietFor: 0.5, atMost: 10) ?? 0
            terminal.type("2")
            terminal.read(untilQuietFor: 0.2, atMost: 5)
            terminal.type("b")
            let override = terminal.read(untilQuietFor: 0.2, atMost: 5) ?? 0
            terminal.type("x")
            terminal.read(untilQuietFor: 30, atMost: GeneratedApp.quiet)
            var shares: [String] = []
            var bytes = 0
            for key in ["5", "7", "1"] {
                terminal.type(key)
                terminal.read(untilQuietFor: 30, atMost: 1)
                let (before, written) = (terminal.processorTime, terminal.bytes)
                terminal.read(untilQuietFor: 30, atMost: seconds)
                shares.append("\(rounded((terminal.processorTime - before) / seconds * 100)) %")
                bytes += terminal.bytes - written
            }
            let rate = Int(Double(bytes) / seconds / 3)
            let times = "\(rounded(paint * 1_000)) ms | \(rounded(override * 1_000)) ms"
            return "| \(size) | \(times) | \(shares.joined(separator: " | ")) | \(rate) |"
        }

        private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
    #endif
}
