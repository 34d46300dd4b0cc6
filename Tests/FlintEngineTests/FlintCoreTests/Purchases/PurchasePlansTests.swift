import FeatureGating
import Testing

@testable import FlintCore

struct PurchasePlansTests {
    private typealias Declaration = @Sendable (FeatureConstraintsBuilder) -> Void

    private static let prices: [String: ProductPrice?] = [
        "premium": ProductPrice("$9.99"), "supporter": ProductPrice("$2.99"), "season": ProductPrice("$4.00"),
        "monthly": ProductPrice("$1.99", period: "P1M"), "credits": ProductPrice("$0.50"),
    ]

    private static func fixture(
        prices: [String: ProductPrice?] = prices, _ first: @escaping Declaration,
        and second: @escaping Declaration = { _ in }, body: (Fixture) -> Void
    ) {
        Wanted.$declare.withValue(first) {
            Other.$declare.withValue(second) {
                let fixture = Fixture(Wanted.self, Other.self) { config in
                    config.setSource(of: tier) { .basic }
                    config.productListing = { product in
                        prices[product.productID].map(ProductListing.sold) ?? .notSold
                    }
                }
                for product in [Products.premium, Products.supporter, Products.season, Products.monthly] as [Product] {
                    fixture.tracker.set(false, product)
                }
                fixture.run { body(fixture) }
            }
        }
    }

    /// Returns plans as lines, such as "premium + 2 credits, allow: $9.99".
    private static func lines(_ plans: PurchasePlans) -> [String] { lines(plans.plans) }

    private static func lines(_ plans: [PurchasePlan]) -> [String] {
        plans.map { plan in
            let purchases = plan.purchases.map { purchase in
                (purchase.quantity == 1 ? "" : "\(purchase.quantity) ") + purchase.productID
                    + (purchase.isUndetermined ? "?" : "")
            }
            let steps = [purchases.joined(separator: " + ")] + plan.otherSteps.map(\.kind.rawValue)
            let totals = plan.totals.map { $0.map(\.displayText).joined(separator: " + ") } ?? "unknown"
            return "\(steps.filter { !$0.isEmpty }.joined(separator: ", ")): \(totals)"
        }
    }

    private static func lines(
        prices: [String: ProductPrice?] = prices, _ first: @escaping @Sendable (FeatureConstraintsBuilder) -> Void,
        and second: @escaping @Sendable (FeatureConstraintsBuilder) -> Void = { _ in }
    ) -> [String] {
        var lines: [String] = []
        fixture(prices: prices, first, and: second) { _ in
            lines = Self.lines(Flint.purchases(toUnlock: [Wanted.self, Other.self], in: "en"))
        }
        return lines
    }

    private static let anyOfThree: Declaration = { requirements in
        requirements.purchase(anyOf: Products.premium, Products.supporter, Products.monthly)
    }

    @Test func `the cheapest set for several features comes first`() {
        let lines = Self.lines {
            $0.purchase(anyOf: Products.premium, Products.supporter)
        } and: {
            $0.purchase(anyOf: Products.premium, Products.season)
        }
        #expect(lines == ["supporter + season: $6.99", "premium: $9.99"])
    }

    @Test func `prices that are paid once and recurring prices are neither added nor compared`() {
        let lines = Self.lines(Self.anyOfThree) { $0.purchase(Products.season) }
        #expect(
            lines == [
                "supporter + season: $6.99", "premium + season: $13.99",
                "monthly + season: $4.00 + $1.99 for a month",
            ])
    }

    @Test func `a product without a price is listed after all others`() {
        var prices = Self.prices
        prices["supporter"] = .some(nil)
        #expect(
            Self.lines(prices: prices, Self.anyOfThree) == [
                "premium: $9.99", "monthly: $1.99 for a month", "supporter: unknown",
            ])
    }

    @Test func `prices in different currencies have no sum`() {
        var prices = Self.prices
        prices["season"] = ProductPrice("4,00 €")
        #expect(
            Self.lines(prices: prices) { $0.purchases(Products.premium, Products.season) } == [
                "premium + season: unknown"
            ])
    }

    @Test func `a product that is not sold is never offered`() {
        var prices = Self.prices
        prices["supporter"] = nil
        #expect(
            Self.lines(prices: prices, Self.anyOfThree) == ["premium: $9.99", "monthly: $1.99 for a month"])
        #expect(Self.lines(prices: prices) { $0.purchases(Products.premium, Products.supporter) }.isEmpty)
    }

    @Test func `a level of the app's own is never offered`() {
        #expect(
            Self.lines { requirements in
                requirements.anyOf {
                    $0.purchase(Products.premium)
                    $0.fact(Self.tier, atLeast: .gold)
                }
            } == ["premium: $9.99"])
        #expect(Self.lines { $0.fact(Self.tier, atLeast: .gold) }.isEmpty)
    }

    @Test func `steps of the user are listed, and a set that needs the developer is not`() {
        #expect(
            Self.lines { requirements in
                requirements.purchase(Products.premium)
                requirements.anyOf {
                    $0.permission(.camera)
                    $0.featureFlag("beta")
                }
            } == ["premium, allow: $9.99"])
    }

    @Test func `a wider permission takes the place of a restricted one`() {
        Self.fixture {
            $0.purchase(Products.premium)
            $0.permission(.location(usage: .whenInUse))
        } and: {
            $0.permission(.location(usage: .always))
        } body: { fixture in
            fixture.permissions.set(.restricted, .location(usage: .whenInUse))
            let plans = Flint.purchases(toUnlock: [Wanted.self, Other.self]).plans
            #expect(Self.lines(plans) == ["premium, allow: $9.99"])
            #expect(plans.first?.otherSteps.map(\.code) == ["permission:location-always"])
        }
    }

    @Test func `units of a consumable product are multiplied, and suffice for each feature`() {
        Self.fixture {
            $0.purchase(Products.credits, quantity: 2)
        } and: {
            $0.purchase(Products.credits, quantity: 5)
        } body: { fixture in
            let ask = { Self.lines(Flint.purchases(toUnlock: [Wanted.self, Other.self])) }
            #expect(ask() == ["5 credits?: $2.50"])
            fixture.tracker.setBalance(1, of: Products.credits)
            fixture.tracker.setPast(false, Wanted.self, announcing: Products.credits)
            #expect(ask() == ["4 credits: $2.00"])
            fixture.tracker.setBalance(7, of: Products.credits)
            fixture.tracker.setPast(false, Wanted.self, announcing: Products.credits)
            #expect(ask() == ["0 credits?: $0.00"])
        }
    }

    @Test func `a product with an unknown status is marked`() {
        Self.fixture {
            $0.purchase(Products.premium)
        } body: { fixture in
            fixture.tracker.set(nil, Products.premium)
            #expect(Self.lines(Flint.purchases(toUnlock: [Wanted.self])) == ["premium?: $9.99"])
        }
    }

    @Test func `available features need no purchase`() {
        Self.fixture {
            $0.purchase(Products.premium)
        } body: { fixture in
            #expect(!Flint.purchases(toUnlock: [Wanted.self]).isUnlocked)
            fixture.tracker.set(true, Products.premium)
            let plans = Flint.purchases(toUnlock: [Wanted.self])
            #expect(plans.isUnlocked && plans.plans.isEmpty)
        }
    }

    @Test func `features can be chosen by their paths`() {
        Self.fixture {
            $0.purchase(Products.premium)
        } body: { _ in
            let chosen = Flint.conditionalFeatures.map(\.path)
            #expect(Self.lines(Flint.purchases(toUnlockFeaturesAt: chosen)) == ["premium: $9.99"])
            let unknown = Flint.purchases(toUnlockFeaturesAt: ["Nowhere"])
            #expect(!unknown.isUnlocked && unknown.plans.isEmpty)
        }
    }

    @Test func `plans apply on each of the platforms that the features support`() {
        Self.fixture { requirements in
            requirements.watchOS = .unsupported
            requirements.anyOf {
                $0.iOSOnly = 15
                $0.purchase(Products.premium)
            }
        } body: { _ in
            let features = [Wanted.self]
            #expect(Flint.purchases(toUnlock: features).isUnlocked, "The current platform is iOS.")
            #expect(Flint.purchases(toUnlock: features, platforms: [.iOS]).isUnlocked)
            #expect(Self.lines(Flint.purchases(toUnlock: features, platforms: Platform.all)) == ["premium: $9.99"])
            #expect(Flint.purchases(toUnlock: features, platforms: [.watchOS]) == .none)
        }
    }

    @Test func `a product opens features alone, together with others, or never`() {
        Self.fixture(Self.anyOfThree) {
            $0.purchases(Products.premium, Products.season)
        } body: { fixture in
            fixture.tracker.set(true, Products.season)
            let premium = Flint.features(openedBy: Products.premium)
            #expect(premium.alone.map(\.name) == ["Wanted"])
            #expect(premium.together.map(\.feature.name) == ["Other"])
            #expect(premium.together.map { Self.lines($0.plans) } == [["premium + season: $13.99"]])
            #expect(premium.never.isEmpty && premium.areComplete)
            let season = Flint.features(openedBy: Products.season)
            #expect(season.alone.isEmpty && season.never.isEmpty)
            #expect(season.together.map(\.feature.name) == ["Other"])
            let credits = Flint.features(openedBy: Products.credits)
            #expect(credits.alone + credits.never == [] && credits.together == [])
        }
    }

    @Test func `a product opens no feature that is available without it or whose flag is off`() {
        Self.fixture { requirements in
            requirements.anyOf {
                $0.iOSOnly = .any
                $0.purchase(Products.premium)
            }
        } and: {
            $0.purchase(Products.premium)
            $0.featureFlag("beta")
        } body: { _ in
            let premium = Flint.features(openedBy: Products.premium)
            #expect(premium.never.map(\.name) == ["Wanted", "Other"])
        }
    }

    private enum Tier: String, AppFactLevel { case basic, gold }

    private static let tier = AppFact<Tier>("tier", title: "Tier")

    private final class Wanted: ConditionalFeature {
        static let name = "Wanted"
        static let description = "A feature with requirements of the test"
        @TaskLocal static var declare: Declaration = { _ in }
        static func constraints(requirements: FeatureConstraintsBuilder) { declare(requirements) }
        static func prepare(actions: FeatureActionsBuilder) {}
    }

    private final class Other: ConditionalFeature {
        static let name = "Other"
        static let description = "Another feature with requirements of the test"
        @TaskLocal static var declare: Declaration = { _ in }
        static func constraints(requirements: FeatureConstraintsBuilder) { declare(requirements) }
        static func prepare(actions: FeatureActionsBuilder) {}
    }
}
