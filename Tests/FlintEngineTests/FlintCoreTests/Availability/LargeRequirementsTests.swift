import FeatureGating
import Testing

@testable import FlintCore

struct LargeRequirementsTests {
    /// Registers a feature with purchases and runs a closure.
    private func withFeature(
        requiring purchases: [PurchaseRequirement], _ body: (Fixture, AvailabilityExplanation) -> Void
    ) {
        let declare: @Sendable (FeatureConstraintsBuilder) -> Void = { requirements in
            for purchase in purchases { requirements.purchase(purchase) }
        }
        LargeFeature.$declare.withValue(declare) {
            let fixture = Fixture(LargeFeature.self)
            body(fixture, fixture.runtime.explanation(of: LargeFeature.self))
        }
    }

    private static func product(_ name: String) -> NonConsumableProduct {
        NonConsumableProduct(name: name, productID: name)
    }

    @Test func `unlock plans of a thousand pairs take bounded work and are reported as incomplete`() {
        let pairs = (0..<1_000).map { PurchaseRequirement(anyOf: [Self.product("a\($0)"), Self.product("b\($0)")]) }
        withFeature(requiring: pairs) { fixture, explanation in
            #expect(explanation.verdict == .unknown)
            #expect(explanation.requirements.count == 3_001)
            #expect(explanation.unlockPlans.count == 8 && !explanation.unlockPlansAreComplete)
            #expect(explanation.unlockPlans.allSatisfy { $0.count == 1_000 })
            #expect(explanation.unlockPlans[0].prefix(2).map(\.title) == ["a0", "a1"])
            for number in 0..<1_000 { fixture.tracker.set(true, Self.product("b\(number)")) }
            #expect(fixture.runtime.availability(of: LargeFeature.self) == .true)
        }
    }

    @Test(arguments: [(2, true), (8, true), (9, false), (1_000, false)])
    func `unlock plans are complete if all of them are listed`(count: Int, isComplete: Bool) {
        let products = (0..<count).map { Self.product("p\($0)") }
        withFeature(requiring: [PurchaseRequirement(anyOf: products)]) { _, explanation in
            #expect(explanation.unlockPlans.map { $0.map(\.title) } == (0..<min(count, 8)).map { ["p\($0)"] })
            #expect(explanation.unlockPlansAreComplete == isComplete)
        }
        withFeature(requiring: [PurchaseRequirement(allOf: products)]) { _, explanation in
            #expect(explanation.unlockPlansAreComplete && explanation.unlockPlans.map(\.count) == [count])
        }
    }

    @Test func `a feature that is not registered has no unlock plans`() {
        #expect(AvailabilityExplanation.notRegistered("x").unlockPlansAreComplete)
    }

    @Test func `a requirement of ten thousand levels is registered, evaluated, explained and released`() {
        func rule() -> PurchaseRequirement {
            (0..<10_000).reduce(PurchaseRequirement(Self.product("p0"))) { inner, level in
                level % 2 == 0
                    ? PurchaseRequirement(Self.product("p\(level)"), dependencies: [inner])
                    : PurchaseRequirement(anyOf: [inner, PurchaseRequirement(Self.product("p\(level)"))])
            }
        }
        let (one, other) = (rule(), rule())
        #expect(one == other && one.hashValue == other.hashValue)
        #expect(one != PurchaseRequirement(anyOf: [other]))
        #expect(one.allProducts.count == 10_000)
        #expect(one.description.utf8.count < 3_000)
        withFeature(requiring: [one, other]) { fixture, explanation in
            #expect(explanation.verdict == .unknown && !explanation.unlockPlans.isEmpty)
            #expect(one.isFulfilled(purchaseTracker: fixture.tracker, feature: LargeFeature.self) == nil)
            fixture.tracker.set(true, Self.product("p9999"))
            #expect(fixture.runtime.availability(of: LargeFeature.self) == .true)
            #expect(one.isFulfilled(purchaseTracker: fixture.tracker, feature: LargeFeature.self) == true)
        }
    }

    @Test func `a requirement shared at each of 64 levels is evaluated and explained once per level`() {
        let (x, y) = (Self.product("x"), Self.product("y"))
        let rule = (0..<64).reduce(PurchaseRequirement(anyOf: [x, y])) { inner, level in
            PurchaseRequirement(anyOf: [
                PurchaseRequirement(Self.product("a\(level)"), dependencies: [inner]),
                PurchaseRequirement(Self.product("b\(level)"), dependencies: [inner]),
            ])
        }
        #expect(rule.allProducts.count == 130)
        #expect(rule.description.utf8.count < 10_000)
        withFeature(requiring: [rule]) { fixture, explanation in
            #expect(explanation.verdict == .unknown)
            #expect(explanation.requirements.count < 500, "\(explanation.requirements.count)")
            #expect(explanation.requirements.contains { $0.title == "any of (1), as above" })
            #expect(!explanation.unlockPlans.isEmpty)
            fixture.tracker.set(true, x)
            for level in 0..<63 { fixture.tracker.set(true, Self.product(level % 3 == 0 ? "a\(level)" : "b\(level)")) }
            #expect(fixture.runtime.availability(of: LargeFeature.self) == .unknown)
            fixture.tracker.set(true, Self.product("b63"))
            #expect(fixture.runtime.availability(of: LargeFeature.self) == .true)
            #expect(rule.isFulfilled(purchaseTracker: fixture.tracker, feature: LargeFeature.self) == true)
        }
    }

    @Test func `duplicates among thousands of constraints count once`() {
        let products = (0..<5_000).map { Self.product("p\($0)") }
        let declare: @Sendable (FeatureConstraintsBuilder) -> Void = { requirements in
            for number in 0..<10_000 { requirements.featureFlag(FeatureKey(rawValue: "flag\(number % 5_000)")) }
            for number in 0..<10_000 { requirements.purchase(products[number % 5_000]) }
            for permission in [SystemPermissionConstraint.camera, .microphone, .camera] {
                requirements.permission(permission)
            }
        }
        LargeFeature.$declare.withValue(declare) {
            let fixture = Fixture(LargeFeature.self)
            let constraints = fixture.runtime.constraints(of: LargeFeature.self)
            #expect(constraints.featureFlags == (0..<5_000).map { FeatureKey(rawValue: "flag\($0)") })
            #expect(constraints.purchases.map { $0.orderedProducts[0].productID } == products.map(\.productID))
            #expect(constraints.permissions == [.camera, .microphone])
            let explanation = fixture.runtime.explanation(of: LargeFeature.self)
            #expect(explanation.requirements.count == 10_003)
            #expect(explanation.unlockPlans.map(\.count) == [10_002] && explanation.unlockPlansAreComplete)
            #expect(!explanation.summary.isEmpty)
        }
    }
}

private final class LargeFeature: ConditionalFeature {
    @TaskLocal static var declare: @Sendable (FeatureConstraintsBuilder) -> Void = { _ in }

    static let description = "A feature with large requirements"
    static func constraints(requirements: FeatureConstraintsBuilder) { declare(requirements) }
    static func prepare(actions: FeatureActionsBuilder) {}
}
