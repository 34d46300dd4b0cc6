// SPDX-License-Identifier: MIT

import FlintAttach
import FlintAttachServer
import FlintCore
import FlintEngineBenchmarks
import FlintInspector
import FlintWorld
import Foundation

/// Measures an app with 10,000 features that serves a console in another process.
///
/// The scenario reports the cost of serving for the app and the delay until the console shows a change.
enum AttachScenario {
    private static let count = 10_000
    /// The duration of the load of 1,000 events per second, in seconds.
    private static let seconds = 5
    private static let changes = 60

    /// Runs the scenario.
    ///
    /// - Parameters:
    ///   - program: The path of this program.
    ///   - print: Prints a line of the table.
    static func run(program: String, print: (String) -> Void) {
        #if os(Linux)
            print("")
            print(
                "| attached to | first paint | change, median | change, 95 % | 1000 events/s, app | console |"
            )
            print(
                "|-------------|------------:|---------------:|-------------:|-------------------:|--------:|"
            )
            print(Served(program: program)?.row() ?? "| the console cannot be started | | | | | |")
        #endif
    }

    #if os(Linux)
        /// An app in this process that serves remote consoles.
        private final class Served {
            private let program: String
            private let folder: URL
            private let runtime: FlintRuntime
            private let server: InspectorServer

            /// Registers and serves the app, or returns `nil` if no socket can be opened.
            init?(program: String) {
                self.program = program
                // A socket's path must be short.
                folder = URL(filePath: "/tmp/flint-bench-\(ProcessInfo.processInfo.processIdentifier)")
                let products = (0..<count / 10).map {
                    NonConsumableProduct(name: "Product \($0)", productID: "product-\($0)")
                }
                let population = Population(count: count) { $1.purchase(products[$0 % products.count]) }
                runtime = population.register { $0.purchaseTracker = BenchTracker() }
                let inspector = RuntimeInspector(
                    runtime: runtime, configuration: .init(appName: "Generated", cause: "console"))
                try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                guard let server = try? InspectorServer(inspector, in: SocketDirectory(path: folder.path + "/flint"))
                else { return nil }
                self.server = server
            }

            deinit {
                server.stop()
                try? FileManager.default.removeItem(at: folder)
            }

            /// Attaches a console and returns the measured row, or `nil` if the console cannot be started.
            func row() -> String? {
                let alone = processorTime(with: nil)
                let environment = [
                    "FLINT_GENERATED=1", "TERM=xterm-256color", "LANG=C.UTF-8", "HOME=\(folder.path)",
                    "FLINT_STATE=\(folder.path)/overrides.json", "XDG_RUNTIME_DIR=\(folder.path)",
                ]
                let arguments = [program, "console", "--attach", "generated"]
                guard let terminal = PseudoTerminal(arguments, environment: environment),
                    let paint = terminal.read(untilQuietFor: 0.5, atMost: 10)
                else { return nil }
                var times: [Double] = []
                for number in 0..<changes {
                    let value: FactValue? = number.isMultiple(of: 2) ? .truth(.true) : nil
                    runtime.facts.setOverride(value, for: .purchase(productID: "product-0"), cause: .user)
                    // Longer than the console's interval between two displayed changes.
                    times.append(terminal.read(untilQuietFor: 0.15, atMost: 1) ?? 1)
                }
                times.sort()
                terminal.type("5")
                terminal.read(untilQuietFor: 0.3, atMost: 2)
                let before = terminal.processorTime
                let app = (processorTime(with: terminal) - alone) / Double(AttachScenario.seconds)
                let console = (terminal.processorTime - before) / Double(AttachScenario.seconds)
                let columns = [
                    KeyScenario.milliseconds(paint), KeyScenario.milliseconds(times[changes / 2]),
                    KeyScenario.milliseconds(times[changes * 95 / 100]), percent(app), percent(console),
                ]
                return "| 10000 features | \(columns.joined(separator: " | ")) |"
            }

            /// Produces 1,000 events per second and returns the processor time that they take, in seconds.
            ///
            /// The console's output is read 30 times per second. The time for reading is not included.
            private func processorTime(with terminal: PseudoTerminal?) -> Double {
                let start = AttachSuite.processorTime()
                let began = ContinuousClock.now
                var reading = 0.0
                for number in 1...AttachScenario.seconds * 1_000 {
                    runtime.record(StoreEvent(productID: nil, summary: "something happened", date: .distantPast))
                    if number.isMultiple(of: 33) {
                        let before = AttachSuite.processorTime(of: CLOCK_THREAD_CPUTIME_ID)
                        terminal?.read(untilQuietFor: 0, atMost: 0.000_1)
                        reading += AttachSuite.processorTime(of: CLOCK_THREAD_CPUTIME_ID) - before
                    }
                    AttachSuite.pause(until: began + .milliseconds(number))
                }
                return AttachSuite.processorTime() - start - reading
            }

            private func percent(_ share: Double) -> String { "\((share * 1_000).rounded() / 10) %" }
        }
    #endif
}
