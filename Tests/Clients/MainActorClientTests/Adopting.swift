import FlintCore
import FlintTesting
import Foundation
import Testing

// The code of the article "Adopting in an Existing App" about modules that are isolated to the main actor.

final class LakeFeatures: FeatureGroup {
    static let description = "Everything at the lake"
    static var subfeatures: [FeatureDefinition.Type] = [BoatFeature.self]
}

final class BoatFeature: ConditionalFeature {
    static let description = "Rents boats"
    static let ticket = NonConsumableProduct(name: "Boat ticket", productID: "boat")

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag(FeatureKey(LakeFlag.boats))
        requirements.purchase(ticket)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

final class BoatHouse: PurchaseTracker {
    func addObserver(_ observer: any PurchaseTrackerObserver) {}
    func removeObserver(_ observer: any PurchaseTrackerObserver) {}
    func isPurchased(_ product: NonConsumableProduct) -> Bool? { product.productID == "boat" }
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { nil }
    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { false }
}

final class Ferryman: AnalyticsProvider, ActionDispatchObserver, PurchaseTrackerObserver, UserFeatureTogglesObserver {
    func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {}
    func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {}
    func purchaseStatusDidChange(productID: String, isPurchased: Bool) {}
    func userFeatureTogglesDidChange() {}
}

nonisolated enum LakeFlag: String, CaseIterable {
    case swans
    case boats

    var isOn: Bool { self == .swans }
}

func setUpLake() {
    Flint.adopt(LakeFlag.self) { $0.isOn }
    Flint.setup(LakeFeatures.self) { $0.purchaseTracker = BoatHouse() }
}

struct LakeTests {
    @Test(arguments: await MainActor.run { GatingPersonas.covering(LakeFeatures.self) })
    func aTicketAloneOpensNothing(persona: GatingPersona) throws {
        let app = GatingTest(LakeFeatures.self)
        try app.apply(persona)
        app.purchase(BoatFeature.ticket)
        app.set("boats", to: false)
        #expect(!app.isAvailable(BoatFeature.self))
    }
}

struct AdoptingTests {
    @Test func `an adopted flag decides in a module isolated to the main actor`() {
        Flint.withRuntime(FlintRuntime()) {
            setUpLake()
            #expect(BoatFeature.descriptionOfUnsatisfiedConstraints == "Flag boats is off")
        }
    }

    @Test(.persona("Everything granted", of: LakeFeatures.self))
    func `a persona's trait needs no closure`() {
        #expect(BoatFeature.isAvailable == true)
    }

    // The compiler would reject the calls if the types were isolated.
    @Test nonisolated func `a source and an observer are not isolated`() {
        Ferryman().userFeatureTogglesDidChange()
        #expect(BoatHouse().isPurchased(NonConsumableProduct(name: "Boat ticket", productID: "boat")) == true)
    }

    @Test func `a covering set has a persona for each requirement`() {
        #expect(
            GatingPersonas.covering(LakeFeatures.self).map(\.name) == [
                "Without Flag boats", "Without Boat ticket", "Everything granted",
            ])
    }
}
