import FlintTestSupport
import Foundation
import Testing

@testable import FlintCore
@testable import FlintSimulation

private let premium = NonConsumableProduct(name: "Premium", productID: "PREMIUM")
private let monthly = AutoRenewingSubscriptionProduct(name: "Monthly", productID: "MONTHLY")
private let credits = ConsumableProduct(name: "Credits", productID: "CREDITS")

struct SimulatedStoreTests {
    private let log = Recorder<String>()

    @Test func `a product without a status is not owned`() {
        let store = SimulatedStore(owned: ["PREMIUM"])
        #expect(store.isPurchased(premium) == true)
        #expect(store.isSubscriptionActive(monthly) == false)
        #expect(store.creditBalance(of: credits) == nil)
    }

    @Test func `a status can be unknown`() {
        let store = SimulatedStore(owned: ["PREMIUM"])
        store.setOwned(nil, productID: "PREMIUM")
        store.setOwned(nil, productID: "MONTHLY")
        #expect(store.isPurchased(premium) == nil)
        #expect(store.isSubscriptionActive(monthly) == nil)
    }

    @Test func `a listing states the price of an offer and the period of a subscription`() {
        let store = SimulatedStore(offers: [
            StoreOffer(monthly, price: "$4.99"), StoreOffer(credits),
        ])
        #expect(store.listing(of: monthly) == .sold(ProductPrice("$4.99", period: "P1M")))
        #expect(store.listing(of: credits) == .sold(nil))
        #expect(store.listing(of: premium) == .notSold)
        #expect(SimulatedStore().listing(of: premium) == .sold(nil), "Such a store sells every product.")
    }

    @Test func `observers are notified once per changed purchase status`() {
        let store = SimulatedStore()
        let observer = StoreObserver(log)
        store.addObserver(observer)
        store.buy("PREMIUM")
        store.buy("PREMIUM")
        store.refund("PREMIUM")
        store.refund("PREMIUM")
        store.buy("MONTHLY")
        store.setOwned(nil, productID: "MONTHLY")
        #expect(log.all == ["PREMIUM true", "PREMIUM false", "MONTHLY true", "MONTHLY false"])
    }

    @Test func `a changed balance is announced`() {
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

    // MARK: Events

    @Test func `purchases follow the offers of the store`() throws {
        let store = SimulatedStore(
            balances: ["credits": 2], offers: Offers.all, clock: SimulatedClock(now: day(0), rate: 0))
        try store.send(.buy(productID: "credits", quantity: 5))
        try store.send(.buy(productID: "monthly"))
        #expect(store.creditBalance(of: Offers.credits) == 7)
        #expect(store.isSubscriptionActive(Offers.monthly) == true)
        #expect(throws: StoreRefusal.self) { try store.send(.buy(productID: "monthly")) }
        store.clock.advance(by: 40 * 86_400)
        #expect(store.simulation.events.last?.line == "2026-02-01 monthly: renewed until 2026-03-01")
        #expect(store.name(of: "monthly") == "Monthly")
        #expect(store.name(of: "other") == "other")
    }

    @Test func `each event in one advance is announced with the status at its time`() {
        let store = SimulatedStore(
            offers: Offers.all, settings: StoreSettings(failsRenewals: true),
            clock: SimulatedClock(now: day(0), rate: 0))
        let observer = StoreObserver(log)
        store.addObserver(observer)
        store.buy("weekly")
        store.buy("season")
        store.clock.advance(by: 200 * 86_400)
        #expect(log.all == ["weekly true", "season true", "weekly false", "season false"])
    }

    @Test func `a change by an observer is announced after the change being delivered`() {
        let store = SimulatedStore(offers: Offers.all, clock: SimulatedClock(now: day(0), rate: 0))
        let buyer = BuyingObserver(store: store, log: log)
        store.addObserver(buyer)
        let observer = StoreObserver(log)
        store.addObserver(observer)
        store.buy("monthly")
        #expect(log.all == ["buying", "monthly true", "premium true"])
        #expect(store.isPurchased(Offers.premium) == true)
    }

    @Test func `a running clock wakes the store at its next event`() {
        let real = ManualTime(now: day(0))
        let store = SimulatedStore(
            offers: Offers.all, clock: SimulatedClock(rate: 86_400, realTime: { real.now }, timer: real))
        #expect(real.deadline == nil)
        store.buy("monthly")
        #expect(real.deadline == day(0).addingTimeInterval(31))
        real.advance(seconds: 31)
        #expect(store.simulation.events.last?.line == "2026-02-01 monthly: renewed until 2026-03-01")
        #expect(real.deadline == day(0).addingTimeInterval(59))
        store.setRate(0)
        #expect(real.deadline == nil)
        store.setRate(1)
        #expect(real.deadline == day(0).addingTimeInterval(31 + 28 * 86_400))
        store.refund("monthly")
        #expect(real.deadline == nil)
    }

    @Test func `a clock that is far behind processes a limited number of events`() {
        let real = ManualTime(now: day(0))
        let store = SimulatedStore(
            offers: Offers.all, clock: SimulatedClock(rate: 86_400, realTime: { real.now }, timer: real))
        store.buy("weekly")
        real.advance(seconds: 1_000_000_000)
        // The clock stops at the last event that was processed.
        #expect(store.simulation.eventCount == 1 + SimulatedStore.maximumClockSteps)
        #expect(store.clock.now == store.simulation.now)
    }

    @Test func `advancing the clock processes the events that are due`() {
        let store = SimulatedStore(offers: Offers.all, clock: SimulatedClock(now: day(0), rate: 0))
        store.buy("weekly")
        #expect(store.advance(by: 15 * 86_400).map(\.line).count == 2)
        #expect(store.advanceToNextEvent().map(\.line) == ["2026-01-22 weekly: renewed until 2026-01-29"])
        #expect(store.clock.now == day(21))
        #expect(store.advance(by: -5).isEmpty)
        #expect(store.advance(by: .nan).isEmpty)
        #expect(store.clock.now == day(21))
    }

    @Test func `a reset restores the initial state and is announced`() {
        let store = SimulatedStore(
            balances: ["credits": 2], offers: Offers.all, clock: SimulatedClock(now: day(0), rate: 0))
        let observer = StoreObserver(log)
        store.addObserver(observer)
        store.buy("monthly")
        store.updateSettings { $0.asksToBuy = true }
        store.advance(by: 100 * 86_400)
        #expect(store.reset().map(\.line) == ["2026-01-01 : the store was reset to its initial state"])
        #expect(store.clock.now == day(0))
        #expect(store.simulation.settings == StoreSettings())
        #expect(store.isSubscriptionActive(Offers.monthly) == false)
        #expect(store.creditBalance(of: Offers.credits) == 2)
        #expect(log.all.last == "monthly false")
    }

    @Test func `changes of a copy do not affect the store`() {
        let store = SimulatedStore(offers: Offers.all, clock: SimulatedClock(now: day(0), rate: 0))
        let observer = StoreObserver(log)
        store.addObserver(observer)
        store.buy("monthly")
        let before = store.simulation
        let copy = store.copy()
        #expect(copy.isSubscriptionActive(Offers.monthly) == true)
        copy.refund("monthly")
        copy.advance(by: 5)
        #expect(copy.isSubscriptionActive(Offers.monthly) == false)
        #expect(store.isSubscriptionActive(Offers.monthly) == true)
        #expect(store.simulation == before)
        #expect(log.all == ["monthly true"])
    }

    @Test func `a store event is recorded before the changed facts`() {
        let store = SimulatedStore(offers: Offers.all, clock: SimulatedClock(now: day(0), rate: 0))
        let runtime = FlintRuntime()
        runtime.setUp(StoreFeatures.self) { config in
            config.purchaseTracker = store
            store.connect(to: .current)
        }
        Cause.withCause("console") { store.buy("premium") }
        let events = runtime.journal.events
        #expect(events.map(\.cause) == ["console", "store"])
        guard case .storeEvent(let event)? = events.first?.kind, case .factChanged? = events.last?.kind else {
            Issue.record("The journal has \(events)")
            return
        }
        #expect(event == StoreEvent(productID: "premium", productName: "Premium", summary: "bought", date: day(0)))
    }

    @Test func `a declared product can be bought without an offer`() throws {
        let store = SimulatedStore(clock: SimulatedClock(now: day(0), rate: 0))
        let runtime = FlintRuntime()
        runtime.setUp(StoreFeatures.self) { config in
            config.purchaseTracker = store
            store.connect(to: .current)
        }
        #expect(try store.send(.buy(productID: "monthly")).map(\.summary) == ["bought until 2026-02-01"])
        #expect(store.simulation.offers.isEmpty)
    }

    @Test func `setting a status records no store event`() {
        let store = SimulatedStore(offers: Offers.all, clock: SimulatedClock(now: day(0), rate: 0))
        let runtime = FlintRuntime()
        runtime.setUp(StoreFeatures.self) { config in
            config.purchaseTracker = store
            store.connect(to: .current)
        }
        Cause.withCause("console") { store.setOwned(true, productID: "premium") }
        #expect(runtime.journal.events.map(\.cause) == ["console"])
        #expect(store.simulation.eventCount == 0)
    }

    @Test func `concurrent purchases are all recorded`() async {
        let store = SimulatedStore(offers: Offers.all, clock: SimulatedClock(now: day(0), rate: 0))
        await withTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { store.buy("credits") }
                group.addTask { store.clock.advance(by: 86_400) }
            }
        }
        #expect(store.creditBalance(of: Offers.credits) == 100)
    }

    @Test func `unlocking a feature announces its required products`() {
        let store = SimulatedStore(offers: Offers.all, clock: SimulatedClock(now: day(0), rate: 0))
        let runtime = FlintRuntime()
        runtime.setUp(StoreFeatures.self) { config in
            config.purchaseTracker = store
            store.connect(to: .current)
        }
        let observer = StoreObserver(log)
        store.addObserver(observer)
        store.setUnlocked(true, feature: CreditFeature.self)
        store.setUnlocked(true, feature: CreditFeature.self)
        #expect(log.all == ["credits false", "premium false"])
        Flint.withRuntime(runtime) { #expect(CreditFeature.isAvailable == false, "The other product is not owned.") }
        store.setOwned(true, productID: "premium")
        Flint.withRuntime(runtime) { #expect(CreditFeature.isAvailable == true) }
    }

    @Test func `past purchases unlock a feature`() {
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

    @Test func `observers are held weakly and can be removed`() {
        let store = SimulatedStore()
        let observer = StoreObserver(log)
        store.addObserver(observer)
        store.addObserver(StoreObserver(log))
        store.removeObserver(observer)
        store.buy("PREMIUM")
        #expect(log.all == [])
    }

    @Test func `a debug tracker overrides the store without changing it`() {
        let store = SimulatedStore(owned: ["PREMIUM"])
        let tracker = DebugPurchaseTracker(targetPurchaseTracker: store)
        tracker.overridePurchase(product: premium, with: .unknown)
        #expect(tracker.isPurchased(premium) == nil)
        #expect(tracker.realStatus(for: premium) == true)
        #expect(store.isPurchased(premium) == true)
    }

    // MARK: Waking and announcements

    @Test func `a store that begins with a subscription wakes for its renewal`() {
        let real = ManualTime(now: day(0))
        let clock = SimulatedClock(rate: 86_400, realTime: { real.now }, timer: real)
        let store = SimulatedStore(owned: ["monthly"], offers: Offers.all, clock: clock)
        #expect(real.deadline == day(0).addingTimeInterval(31))
        #expect(store.isSubscriptionActive(Offers.monthly) == true)
    }

    @Test func `a reset is recorded in the journal`() {
        let store = SimulatedStore(owned: ["premium"], offers: Offers.all, clock: SimulatedClock(now: day(0), rate: 0))
        let runtime = FlintRuntime()
        runtime.setUp(StoreFeatures.self) { config in
            config.purchaseTracker = store
            store.connect(to: .current)
        }
        store.reset()
        #expect(
            runtime.journal.events.compactMap(\.storeLine) == ["2026-01-01 : the store was reset to its initial state"])
    }

    @Test func `a product set as owned has its declared type`() {
        let store = SimulatedStore(clock: SimulatedClock(now: day(0), rate: 0))
        let runtime = FlintRuntime()
        runtime.setUp(StoreFeatures.self) { config in
            config.purchaseTracker = store
            store.connect(to: .current)
        }
        store.setOwned(true, productID: "monthly")
        #expect(store.simulation.nextDue?.date == day(31))
        store.setOwned(true, productID: "premium")
        #expect(store.simulation.ledger.transactions(of: "premium").map(\.productType) == [.nonConsumable])
    }

    @Test func `an assigned balance is announced with the cause of its caller`() {
        let store = SimulatedStore(balances: ["CREDITS": 3])
        let observer = CauseObserver(log)
        store.addObserver(observer)
        Cause.withCause("console") { store.setBalance(0, of: "CREDITS") }
        #expect(log.all == ["CREDITS console"])
    }
}

/// Records the announced products with the cause of each change.
private final class CauseObserver: PurchaseTrackerObserver {
    private let log: Recorder<String>

    init(_ log: Recorder<String>) {
        self.log = log
    }

    func purchaseStatusDidChange(productID: String, isPurchased: Bool) {
        log.append("\(productID) \(Cause.current?.rawValue ?? "none")")
    }
}

private final class StoreFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [StoreFeature.self, CreditFeature.self] }
}

private final class StoreFeature: ConditionalFeature {
    static let description = "Needs two purchases"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Offers.premium)
        requirements.purchase(Offers.monthly)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class CreditFeature: ConditionalFeature {
    static let description = "Needs a purchase and credits"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Offers.premium)
        requirements.purchase(Offers.credits, quantity: 5)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

/// Buys another product when a purchase is announced.
private final class BuyingObserver: PurchaseTrackerObserver {
    private let store: SimulatedStore
    private let log: Recorder<String>

    init(store: SimulatedStore, log: Recorder<String>) {
        self.store = store
        self.log = log
    }

    func purchaseStatusDidChange(productID: String, isPurchased: Bool) {
        guard productID == "monthly" else { return }
        log.append("buying")
        store.buy("premium")
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
