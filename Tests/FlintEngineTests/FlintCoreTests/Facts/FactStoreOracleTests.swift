import FeatureGating
import FlintLocks
import FlintTestSupport
import Testing

@testable import FlintCore

/// Compares the store's incremental verdicts with a fresh evaluation of the conditions after each change.
struct FactStoreOracleTests {
    private static let paths: [FeaturePath] = (0..<12).map { TopicPath(["App", "F\($0)"]) }
    private static let products = ["a", "b", "c"]
    private static let permissions: [SystemPermissionConstraint] = [
        .camera, .location(usage: .whenInUse), .location(usage: .always),
    ]

    @Test(arguments: 0..<40)
    func `every verdict equals a fresh evaluation of its conditions`(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let store = FactStore()
        var nodes: [(node: NodeID, parent: Int?, requirement: Requirement<Condition>)] = []
        for step in 0..<400 {
            if nodes.count < Self.paths.count, step % 15 == 0 {
                let requirement = Self.requirement(of: Self.paths[nodes.count], using: &random)
                let parent =
                    nodes.isEmpty || Bool.random(using: &random) ? nil : nodes.indices.randomElement(using: &random)
                let node = store.addNode(parent: parent.map { nodes[$0].node }, path: Self.paths[nodes.count]) {
                    requirement.flatMap($0)
                }
                nodes.append((node, parent, requirement))
            }
            let before = nodes.map { store.verdict($0.node) }
            let (key, value) = Self.change(using: &random)
            let token: ObservationToken
            let received = Protected<[AvailabilityChange]>([])
            token = store.observe { change in received.withLock { $0 += change.availabilityChanges } }
            let isOverride = Bool.random(using: &random)
            let preview = isOverride ? store.preview(overriding: [key: value]) : nil
            if isOverride {
                store.setOverride(value, for: key, cause: .user)
            } else if let value {
                store.setActual(value, for: key, source: .system, cause: .system)
            }
            token.cancel()
            let after = nodes.map { store.verdict($0.node) }
            let facts = store.all
            var expected: [Truth] = []
            for entry in nodes {
                let own = entry.requirement.evaluate { $0.truth { facts[$0] } }
                expected.append(own && (entry.parent.map { expected[$0] } ?? .true))
            }
            #expect(after == expected, "step \(step): \(key)")
            let changes = nodes.indices.filter { before[$0] != after[$0] }.map {
                AvailabilityChange(feature: Self.paths[$0], before: before[$0], after: after[$0])
            }
            #expect(received.withLock { $0 } == changes, "step \(step): \(key)")
            if let preview { #expect(preview == changes, "step \(step): \(key)") }
        }
    }

    @Test func `a purchase condition follows the purchase evaluation rule`() {
        let (owned, credits) = (Products.premium, Products.credits)
        for product in [owned, credits] as [Product] {
            for status in Truth.allCases {
                for balance in [nil, 0, 4, 5, 6] {
                    for override in [nil] + PurchaseStatus.allCases.map(Optional.some) {
                        for past in [false, true] {
                            let tracker = FakeTracker()
                            tracker.set(status.boolValue, for: product)
                            tracker.setBalance(balance)
                            tracker.setEnabledByPastPurchases(past)
                            let expected = PurchaseEvaluation.truth(
                                of: product, quantity: 5, tracker: tracker, override: override,
                                enabledByPastPurchases: past)
                            let condition =
                                product is ConsumableProduct
                                ? Condition.consumable(product.productID, quantity: 5, for: "F")
                                : .purchase(product.productID)
                            let store = FactStore()
                            let node = store.addNode(parent: nil, path: "F") { $0(condition) }
                            let key = FactKey.purchase(productID: product.productID)
                            let value: FactValue =
                                product is ConsumableProduct
                                ? balance.map { .balance($0) } ?? .truth(.unknown) : .truth(status)
                            store.setActual(value, for: key, source: .store, cause: .store)
                            store.setActual(
                                .truth(Truth(past)), for: .pastPurchases(feature: "F"), source: .store, cause: .store)
                            store.setOverride(override.map { .truth($0.truth) }, for: key, cause: .user)
                            #expect(store.verdict(node) == expected)
                            let facts = store.all
                            #expect(condition.truth { facts[$0] } == expected)
                        }
                    }
                }
            }
        }
    }

    private static func requirement(
        of path: FeaturePath, using random: inout SplitMix64
    ) -> Requirement<Condition> {
        let parts: [Requirement<Condition>] = (0..<Int.random(in: 1...4, using: &random)).map { _ in
            switch Int.random(in: 0..<6, using: &random) {
            case 0: .fact(.permission(permissions.randomElement(using: &random) ?? .camera))
            case 1: .fact(.userSetting(path))
            case 2: .fact(.featureFlag("flag"))
            default: .fact(product(for: path, using: &random))
            }
        }
        return Bool.random(using: &random) ? .any(parts) : .all(parts)
    }

    private static func product(for path: FeaturePath, using random: inout SplitMix64) -> Condition {
        let id = products.randomElement(using: &random) ?? "a"
        guard Int.random(in: 0..<4, using: &random) == 0 else { return .purchase(id) }
        return .consumable(id, quantity: UInt.random(in: 1...3, using: &random), for: path)
    }

    private static func change(using random: inout SplitMix64) -> (FactKey, FactValue?) {
        let truth = Truth.allCases.randomElement(using: &random) ?? .true
        let path = paths.randomElement(using: &random) ?? "F"
        let removes = Int.random(in: 0..<4, using: &random) == 0
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
            let status = SystemPermissionStatus.allCases.randomElement(using: &random) ?? .denied
            let permission = permissions.randomElement(using: &random) ?? .camera
            return (.permission(permission), removes ? nil : .permission(status))
        case 1: return (.userSetting(feature: path), removes ? nil : .truth(truth))
        case 2: return (.featureFlag("flag"), removes ? nil : .truth(truth))
        case 3: return (.pastPurchases(feature: path), removes ? nil : .truth(truth))
        default:
            let value: FactValue =
                Bool.random(using: &random) ? .truth(truth) : .balance(Int.random(in: 0...3, using: &random))
            return (.purchase(productID: products.randomElement(using: &random) ?? "a"), removes ? nil : value)
        }
    }
}
