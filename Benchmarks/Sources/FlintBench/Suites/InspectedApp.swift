// SPDX-License-Identifier: MIT

import CFlintAllocations
import FeatureGating
import FlintConsole
import FlintCore
import FlintEngineBenchmarks
import FlintInspector
import FlintTerminal
import FlintWorld
import Logging

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A generated app with an inspector and with a console that draws on a screen without output.
///
/// Its cases measure the work of the inspector, of the front end's model, and of the console, one case for each
/// ``Item``.
final class InspectedApp {
    /// An operation that is measured.
    enum Item: Int, CaseIterable {
        case list
        case changes
        case event
        case logLine
        case detail
        case overrideToFrame
        case firstPaint
        case filterKeystroke
        case whatIf
        case session
        case moment
        case matrix

        var name: String {
            switch self {
            case .list: "list"
            case .changes: "changes"
            case .event: "event"
            case .logLine: "log line"
            case .detail: "detail"
            case .overrideToFrame: "override to frame"
            case .firstPaint: "first paint"
            case .filterKeystroke: "filter keystroke"
            case .whatIf: "what-if"
            case .session: "world of a what-if session"
            case .moment: "list of an earlier moment"
            case .matrix: "matrix of 10 personas"
            }
        }
    }

    private(set) var cases: [Case] = []
    /// The bytes that the model and the console take for each feature.
    private(set) var bytesPerFeature = 0.0

    /// Creates an app.
    ///
    /// - Parameters:
    ///   - count: The number of features.
    ///   - dependents: The number of features that depend on each product.
    init(count: Int, dependents: Int) {
        let products = (0..<count / dependents).map {
            NonConsumableProduct(name: "Product", productID: "product-\($0)")
        }
        let population = Population(count: count) { $1.purchase(products[$0 % products.count]) }
        let runtime = population.register { $0.purchaseTracker = BenchTracker() }
        let inspector = RuntimeInspector(
            runtime: runtime, configuration: .init(appName: "Generated", cause: "console"))
        let before = heap_bytes_in_use()
        let console = MainActor.assumeIsolated { SilentConsole(inspector) }
        bytesPerFeature = Double(heap_bytes_in_use() - before) / Double(count)
        let suffix = "\(dependents) of \(count)"
        cases = Item.allCases.map { item in
            Self.item(
                item, runtime, inspector, console, key: .purchase(productID: "product-0"),
                name: "\(item.name), \(suffix)")
        }
    }

    private static func item(
        _ item: Item, _ runtime: FlintRuntime, _ inspector: RuntimeInspector, _ console: SilentConsole, key: FactKey,
        name: String
    ) -> Case {
        let featureID = runtime.features[runtime.features.count - 1].path.description
        var revision = inspector.readModel().revision
        var (event, line): (UInt64, UInt64) = (0, 0)
        let logger = Logger(label: "bench") { Flint.logHandler(label: $0, runtime: runtime) }
        switch item {
        case .list: return Case(name: name, countedRuns: 1) { for _ in 0..<$0 { consume(inspector.readModel()) } }
        case .detail:
            return Case(name: name) {
                for _ in 0..<$0 { consume(inspector.world(of: [featureID], reading: true).detail(of: featureID)) }
            }
        case .firstPaint:
            return Case(name: name, countedRuns: 1) {
                for _ in 0..<$0 { MainActor.assumeIsolated { consume(SilentConsole(inspector)) } }
            }
        case .whatIf:
            let command = Command.override(.purchase, "product-0", to: "purchased")
            return Case(name: name, countedRuns: 10) {
                for _ in 0..<$0 {
                    let world = inspector.world(of: nil, reading: true)
                    consume(world.changes(to: inspector.plans([[command]])[0].facts))
                }
            }
        case .session:
            var session = WhatIf()
            consume(session.run(.override(.purchase, "product-0", to: "purchased"), on: inspector))
            return Case(name: name, countedRuns: 1) {
                for _ in 0..<$0 {
                    var session = session
                    consume(try? session.world(of: inspector))
                }
            }
        case .moment:
            for status in [PurchaseStatus.purchased, nil] {
                inspector.send(.override(.purchase, "product-0", to: status?.rawValue)) { _ in }
            }
            let event = inspector.sync(Sync(event: 0)).events.first?.id ?? 0
            return Case(name: name, countedRuns: 1) {
                for _ in 0..<$0 { consume(try? inspector.moment(at: event).readModel()) }
            }
        case .matrix:
            let personas = (0..<10).map { number in
                var persona = Persona(name: "persona \(number)")
                persona.purchases = ["product-0": number.isMultiple(of: 2) ? .purchased : .notPurchased]
                return persona
            }
            return Case(name: name, countedRuns: 1) {
                for _ in 0..<$0 {
                    let world = inspector.world(of: nil, reading: true)
                    consume(try? inspector.matrix(of: personas, in: world))
                }
            }
        case .overrideToFrame:
            return Case(name: name, operations: 2, countedRuns: 20) { times in
                MainActor.assumeIsolated { for _ in 0..<times { console.overrideAndRemove() } }
            }
        case .filterKeystroke:
            return Case(name: name, operations: 4, countedRuns: 1) { times in
                MainActor.assumeIsolated { for _ in 0..<times { console.filterAndLeave() } }
            }
        case .changes:
            return Case(name: name, operations: 2, countedRuns: 100) { times in
                for number in 0..<times * 2 {
                    runtime.facts.setOverride(number.isMultiple(of: 2) ? .truth(.true) : nil, for: key, cause: .user)
                    let changes = inspector.sync(Sync(since: revision)).changes
                    revision = changes?.revision ?? revision
                    consume(changes)
                }
            }
        case .event:
            return Case(name: name) { times in
                for _ in 0..<times {
                    runtime.record(StoreEvent(productID: nil, summary: "something happened", date: .distantPast))
                    let events = inspector.sync(Sync(event: event)).events
                    event = events.last?.id ?? event
                    revision = inspector.sync(Sync(since: revision)).changes?.revision ?? revision
                    consume(events)
                }
            }
        case .logLine:
            return Case(name: name) { times in
                for _ in 0..<times {
                    logger.info("something happened")
                    let lines = inspector.sync(Sync(line: line)).lines
                    line = lines.last?.id ?? line
                    revision = inspector.sync(Sync(since: revision)).changes?.revision ?? revision
                    consume(lines)
                }
            }
        }
    }
}

/// A console whose screen discards the output.
@MainActor
private final class SilentConsole: Screen {
    let size = TerminalSize(columns: 120, rows: 40)
    let capabilities = TerminalCapabilities()
    private var shell: ConsoleShell?
    private var handler: (@MainActor ([TerminalEvent]) -> Void)?

    /// Shows an app with its first product selected.
    init(_ inspector: RuntimeInspector) {
        let shell = ConsoleShell(screen: self, inspector: inspector, host: ConsoleHost(timeZone: .utc))
        self.shell = shell
        shell.start {}
    }

    func start(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void) { self.handler = handler }
    func present(_ canvas: Canvas) { consume(canvas) }
    func redraw() {}
    func suspend() {}
    func lend(to body: () -> Void) { body() }
    func close() {}
    func ring() {}
    func notify(title: String, text: String) {}
    func copy(_ text: String) -> Bool { false }

    /// Overrides the first product as purchased and removes the override, waiting for the resulting frame each time.
    func overrideAndRemove() {
        if shell?.state.screen != .purchases { press("2") }
        press("b")
        press("x")
    }

    /// Filters the features by two letters and leaves the filter, waiting for the resulting frame after each key.
    func filterAndLeave() {
        if shell?.state.screen != .features { press("1") }
        press("/")
        press("e")
        press("a")
        handler?([.key(KeyPress(.escape))])
    }

    private func press(_ letter: Character) {
        handler?([.key(KeyPress(.character(letter)))])
    }
}
