// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintLocks

/// A runtime in which every product has the same number of dependants, and one product is bought and refunded in turn.
final class Scene {
    /// The ways in which the ownership of a product changes.
    static let ways = ["actual value", "actual value, list read", "override", "tracker"]

    let dependents: Int
    let cases: [Case]

    private let runtime: FlintRuntime
    private let tracker: BenchTracker
    private let heard: Heard
    private let token: ObservationToken

    /// Creates a runtime.
    ///
    /// - Parameters:
    ///   - count: The number of features.
    ///   - dependents: The number of features that depend on each product.
    init(count: Int, dependents: Int) {
        let products = (0..<count / dependents).map {
            NonConsumableProduct(name: "Product", productID: "product-\($0)")
        }
        // Spread over all groups, like the features that require a product.
        let population = Population(count: count) { $1.purchase(products[$0 % products.count]) }
        let tracker = BenchTracker()
        let runtime = population.register { $0.purchaseTracker = tracker }
        let heard = Heard()
        token = runtime.facts.observe { heard.hear($0) }
        self.dependents = dependents
        self.runtime = runtime
        self.tracker = tracker
        self.heard = heard
        cases = Self.cases(
            runtime.facts, tracker, heard, product: products[0], of: "\(dependents) of \(count)",
            countedRuns: max(50, 10_000 / dependents))
    }

    /// Returns the cases.
    ///
    /// Each case restores the initial state.
    private static func cases(
        _ facts: FactStore, _ tracker: BenchTracker, _ heard: Heard, product: NonConsumableProduct, of name: String,
        countedRuns: Int
    ) -> [Case] {
        let key = FactKey.purchase(productID: product.productID)
        func setActual(_ times: Int) {
            for _ in 0..<times {
                facts.setActual(.truth(.true), for: key, source: .store, cause: .store)
                facts.setActual(.truth(.false), for: key, source: .store, cause: .store)
            }
        }
        func change(_ way: Int, _ run: @escaping (_ times: Int) -> Void) -> Case {
            Case(name: "\(ways[way]), \(name)", operations: 2, countedRuns: countedRuns, run: run)
        }
        return [
            change(0, setActual),
            change(1) { times in
                heard.reads(true)
                setActual(times)
                heard.reads(false)
            },
            change(2) { times in
                for _ in 0..<times {
                    facts.setOverride(.truth(.true), for: key, cause: .user)
                    facts.setOverride(nil, for: key, cause: .user)
                }
            },
            change(3) { times in
                for _ in 0..<times {
                    tracker.set(true, product)
                    tracker.set(false, product)
                }
            },
        ]
    }

    /// Returns the number of expected verdict changes that the observer did not receive in one run of each case.
    func missing() -> Int {
        cases.reduce(0) { sum, item in
            let before = heard.verdicts
            heard.reads(true)
            item.run(1)
            heard.reads(false)
            return sum + abs(item.operations * dependents - (heard.verdicts - before))
        }
    }

    /// Returns the number of calls to the tracker for one announced change.
    func questionsPerAnnouncement() -> Int {
        let before = tracker.questions
        cases[3].run(1)
        return (tracker.questions - before) / cases[3].operations
    }
}

/// An observer of facts that counts verdict changes.
private final class Heard: Sendable {
    private let count = Atomic(0)
    private let isReading = Atomic(false)

    var verdicts: Int { count.load(ordering: .relaxed) }

    /// Sets whether the observer reads the list of changed features, or only the fact that a change occurred.
    func reads(_ isReading: Bool) { self.isReading.store(isReading, ordering: .relaxed) }

    func hear(_ change: FactChange) {
        guard isReading.load(ordering: .relaxed) else { return consume(change) }
        count.add(change.availabilityChanges.count, ordering: .relaxed)
    }
}
