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

    // MARK: Statuses

    @Test func `a debug tracker without a target knows only its overrides`() {
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

    @Test func `a debug tracker without overrides returns the status of its target`() {
        target.set(true, for: premium)
        target.set(false, for: monthly)
        #expect(proxy.isPurchased(premium) == true)
        #expect(proxy.isSubscriptionActive(monthly) == false)
        #expect(proxy.isSubscriptionActive(season) == nil)
    }

    @Test func `an override of unknown hides the status of the target`() {
        target.set(true, for: premium)
        target.set(true, for: monthly)
        proxy.overridePurchase(product: premium, with: .unknown)
        proxy.overridePurchase(product: monthly, with: .unknown)
        #expect(proxy.isPurchased(premium) == nil)
        #expect(proxy.isSubscriptionActive(monthly) == nil)
    }

    @Test func `products of every type can be overridden`() {
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

    @Test func `past purchases and balances are forwarded`() {
        target.setEnabledByPastPurchases(true)
        target.setBalance(3)
        #expect(proxy.isFeatureEnabledByPastPurchases(ShopFeature.self))
        #expect(proxy.creditBalance(of: credits) == 3)
    }

    @Test func `the real status ignores overrides for every type of product`() {
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

    @Test func `setting and removing an override notifies observers`() {
        target.set(true, for: premium)
        log.clear()
        proxy.overridePurchase(product: premium, with: .notPurchased)
        proxy.invalidatePurchaseOverride(product: premium)
        #expect(log.lines == ["PREMIUM false", "PREMIUM true"])
        #expect(proxy.overridenStatus(for: premium) == nil)
    }

    @Test func `removing all overrides notifies observers of each product`() {
        target.set(true, for: premium)
        proxy.overridePurchase(product: premium, with: .notPurchased)
        proxy.overridePurchase(product: monthly, with: .purchased)
        log.clear()
        proxy.invalidateAllPurchaseOverrides()
        #expect(log.lines == ["MONTHLY false", "PREMIUM true"])
        #expect(proxy.purchaseOverrides.isEmpty)
    }

    @Test func `setting an equal override notifies no observer`() {
        proxy.overridePurchase(product: premium, with: .purchased)
        log.clear()
        proxy.overridePurchase(product: premium, with: .purchased)
        proxy.invalidatePurchaseOverride(product: monthly)
        #expect(log.lines == [])
    }

    @Test func `changes of the target are forwarded unless overridden`() {
        target.set(true, for: premium)
        proxy.overridePurchase(product: premium, with: .purchased)
        log.clear()
        target.set(false, for: premium)
        target.set(true, for: monthly)
        #expect(log.lines == ["MONTHLY true"])
    }

    @Test func `observers can be removed`() {
        proxy.removeObserver(observer)
        proxy.overridePurchase(product: premium, with: .purchased)
        #expect(log.lines == [])
    }

    @Test func `the target does not retain the debug tracker`() {
        var tracker: DebugPurchaseTracker? = DebugPurchaseTracker(targetPurchaseTracker: target)
        weak let weakTracker = tracker
        tracker?.overridePurchase(product: premium, with: .purchased)
        tracker = nil
        #expect(weakTracker == nil)
    }

    // MARK: Storage

    @Test func `attaching a storage moves overrides without a notification`() {
        proxy.overridePurchase(product: premium, with: .purchased)
        log.clear()
        let storage = TransientPurchaseOverrides()
        proxy.attach(storage: storage)
        #expect(storage.overrides == ["PREMIUM": .purchased])
        #expect(proxy.isPurchased(premium) == true)
        #expect(log.lines == [])
    }

    @Test func `attaching a storage keeps the overrides of the storage`() {
        proxy.overridePurchase(product: premium, with: .purchased)
        let storage = TransientPurchaseOverrides()
        storage.setOverride(.unknown, for: premium.productID)
        proxy.attach(storage: storage)
        #expect(proxy.overridenStatus(for: premium) == .unknown)
    }

    @Test func `changes in an attached storage notify observers`() {
        let storage = TransientPurchaseOverrides()
        proxy.attach(storage: storage)
        proxy.attach(storage: storage)
        storage.setOverride(.purchased, for: premium.productID)
        #expect(log.lines == ["PREMIUM true"])
        #expect(proxy.isPurchased(premium) == true)
        storage.removeAllOverrides()
        #expect(log.lines == ["PREMIUM true", "PREMIUM false"])
    }

    // MARK: Concurrency

    @Test func `a debug tracker can be used concurrently`() async {
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
