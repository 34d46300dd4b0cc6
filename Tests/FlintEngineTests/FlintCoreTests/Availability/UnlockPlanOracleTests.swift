import FeatureGating
import FlintTestSupport
import Testing

@testable import FlintCore

/// Compares unlock plans with an exhaustive search over sets of facts, in random worlds of a group and its feature.
struct UnlockPlanOracleTests {
    @Test func `unlock plans are exactly the smallest sets of facts that make the feature available`() {
        var random = SplitMix64(seed: 43)
        var (several, shared, both) = (0, 0, 0)
        for round in 0..<1_500 {
            let world = PlanWorld.random(using: &random)
            guard world.changeableFacts.count <= 9 else { continue }
            let expected = world.smallestSets()
            let found = PlanWorld.$current.withValue(world) { world.plans() }
            let plans = found.map { Set($0) }
            #expect(plans.map(\.count) == plans.map(\.count).sorted(), "world \(round)")
            #expect(Set(plans).count == plans.count, "world \(round)")
            #expect(Set(plans).isSubset(of: expected), "world \(round): \(plans) are not all among \(expected)")
            #expect(
                plans.map(\.count) == Array(expected.map(\.count).sorted().prefix(8)), "world \(round): \(expected)")
            several += expected.count > 1 ? 1 : 0
            shared += world.sharesProducts ? 1 : 0
            both += world.needsBothLocations ? 1 : 0
        }
        #expect(several > 40 && shared > 50 && both > 10, "\(several), \(shared), \(both)")
    }

    @Test func `always alone satisfies a feature that requires when in use and always`() {
        var world = PlanWorld()
        world.inner.permissions = [.location(usage: .whenInUse), .location(usage: .always)]
        #expect(
            PlanWorld.$current.withValue(world) { world.plans() } == [[.permission(.location(usage: .always))]])
        #expect(world.smallestSets() == [[.permission(.location(usage: .always))]])
    }

    @Test func `no unlock plan contains always if when in use is sufficient`() {
        var world = PlanWorld()
        world.inner.permissions = [.location(usage: .whenInUse)]
        #expect(
            PlanWorld.$current.withValue(world) { world.plans() } == [[.permission(.location(usage: .whenInUse))]])
    }

    @Test func `a product shared by a group and its feature is a separate unlock plan`() {
        let others = (0..<4).map { NonConsumableProduct(name: "Outer \($0)", productID: "outer\($0)") }
        let more = (0..<4).map { NonConsumableProduct(name: "Inner \($0)", productID: "inner\($0)") }
        var world = PlanWorld()
        world.outer.purchases = [PurchaseRequirement(anyOf: others + [Products.premium])]
        world.inner.purchases = [PurchaseRequirement(anyOf: more + [Products.premium])]
        let plans = PlanWorld.$current.withValue(world) { world.plans() }
        #expect(plans.first == [.purchase(productID: "premium")])
        #expect(plans.count == 8 && plans.dropFirst().allSatisfy { $0.count == 2 })
    }

    @Test func `unlock plans of many alternatives take bounded work`() {
        let products = (0..<60).map { NonConsumableProduct(name: "P\($0)", productID: "p\($0)") }
        var world = PlanWorld()
        world.inner.purchases = (0..<20).map { part in
            PurchaseRequirement(anyOf: (0..<6).map { products[(part * 3 + $0) % 60] })
        }
        let plans = PlanWorld.$current.withValue(world) { world.plans() }
        #expect(plans.count == 8)
        for plan in plans { #expect(world.isAvailable(with: Set(plan))) }
    }
}

/// The requirements of a group and its feature, and the known facts.
private struct PlanWorld: Sendable {
    struct Requirements: Sendable {
        var purchases: [PurchaseRequirement] = []
        var permissions: [SystemPermissionConstraint] = []
        var toggle: Bool?
        var flag = false
        /// The value of `isEnabled`, or `nil` if no runtime switch is required.
        var isEnabled: Bool??
        /// Whether past purchases unlock the feature instead of consumable products.
        var isUnlocked = false

        func declare(on requirements: FeatureConstraintsBuilder) {
            if isEnabled != nil { requirements.runtimeEnabled() }
            if let toggle { requirements.userToggled(defaultValue: toggle) }
            if flag { requirements.featureFlag("plan") }
            for purchase in purchases { requirements.purchase(purchase) }
            for permission in permissions { requirements.permission(permission) }
        }
    }

    @TaskLocal static var current = PlanWorld()

    var outer = Requirements()
    var inner = Requirements()
    var owned: [String: Bool] = [:]
    var balance: Int?
    var statuses: [SystemPermissionConstraint: SystemPermissionStatus] = [:]
    var override: SystemPermissionStatus?

    private static let whenInUse = SystemPermissionConstraint.location(usage: .whenInUse)
    private static let always = SystemPermissionConstraint.location(usage: .always)

    var sharesProducts: Bool {
        let ids = outer.purchases.flatMap(\.allProducts)
        return inner.purchases.flatMap(\.allProducts).contains(where: ids.contains)
    }

    var needsBothLocations: Bool {
        Set(outer.permissions + inner.permissions).isSuperset(of: [Self.whenInUse, Self.always])
    }

    func plans() -> [[FactKey]] {
        let fixture = Fixture(PlanOuter.self)
        for product in outer.purchases.flatMap(\.allProducts) + inner.purchases.flatMap(\.allProducts) {
            fixture.tracker.setBalance(balance, of: product)
            fixture.tracker.set(owned[product.productID], product)
        }
        for (feature, requirements) in [(PlanOuter.self, outer), (PlanInner.self, inner)]
            as [(FeatureDefinition.Type, Requirements)]
        {
            guard requirements.isUnlocked, let product = requirements.purchases.first?.allProducts.first else {
                continue
            }
            fixture.tracker.setPast(true, feature, announcing: product)
        }
        for (permission, status) in statuses { fixture.permissions.set(status, permission) }
        if let override {
            fixture.facts.setOverride(.permission(override), for: .permission(Self.whenInUse), cause: .user)
        }
        let explanation = fixture.runtime.explanation(of: PlanInner.self)
        #expect((explanation.verdict == .true) == isAvailable(with: []))
        return explanation.unlockPlans.map { $0.compactMap(\.fact) }
    }

    /// Returns the smallest sets of facts that make the feature available, by testing every set.
    func smallestSets() -> Set<Set<FactKey>> {
        guard !isAvailable(with: []) else { return [] }
        let facts = changeableFacts
        let sufficient = (0..<(1 << facts.count)).sorted { $0.nonzeroBitCount < $1.nonzeroBitCount }
        var smallest: [Int] = []
        for bits in sufficient where !smallest.contains(where: { $0 & bits == $0 }) {
            if isAvailable(with: Set(facts.indices.filter { bits >> $0 & 1 == 1 }.map { facts[$0] })) {
                smallest.append(bits)
            }
        }
        return Set(smallest.map { bits in Set(facts.indices.filter { bits >> $0 & 1 == 1 }.map { facts[$0] }) })
    }

    var changeableFacts: [FactKey] {
        var keys: Set<FactKey> = []
        for (requirements, path) in [(outer, "PlanOuter"), (inner, "PlanOuter/PlanInner")]
            as [(Requirements, FeaturePath)]
        {
            for product in requirements.purchases.flatMap(\.allProducts) {
                keys.insert(.purchase(productID: product.productID))
            }
            for permission in requirements.permissions {
                switch status(of: permission, with: []) {
                case .restricted, .unsupported: break
                default: keys.insert(.permission(permission))
                }
            }
            if requirements.toggle != nil { keys.insert(.userSetting(feature: path)) }
            if requirements.isEnabled != nil { keys.insert(.runtimeSwitch(feature: path)) }
            if requirements.flag { keys.insert(.featureFlag("plan")) }
        }
        return Array(keys)
    }

    private func status(
        of permission: SystemPermissionConstraint, with facts: Set<FactKey>
    ) -> SystemPermissionStatus {
        if facts.contains(.permission(permission)) { return .authorized }
        if permission == Self.whenInUse, let override { return override }
        if permission == Self.whenInUse, status(of: Self.always, with: facts) == .authorized { return .authorized }
        return statuses[permission] ?? .notDetermined
    }

    func isAvailable(with facts: Set<FactKey>) -> Bool {
        isMet(outer, at: "PlanOuter", with: facts) && isMet(inner, at: "PlanOuter/PlanInner", with: facts)
    }

    private func isMet(_ requirements: Requirements, at path: FeaturePath, with facts: Set<FactKey>) -> Bool {
        for purchase in requirements.purchases where !isMet(purchase, for: requirements, with: facts) { return false }
        for permission in requirements.permissions where status(of: permission, with: facts) != .authorized {
            return false
        }
        if requirements.toggle == false, !facts.contains(.userSetting(feature: path)) { return false }
        if let isEnabled = requirements.isEnabled, isEnabled != true, !facts.contains(.runtimeSwitch(feature: path)) {
            return false
        }
        return !requirements.flag || facts.contains(.featureFlag("plan"))
    }

    private func isMet(
        _ purchase: PurchaseRequirement, for requirements: Requirements, with facts: Set<FactKey>
    ) -> Bool {
        let products = purchase.orderedProducts.map { product in
            facts.contains(.purchase(productID: product.productID))
                || (product is ConsumableProduct ? requirements.isUnlocked : owned[product.productID] == true)
        }
        let further = (purchase.dependencies ?? []).map { isMet($0, for: requirements, with: facts) }
        func combined(_ parts: [Bool]) -> Bool {
            purchase.matchingCriteria == .any ? parts.contains(true) : parts.allSatisfy { $0 }
        }
        return products.isEmpty ? combined(further) : combined(products) && further.allSatisfy { $0 }
    }
}

extension PlanWorld {
    /// Returns a world with up to nine facts: products, permissions, user settings, runtime switches, and a flag.
    static func random(using random: inout SplitMix64) -> PlanWorld {
        var world = PlanWorld()
        let products = (0..<3).map { NonConsumableProduct(name: "P\($0)", productID: "p\($0)") }
        let credits = ConsumableProduct(name: "Credits", productID: "credits")
        world.outer = requirements(products, credits, using: &random)
        world.inner = requirements(products, credits, using: &random)
        for product in products {
            world.owned[product.productID] = [nil, nil, false, true].randomElement(using: &random) ?? nil
        }
        world.balance = [nil, 1, 3].randomElement(using: &random) ?? nil
        for permission in [whenInUse, always, .camera] {
            world.statuses[permission] = [
                SystemPermissionStatus.notDetermined, .notDetermined, .denied, .denied, .authorized, .authorized,
                .restricted,
            ].randomElement(using: &random)
        }
        if Int.random(in: 0..<6, using: &random) == 0 { world.override = .denied }
        return world
    }

    private static func requirements(
        _ products: [NonConsumableProduct], _ credits: ConsumableProduct, using random: inout SplitMix64
    ) -> Requirements {
        var result = Requirements()
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            result.purchases.append(purchase(products, credits, depth: 2, using: &random))
        }
        for permission in [whenInUse, always, .camera] where Int.random(in: 0..<4, using: &random) == 0 {
            result.permissions.append(permission)
        }
        if Int.random(in: 0..<5, using: &random) == 0 { result.toggle = Bool.random(using: &random) }
        if Int.random(in: 0..<6, using: &random) == 0 { result.flag = true }
        if Int.random(in: 0..<6, using: &random) == 0 {
            let value: Bool? = [true, false, nil].randomElement(using: &random) ?? nil
            result.isEnabled = .some(value)
        }
        result.isUnlocked =
            !result.purchases.isEmpty && Int.random(in: 0..<8, using: &random) == 0
            && result.purchases[0].allProducts.first != nil
        return result
    }

    private static func purchase(
        _ products: [NonConsumableProduct], _ credits: ConsumableProduct, depth: Int, using random: inout SplitMix64
    ) -> PurchaseRequirement {
        let criteria: PurchaseRequirement.Criteria = Int.random(in: 0..<4, using: &random) > 0 ? .any : .all
        let further = depth == 0 ? 0 : Int.random(in: 0...2, using: &random)
        let dependencies = (0..<further).map { _ in purchase(products, credits, depth: depth - 1, using: &random) }
        if Int.random(in: 0..<5, using: &random) == 0 {
            return PurchaseRequirement(credits, quantity: 2, dependencies: dependencies)
        }
        let own = products.shuffled(using: &random).prefix(Int.random(in: further > 0 ? 0...2 : 1...3, using: &random))
        return PurchaseRequirement(products: Set(own), matchingCriteria: criteria, dependencies: dependencies)
    }
}

private final class PlanOuter: ConditionalFeature, FeatureGroup {
    static let description = "A group with random requirements"
    static var subfeatures: [FeatureDefinition.Type] { [PlanInner.self] }
    static var isEnabled: Bool? { PlanWorld.current.outer.isEnabled ?? nil }
    static func constraints(requirements: FeatureConstraintsBuilder) {
        PlanWorld.current.outer.declare(on: requirements)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class PlanInner: ConditionalFeature {
    static let description = "A feature with random requirements"
    static var isEnabled: Bool? { PlanWorld.current.inner.isEnabled ?? nil }
    static func constraints(requirements: FeatureConstraintsBuilder) {
        PlanWorld.current.inner.declare(on: requirements)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}
