// SPDX-License-Identifier: MIT

import Dispatch
import FlintCLI
import FlintCore
import FlintEngineBenchmarks
import FlintInspector
import FlintSimulation
import Logging

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An app with generated features and the complete command line, which records events continuously.
///
/// Scenarios drive this app on a pseudo-terminal. The environment variable `FLINT_GENERATED` sets the number of
/// features.
final class GeneratedApp: FlintApplication {
    nonisolated static let commandName = "generated"
    nonisolated static let abstract = "An app of generated features."
    nonisolated static let appName = "Generated"

    /// The number of features from the environment, or `nil` if the process is not a generated app.
    nonisolated static var count: Int? { getenv("FLINT_GENERATED").flatMap { Int(String(cString: $0)) } }
    /// The number of events, and of log lines, per second.
    private static let rate = 20
    /// The idle period after launch, in seconds, in which the cost of keys is measured.
    nonisolated static let quiet = 6.0

    let router: (any PresentationRouter & Sendable)? = nil
    let device: SimulatedDevice? = nil
    let backgroundWork: (any BackgroundWork)? = nil
    let activity: String? = nil
    private var timer: (any DispatchSourceTimer)?

    init(options: EmptyOptions, launch: LaunchOptions) {}

    func setUp() {
        let count = Self.count ?? 38
        let products = (0..<max(1, count / 10)).map {
            NonConsumableProduct(name: "Product \($0)", productID: "product-\($0)")
        }
        Population(count: count) { $1.purchase(products[$0 % products.count]) }
            .register(in: .current) { $0.purchaseTracker = BenchTracker() }
        let logger = Logger(label: "generated")
        let runtime = FlintRuntime.current
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now() + Self.quiet, repeating: 1 / Double(Self.rate))
        timer.setEventHandler {
            runtime.record(StoreEvent(productID: nil, summary: "something happened", date: .distantPast))
            logger.info("something happened")
        }
        timer.resume()
        self.timer = timer
    }

    func observeActivity(_ handler: @escaping @Sendable () -> Void) {}
}
