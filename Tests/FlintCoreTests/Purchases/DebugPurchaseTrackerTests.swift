import Testing

@testable import FlintCore

private let premium = NonConsumableProduct(name: "Premium", productID: "PREMIUM")
private let monthly = AutoRenewingSubscriptionProduct(name: "Monthly", productID: "MONTHLY")
private let season = NonRenewingSubscriptionProduct(name: "Season", productID: "SEASON")
private let credits = ConsumableProduct(name: "Credits", productID: "CREDITS")

struct DebugPurchaseTrackerTests {
    private let target = FakeTracker()
    private let log = Log()
    private let observer: RecordingObserver
    private let proxy: DebugPurchaseTracker

    init() {
        let log = log
        observer = RecordingObserver(log)
        proxy = DebugPurchaseTracker(targetPurchaseTracker: target)
        proxy.addObserver(observer)
    }

    // MARK: Answers

    @Test func byItselfItKnowsNothingUntilOverridden() {
        let tracker = DebugPurchaseTracker()
        #expect(tracker.isPurchased(premium) == nil)
        #expect(tracker.isSubscriptionActive(monthly) == nil)
        #expect(tracker.isFeatureEnabledByPastPurchases(ShopFeature.self) == false)
        #expect(tracker.creditBalance(of: credits) == nil)
        #expect(tracker.realStatus(for: premium) == nil)
        tracker.overridePurchase(product: premium, with: .purchased)
        #expect(tracker.isPurchased(premium) == true)
        tracker.overridePurchase(product: premium, with: .notPurchased)
        #expect(tracker.isPurchased(premium) == false)
    }

    @Test func withoutOverridesItAnswersAsTheOtherTracker() {
        target.set(true, for: premium)
        target.set(false, for: monthly)
        #expect(proxy.isPurchased(premium) == true)
        #expect(proxy.isSubscriptionActive(monthly) == false)
        #expect(proxy.isSubscriptionActive(season) == nil)
    }

    @Test func unknownMeansUnknownAlsoOverAnotherTracker() {
        target.set(true, for: premium)
        target.set(true, for: monthly)
        proxy.overridePurchase(product: premium, with: .unknown)
        proxy.overridePurchase(product: monthly, with: .unknown)
        #expect(proxy.isPurchased(premium) == nil)
        #expect(proxy.isSubscriptionActive(monthly) == nil)
    }

    @Test func productsOfEveryTypeCanBeOverridden() {
        for product in [premium, monthly, season, credits] as [Product] {
            proxy.overridePurchase(product: product, with: .purchased)
            #expect(proxy.overridenStatus(for: product) == .purchased)
        }
        #expect(proxy.isPurchased(premium) == true)
        #expect(proxy.isSubscriptionActive(monthly) == true)
        #expect(proxy.isSubscriptionActive(season) == true)
        #expect(
            PurchaseRequirement(credits, quantity: 5).isFulfilled(purchaseTracker: proxy, feature: ShopFeature.self)
                == true)
        #expect(proxy.purchaseOverrides.count == 4)
    }

    @Test func pastPurchasesAndBalancesPassThrough() {
        target.setEnabledByPastPurchases(true)
        target.setBalance(3)
        #expect(proxy.isFeatureEnabledByPastPurchases(ShopFeature.self))
        #expect(proxy.creditBalance(of: credits) == 3)
    }

    @Test func theRealStatusIsSeenThroughAnOverrideForEveryType() {
        target.set(true, for: premium)
        target.set(true, for: monthly)
        target.set(false, for: season)
        for product in [premium, monthly, season] as [Product] {
            proxy.overridePurchase(product: product, with: .notPurchased)
        }
        #expect(proxy.realStatus(for: premium) == true)
        #expect(proxy.realStatus(for: monthly) == true)
        #expect(proxy.realStatus(for: season) == false)
        #expect(proxy.realStatus(for: credits) == nil)
    }

    // MARK: Notifications

    @Test func overridingAndClearingTellsTheObservers() {
        target.set(true, for: premium)
        log.clear()
        proxy.overridePurchase(product: premium, with: .notPurchased)
        proxy.invalidatePurchaseOverride(product: premium)
        #expect(log.lines == ["PREMIUM false", "PREMIUM true"])
        #expect(proxy.overridenStatus(for: premium) == nil)
    }

    @Test func clearingAllTellsTheObserversOfEachProduct() {
        target.set(true, for: premium)
        proxy.overridePurchase(product: premium, with: .notPurchased)
        proxy.overridePurchase(product: monthly, with: .purchased)
        log.clear()
        proxy.invalidateAllPurchaseOverrides()
        #expect(log.lines == ["MONTHLY false", "PREMIUM true"])
        #expect(proxy.purchaseOverrides.isEmpty)
    }

    @Test func overridingWithWhatIsThereTellsNobody() {
        proxy.overridePurchase(product: premium, with: .purchased)
        log.clear()
        proxy.overridePurchase(product: premium, with: .purchased)
        proxy.invalidatePurchaseOverride(product: monthly)
        #expect(log.lines == [])
    }

    @Test func changesOfTheOtherTrackerArePassedOnUnlessOverridden() {
        target.set(true, for: premium)
        proxy.overridePurchase(product: premium, with: .purchased)
        log.clear()
        target.set(false, for: premium)
        target.set(true, for: monthly)
        #expect(log.lines == ["MONTHLY true"])
    }

    @Test func observersCanBeRemoved() {
        proxy.removeObserver(observer)
        proxy.overridePurchase(product: premium, with: .purchased)
        #expect(log.lines == [])
    }

    @Test func theOtherTrackerDoesNotKeepItAlive() {
        var tracker: DebugPurchaseTracker? = DebugPurchaseTracker(targetPurchaseTracker: target)
        weak let weakTracker = tracker
        tracker?.overridePurchase(product: premium, with: .purchased)
        tracker = nil
        #expect(weakTracker == nil)
    }

    // MARK: Where overrides are kept

    @Test func overridesMoveToAnAttachedStorageWithoutNotice() {
        proxy.overridePurchase(product: premium, with: .purchased)
        log.clear()
        let storage = TransientPurchaseOverrides()
        proxy.attach(storage: storage)
        #expect(storage.overrides == ["PREMIUM": .purchased])
        #expect(proxy.isPurchased(premium) == true)
        #expect(log.lines == [])
    }

    @Test func whatAnAttachedStorageHoldsAlreadyStays() {
        proxy.overridePurchase(product: premium, with: .purchased)
        let storage = TransientPurchaseOverrides()
        storage.setOverride(.unknown, for: premium.productID)
        proxy.attach(storage: storage)
        #expect(proxy.overridenStatus(for: premium) == .unknown)
    }

    @Test func changesMadeInTheAttachedStorageTellTheObservers() {
        let storage = TransientPurchaseOverrides()
        proxy.attach(storage: storage)
        proxy.attach(storage: storage)
        storage.setOverride(.purchased, for: premium.productID)
        #expect(log.lines == ["PREMIUM true"])
        #expect(proxy.isPurchased(premium) == true)
        storage.removeAllOverrides()
        #expect(log.lines == ["PREMIUM true", "PREMIUM false"])
    }

    // MARK: Threads

    @Test func canBeUsedFromManyThreadsAtOnce() async {
        let products = (0..<50).map { NonConsumableProduct(name: "P", productID: "P\($0)") }
        let proxy = proxy
        await withTaskGroup { group in
            for product in products {
                group.addTask { proxy.overridePurchase(product: product, with: .purchased) }
                group.addTask { _ = proxy.isPurchased(product) }
                group.addTask { _ = proxy.purchaseOverrides }
            }
        }
        #expect(proxy.purchaseOverrides.count == 50)
        #expect(log.lines.count == 50)
    }
}
