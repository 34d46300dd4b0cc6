import FlintLocks
import Testing

@testable import FeatureGating
@testable import FlintCore

struct FactStoreCostTests {
    /// Returns a store in which ten features require each product.
    private static func store(count: Int) -> FactStore {
        let store = FactStore()
        for number in 0..<count {
            let path: FeaturePath = ["App", "F\(number)"]
            let product = "product-\(number % (count / 10))"
            _ = store.addNode(parent: nil, path: path) { .all([$0(.purchase(product)), $0(.permission(.camera))]) }
        }
        return store
    }

    private static func evaluations(_ store: FactStore) -> Int {
        store.state.withLock { $0.index.graph.store.evaluations }
    }

    @Test(arguments: [100, 1_000, 5_000])
    func `a change evaluates only its dependents regardless of the number of features`(count: Int) {
        let store = Self.store(count: count)
        store.setActual(.permission(.authorized), for: .permission(.camera), source: .system, cause: .system)
        let received = Protected<[FactChange]>([])
        let token = store.observe { change in received.withLock { $0.append(change) } }
        let key = FactKey.purchase(productID: "product-3")
        let before = Self.evaluations(store)
        store.setActual(.truth(.true), for: key, source: .store, cause: .store)
        #expect(Self.evaluations(store) == before + 10)
        store.setOverride(.truth(.false), for: key, cause: .user)
        #expect(Self.evaluations(store) == before + 20)
        store.setOverride(nil, for: key, cause: .user)
        #expect(Self.evaluations(store) == before + 30)
        token.cancel()
        #expect(received.withLock { $0.map(\.availabilityChanges.count) } == [10, 10, 10])
    }

    @Test func `adding a feature evaluates no other feature`() {
        #expect(Self.evaluations(Self.store(count: 200)) <= Self.evaluations(Self.store(count: 100)) * 2)
        #expect(Self.evaluations(Self.store(count: 2_000)) <= Self.evaluations(Self.store(count: 1_000)) * 2)
    }
}
