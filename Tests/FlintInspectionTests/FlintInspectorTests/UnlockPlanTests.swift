import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintSimulation
import FlintWorld
import Foundation
import Testing

struct UnlockPlanTests {
    @Test func `every plan makes the feature available as overrides, and no plan has an unnecessary step`() {
        var commands = RandomCommands(seed: 7)
        var taken = 0
        for _ in 0..<60 {
            let bench = Bench(permissions: [.camera: .restricted])
            for _ in 0..<4 { bench.send(commands.next()) }
            for feature in bench.inspector.readModel().features where feature.isAvailable != true {
                guard let plans = bench.inspector.plans(of: feature.id) else { continue }
                for plan in plans.plans + plans.impossiblePlans {
                    let steps = plan.compactMap { $0.overriding() }
                    guard steps.count == plan.count else { continue }
                    func isUnlocked(by steps: [Command]) -> Bool {
                        bench.inspector.preview(steps, limit: .max).changes
                            .contains { $0.featureID == feature.id && $0.after == true }
                    }
                    #expect(isUnlocked(by: steps), "\(feature.id): \(plan.map(\.title))")
                    taken += 1
                    for index in steps.indices {
                        var fewer = steps
                        fewer.remove(at: index)
                        #expect(!isUnlocked(by: fewer), "\(feature.id) without \(plan[index].title)")
                    }
                }
            }
        }
        #expect(taken > 100)
    }

    @Test func `plans for several features are reported as incomplete if not all of them are listed`() {
        let bench = Bench()
        let ids = ["Choice0", "Choice1", "Choice2", "Choice3"]
        let types: [any Choice.Type] = [Choice0.self, Choice1.self, Choice2.self, Choice3.self]
        for type in types { bench.runtime.bind { Flint.register(type) } }
        let world = bench.inspector.world(of: nil, reading: true)
        for (count, expected) in [(1, 4), (2, 16), (4, FeaturePlans.limit)] {
            let plans = world.plans(of: Array(ids.prefix(count)))
            #expect(plans.plans.count == expected && plans.areComplete == (count < 4), "\(count)")
            #expect(plans.plans.allSatisfy { $0.count == count })
        }
    }

    @Test func `a plan for an unsupported platform names another platform`() throws {
        let bench = Bench()
        bench.runtime.register(Elsewhere.self)
        let plans = try #require(bench.inspector.plans(of: "Elsewhere"))
        #expect(plans.impossiblePlans.first?.map(\.title) == ["run the app on any platform except iOS"])
    }

    @Test func `a plan states the price that the store shows`() throws {
        let bench = Bench(offers: [
            StoreOffer(productID: "premium", name: "Premium", type: .nonConsumable, price: "$4.99")
        ])
        let steps = bench.inspector.readModel().features.compactMap { bench.inspector.plans(of: $0.id) }.flatMap(
            \.plans
        )
        .joined()
        let purchase = try #require(steps.first { $0.key == "premium" })
        #expect(purchase.price == "$4.99")
        #expect(purchase.means == .userMust)
        #expect(purchase.override == "purchased")
    }

    @Test(arguments: [("$4.99", "$1.99", "supporter"), ("$1.99", "$4.99", "premium"), ("", "$4.99", "supporter")])
    func `the cheapest plan comes first, and a plan with an unknown price last`(
        premium: String, supporter: String, cheaper: String
    ) throws {
        let bench = Bench(offers: [
            StoreOffer(
                productID: "premium", name: "Premium", type: .nonConsumable, price: premium.isEmpty ? nil : premium),
            StoreOffer(productID: "supporter", name: "Supporter", type: .autoRenewable, price: supporter),
            StoreOffer(productID: "credits", name: "Credit", type: .consumable, price: "$0.99"),
        ])
        let plans = try #require(bench.inspector.plans(of: "TestApp/Premiere")).plans
        let products = plans.map { plan in plan.map(\.key).filter { $0 == "premium" || $0 == "supporter" } }
        #expect(products == [[cheaper], [cheaper == "premium" ? "supporter" : "premium"]])
    }

    @Test(arguments: [
        (nil, nil, ["buy Premium", "buy Supporter"]),
        ("patron", "premium", ["buy Supporter", "buy Premium, effective when Patron renews"]),
        ("sponsor", "supporter", ["buy Premium", "buy Supporter, effective when Sponsor renews"]),
    ])
    func `a downgrade is a plan that takes effect at the renewal and comes last`(
        owned: String?, delayed: String?, titles: [String]
    ) throws {
        func offer(_ id: String, _ group: String, level: Int, _ price: String) -> StoreOffer {
            StoreOffer(
                productID: id, name: id.capitalized, type: .autoRenewable, price: price, subscriptionGroup: "Club",
                subscriptionPeriod: SubscriptionPeriod("P1M"), subscriptionGroupID: group, subscriptionLevel: level)
        }
        let bench = Bench(offers: [
            offer("patron", "1", level: 1, "$9.99"), offer("premium", "1", level: 2, "$1.99"),
            offer("supporter", "2", level: 2, "$4.99"), offer("sponsor", "2", level: 1, "$8.99"),
            StoreOffer(productID: "credits", name: "Credit", type: .consumable),
        ])
        if let owned { bench.send(.store(.buy(productID: owned))) }
        let plans = try #require(bench.inspector.plans(of: "TestApp/Premiere"))
        let steps = plans.plans.flatMap { $0.filter { $0.kind == .purchase && $0.key != "credits" } }
        #expect(steps.map(\.title) == titles)
        #expect(steps.map(\.atRenewalOf) == [nil, owned])
        guard let delayed else { return }
        bench.send(.store(.buy(productID: delayed)))
        #expect(bench.feature("TestApp/Premiere")?.available == false)
    }

    @Test func `a product that the store does not sell is in no plan but those that only an override can simulate`()
        throws
    {
        let bench = Bench(offers: [StoreOffer(productID: "premium", name: "Premium", type: .nonConsumable)])
        let plans = try #require(bench.inspector.plans(of: "TestApp/Premiere"))
        #expect(plans.plans.isEmpty && plans.areComplete)
        let credits = plans.impossiblePlans.flatMap(\.self).first { $0.key == "credits" }
        #expect(credits?.means == .impossibleHere)
        #expect(credits?.reason == "the store does not sell it")
        bench.send(.setOverride(FactReference(kind: .purchase, key: "credits"), Override(value: "purchased")))
        #expect(bench.inspector.plans(of: "TestApp/Premiere")?.plans.isEmpty == false)
    }

    @Test func `plans use the offers of the app's own store`() throws {
        let runtime = FlintRuntime()
        let listings: [String: ProductListing] = [
            "premium": .sold(ProductPrice("$1.99", period: "P1M")), "supporter": .notSold, "credits": .sold(nil),
        ]
        runtime.setUp(TestApp.self) { $0.productListing = { listings[$0.productID] ?? .notSold } }
        let inspector = RuntimeInspector(runtime: runtime, configuration: .init(appName: "Own store", cause: "test"))
        let plans = try #require(inspector.plans(of: "TestApp/Premiere")).plans
        #expect(plans.map { $0.map(\.key) } == [["premium", "credits"]])
        #expect(plans.first?.map(\.priceText) == ["$1.99 for a month", nil])
        #expect(inspector.readModel().products.map(\.isSold) == [nil, nil, false])
    }

    @Test func `a plan contains the period of a subscription`() throws {
        let bench = Bench(offers: [
            StoreOffer(
                productID: "premium", name: "Premium", type: .autoRenewable, price: "$4.99",
                subscriptionPeriod: SubscriptionPeriod("P1M"))
        ])
        let steps = bench.inspector.readModel().features.compactMap { bench.inspector.plans(of: $0.id) }.flatMap(
            \.plans
        )
        .joined()
        #expect(steps.first { $0.key == "premium" }?.priceText == "$4.99 for a month")
    }

    @Test func `a step that this device does not support is impossible here, with the reason`() throws {
        let bench = Bench()
        let plans = try #require(bench.inspector.plans(of: "TestApp/Watch"))
        #expect(plans.plans.isEmpty && plans.areComplete)
        let platform = try #require(plans.impossiblePlans.first?.first { $0.kind == .platform })
        #expect(platform.means == .impossibleHere)
        #expect(platform.reason == "this is iOS 17.2")
        #expect(platform.override?.hasPrefix("watchOS") == true)
    }

    @Test func `a plan removes the override of a fact instead of buying or allowing it`() throws {
        let bench = Bench()
        bench.send(.setPurchase(productID: "premium", status: .purchased))
        bench.send(.override(.purchase, "premium", to: "not-purchased"))
        let feature = try #require(bench.inspector.usage(of: FactReference(kind: .purchase, key: "premium")).first)
        let steps = try #require(bench.inspector.plans(of: feature)).plans.joined()
        let step = try #require(steps.first { $0.key == "premium" })
        #expect(step.title == "remove the override of Premium")
        #expect(step.means == .developerCan && step.override == nil)
        bench.send(.setPurchase(productID: "premium", status: .notPurchased))
        let again = try #require(bench.inspector.plans(of: feature)).plans.joined().first { $0.key == "premium" }
        #expect(again?.title == "override Premium with another value")
        #expect(again?.override == "purchased")
    }
}

private final class Elsewhere: ConditionalFeature {
    static let description = "Supports every platform except iOS"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.iOS = .unsupported }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// A feature that one of two products unlocks.
private protocol Choice: ConditionalFeature {}

extension Choice {
    static var description: String { "Is unlocked by each of four products" }
    static func constraints(requirements: FeatureConstraintsBuilder) {
        let products = ["a", "b", "c", "d"].map {
            NonConsumableProduct(name: "\(self) \($0)", productID: "\(self).\($0)")
        }
        requirements.purchase(PurchaseRequirement(anyOf: products))
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Choice0: Choice {}
private final class Choice1: Choice {}
private final class Choice2: Choice {}
private final class Choice3: Choice {}
