import FlintCore
import FlintSimulation
import Testing

private let premium = NonConsumableProduct(name: "Premium", productID: "PREMIUM")
private let monthly = AutoRenewingSubscriptionProduct(name: "Monthly", productID: "MONTHLY")
private let credits = ConsumableProduct(name: "Credits", productID: "CREDITS")

struct SimulatedStoreTests {
    private let log = Recorder<String>()

    @Test func aProductNothingHasBeenSaidOfIsNotOwned() {
        let store = SimulatedStore(owned: ["PREMIUM"])
        #expect(store.isPurchased(premium) == true)
        #expect(store.isSubscriptionActive(monthly) == false)
        #expect(store.creditBalance(of: credits) == nil)
    }

    @Test func theStoreCanBeUnableToSay() {
        let store = SimulatedStore(owned: ["PREMIUM"])
        store.set(nil, for: "PREMIUM")
        store.set(nil, for: "MONTHLY")
        #expect(store.isPurchased(premium) == nil)
        #expect(store.isSubscriptionActive(monthly) == nil)
    }

    @Test func buyingAndRefundingTellsOnceWhatBecameOfTheProduct() {
        let store = SimulatedStore()
        let observer = StoreObserver(log)
        store.addObserver(observer)
        store.buy("PREMIUM")
        store.buy("PREMIUM")
        store.refund("PREMIUM")
        store.refund("PREMIUM")
        store.buy("MONTHLY")
        store.set(nil, for: "MONTHLY")
        #expect(log.all == ["PREMIUM true", "PREMIUM false", "MONTHLY true", "MONTHLY false"])
    }

    @Test func balancesAreShownAndTold() {
        let store = SimulatedStore(balances: ["CREDITS": 3])
        let observer = StoreObserver(log)
        store.addObserver(observer)
        #expect(store.creditBalance(of: credits) == 3)
        store.setBalance(8, of: "CREDITS")
        #expect(store.creditBalance(of: credits) == 8)
        #expect(log.all.count == 1)
        store.setBalance(nil, of: "CREDITS")
        #expect(store.creditBalance(of: credits) == nil)
    }

    @Test func earlierPurchasesCanUnlockAFeature() {
        let store = SimulatedStore()
        let observer = StoreObserver(log)
        store.addObserver(observer)
        store.setUnlocked(true, feature: CoveredFeature.self)
        #expect(store.isFeatureEnabledByPastPurchases(CoveredFeature.self))
        #expect(!store.isFeatureEnabledByPastPurchases(OtherFeature.self))
        #expect(log.all.count == 1)
        store.setUnlocked(false, feature: CoveredFeature.self)
        #expect(!store.isFeatureEnabledByPastPurchases(CoveredFeature.self))
    }

    @Test func observersAreNotKeptAliveAndCanBeRemoved() {
        let store = SimulatedStore()
        let observer = StoreObserver(log)
        store.addObserver(observer)
        store.addObserver(StoreObserver(log))
        store.removeObserver(observer)
        store.buy("PREMIUM")
        #expect(log.all == [])
    }

    @Test func aDebugTrackerCanStandBeforeIt() {
        let store = SimulatedStore(owned: ["PREMIUM"])
        let tracker = DebugPurchaseTracker(targetPurchaseTracker: store)
        tracker.overridePurchase(product: premium, with: .unknown)
        #expect(tracker.isPurchased(premium) == nil)
        #expect(tracker.realStatus(for: premium) == true)
        #expect(store.isPurchased(premium) == true)
    }
}

private final class CoveredFeature: FeatureDefinition {
    static let description = "Costs credits"

    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class OtherFeature: FeatureDefinition {
    static let description = "Costs nothing"

    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class StoreObserver: PurchaseTrackerObserver {
    private let log: Recorder<String>

    init(_ log: Recorder<String>) {
        self.log = log
    }

    func purchaseStatusDidChange(productID: String, isPurchased: Bool) {
        log.append("\(productID) \(isPurchased)")
    }
}
