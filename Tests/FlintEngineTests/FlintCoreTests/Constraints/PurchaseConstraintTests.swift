import FeatureGating
import Testing

@testable import FlintCore

struct PurchaseConstraintTests {
    /// The statuses of two products, and the expected availability.
    typealias Case = (premium: Bool?, monthly: Bool?, expected: Bool?)

    @Test(
        arguments: [
            (true, true, true), (true, false, true), (true, nil, true), (false, true, true), (nil, true, true),
            (false, false, false), (nil, false, nil), (false, nil, nil), (nil, nil, nil),
        ] as [Case])
    func `any of is true with one purchase, and unknown while one purchase is unknown`(_ row: Case) {
        #expect(availability(of: Either.self, row) == row.expected)
        #expect(availability(of: EitherRequirement.self, row) == row.expected, "Requirements can also be alternatives.")
    }

    @Test(
        arguments: [
            (true, true, true), (true, false, false), (true, nil, nil), (false, true, false), (nil, true, nil),
            (false, false, false), (nil, false, false), (false, nil, false), (nil, nil, nil),
        ] as [Case])
    func `all of is true with every purchase, and false while one purchase is false`(_ row: Case) {
        #expect(availability(of: Each.self, row) == row.expected)
        #expect(availability(of: EachCall.self, row) == row.expected, "The requirements of several calls all apply.")
    }

    @Test func `a mix of unknown and missing purchases has the same value every time`() {
        for _ in 0..<20 {
            #expect(availability(of: Either.self, (nil, false, nil)) == nil)
        }
    }

    @Test func `a list of purchases accepts every kind of product and requirement`() {
        let plain = Product(productID: "plain", name: "Plain", description: nil, declaration: .unspecified)
        let constraints = DefaultFeatureConstraintsBuilder().build { requirements in
            requirements.purchases(Products.premium, Products.monthly, Products.season)
            requirements.purchases(
                Products.supporter, Products.credits, PurchaseRequirement(Products.credits, quantity: 5))
            requirements.purchases(.init(Products.premium), .init(Products.credits, quantity: 2))
            requirements.purchases(plain)
        }
        #expect(
            constraints.purchases == [
                PurchaseRequirement(allOf: [Products.premium, Products.monthly, Products.season]),
                PurchaseRequirement(Products.supporter), PurchaseRequirement(Products.credits, quantity: 1),
                PurchaseRequirement(Products.credits, quantity: 5), PurchaseRequirement(Products.premium),
                PurchaseRequirement(Products.credits, quantity: 2),
                PurchaseRequirement(NonConsumableProduct(name: "Plain", productID: "plain")),
            ])
    }

    @Test func `a requirement can be created from any kind of product`() {
        let products: [Product] = [Products.premium, Products.monthly, Products.credits]
        #expect(
            products.map { PurchaseRequirement($0) } == [
                PurchaseRequirement(Products.premium), PurchaseRequirement(Products.monthly),
                PurchaseRequirement(Products.credits, quantity: 1),
            ])
        let nested = PurchaseRequirement(products[0], dependencies: [PurchaseRequirement(products[1])])
        #expect(nested == PurchaseRequirement(Products.premium, dependencies: [.init(Products.monthly)]))
    }

    @Test func `a nested alternative combines with another product`() {
        let fixture = Fixture(EitherAndThird.self)
        #expect(fixture.run { EitherAndThird.isAvailable } == nil)
        fixture.tracker.set(false, Products.season)
        #expect(fixture.run { EitherAndThird.isAvailable } == false)
        fixture.tracker.set(true, Products.season)
        fixture.tracker.set(false, Products.premium)
        #expect(fixture.run { EitherAndThird.isAvailable } == nil)
        fixture.tracker.set(true, Products.supporter)
        #expect(fixture.run { EitherAndThird.isAvailable } == true)
        #expect(
            fixture.runtime.metadata(for: EitherAndThird.self)?.productsRequired
                == [Products.premium, Products.supporter, Products.season], "Nested products are also required.")
    }

    @Test func `a consumable product is unknown until past purchases unlock the feature`() {
        let fixture = Fixture(Levels.self)
        fixture.tracker.set(true, Products.credits)
        #expect(fixture.run { Levels.isAvailable } == nil, "The status of a consumable product is not sufficient.")
        fixture.tracker.setPast(true, Levels.self, announcing: Products.credits)
        #expect(fixture.run { Levels.isAvailable } == true)
        #expect(fixture.rows(of: Levels.self).last == "purchase 5 × Credits: unlocked by past purchases")
        fixture.tracker.setPast(false, Levels.self, announcing: Products.credits)
        #expect(fixture.run { Levels.isAvailable } == nil)
    }

    @Test func `an insufficient balance is unmet until past purchases unlock the feature`() {
        let fixture = Fixture(Levels.self)
        fixture.tracker.setBalance(4, of: Products.credits)
        fixture.tracker.set(nil, Products.credits)
        #expect(fixture.run { Levels.isAvailable } == false)
        #expect(fixture.rows(of: Levels.self).last == "purchase 5 × Credits: needs 5, has 4")
        #expect(fixture.runtime.explanation(of: Levels.self).summary == "5 × Credits required, balance 4")
        fixture.tracker.setPast(true, Levels.self, announcing: Products.credits)
        #expect(fixture.run { Levels.isAvailable } == true)
        fixture.tracker.setPast(false, Levels.self, announcing: Products.credits)
        fixture.tracker.setBalance(5, of: Products.credits)
        fixture.tracker.set(nil, Products.credits)
        #expect(fixture.run { Levels.isAvailable } == nil, "The balance alone does not unlock the feature.")
    }

    @Test func `past purchases do not replace a plan that is required in addition to credits`() {
        let fixture = Fixture(Planned.self)
        fixture.tracker.set(false, Products.monthly)
        fixture.tracker.setPast(true, Planned.self, announcing: Products.credits)
        #expect(fixture.run { Planned.isAvailable } == false)
        #expect(fixture.rows(of: Planned.self).contains("purchase 5 × Credits: unlocked by past purchases"))
        fixture.tracker.set(true, Products.monthly)
        #expect(fixture.run { Planned.isAvailable } == true)
    }

    @Test func `past purchases unlock only their own feature`() {
        let fixture = Fixture(Levels.self, Planned.self)
        fixture.tracker.setPast(true, Levels.self, announcing: Products.credits)
        fixture.tracker.set(true, Products.monthly)
        #expect(fixture.run { Levels.isAvailable } == true)
        #expect(fixture.run { Planned.isAvailable } == nil)
    }

    @Test func `purchase requirements are grouped into purchased and required`() {
        let fixture = Fixture(EachCall.self)
        fixture.tracker.set(true, Products.premium)
        let purchases = fixture.run { EachCall.purchases }
        #expect(purchases.purchased == [PurchaseRequirement(Products.premium)])
        #expect(
            purchases.requiredToUnlock == [PurchaseRequirement(Products.monthly)],
            "A product with an unknown status must still be bought.")
        #expect(purchases.all.count == 2)
    }

    @Test func `the debug tracker and the store are two layers of one fact`() throws {
        let store = ScriptedTracker()
        let debug = DebugPurchaseTracker(targetPurchaseTracker: store)
        let fixture = Fixture(Either.self, tracker: debug)
        let key = FactKey.purchase(productID: "premium")
        fixture.run { debug.overridePurchase(product: Products.premium, with: .purchased) }
        #expect(fixture.run { Either.isAvailable } == true)
        #expect(fixture.facts[key]?.actual == .truth(.unknown))
        store.set(false, Products.premium)
        #expect(fixture.facts[key]?.actual == .truth(.false), "The actual value is updated beneath the override.")
        #expect(fixture.run { Either.isAvailable } == true)
        fixture.facts.setOverride(.truth(.unknown), for: key, cause: "console")
        #expect(debug.overridenStatus(for: Products.premium) == .unknown)
        #expect(debug.isPurchased(Products.premium) == nil, "An override of unknown also hides the store's status.")
        debug.invalidateAllPurchaseOverrides()
        #expect(fixture.facts[key]?.override == nil)
        #expect(fixture.run { Either.isAvailable } == nil)
    }

    @Test func `overrides of a debug tracker made before setup apply after setup`() {
        let debug = DebugPurchaseTracker()
        debug.overridePurchase(product: Products.premium, with: .purchased)
        let fixture = Fixture(Either.self, tracker: debug)
        #expect(fixture.run { Either.isAvailable } == true)
        #expect(fixture.facts.overrides.count == 1)
    }

    @Test func `a purchase evaluates only the features that require its product`() {
        let fixture = Fixture(Either.self, Levels.self)
        let before = fixture.tracker.questions
        fixture.tracker.set(true, Products.premium)
        #expect(fixture.tracker.questions == before + 1, "The tracker is asked about one product, once.")
        #expect(fixture.changes.last?.availabilityChanges.map(\.feature) == ["Either"])
    }

    private func availability(of feature: any ConditionalFeature.Type, _ row: Case) -> Bool? {
        let fixture = Fixture(feature)
        fixture.tracker.set(row.premium, Products.premium)
        fixture.tracker.set(row.monthly, Products.monthly)
        return fixture.runtime.availability(of: feature).boolValue
    }
}

private final class Either: ConditionalFeature {
    static let description = "Premium or Monthly"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(anyOf: Products.premium, Products.monthly)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class EitherRequirement: ConditionalFeature {
    static let description = "Premium or Monthly, as requirements"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(anyOf: .init(Products.premium), .init(Products.monthly))
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Planned: ConditionalFeature {
    static let description = "Credits and Monthly"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.credits, quantity: 5)
        requirements.purchase(Products.monthly)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Each: ConditionalFeature {
    static let description = "Premium and Monthly"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(allOf: Products.premium, Products.monthly)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class EachCall: ConditionalFeature {
    static let description = "Premium and Monthly, one by one"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.premium)
        requirements.purchase(Products.monthly)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class EitherAndThird: ConditionalFeature {
    static let description = "(Premium or Supporter) and Season"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(
            PurchaseRequirement(
                Products.season, dependencies: [PurchaseRequirement(anyOf: [Products.premium, Products.supporter])]))
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Levels: ConditionalFeature {
    static let description = "Needs credits"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.credits, quantity: 5)
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}
