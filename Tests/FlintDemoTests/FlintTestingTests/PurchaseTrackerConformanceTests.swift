import Dispatch
import FlintCore
import FlintSimulation
import FlintTesting
import Foundation
import Testing

/// Tests of the conformance check for purchase trackers.
///
/// Correct trackers pass, each fault is detected, and the package's own trackers pass.
@Suite(.timeLimit(.minutes(20)))
struct PurchaseTrackerConformanceTests {
    private static let all: [PurchaseStatus] = [.purchased, .notPurchased, .unknown]

    static let rules: [FaultyTracker.Fault: ConformanceRule] = [
        .blocks: .answersWithoutBlocking, .neverChanges: .answersWhatWasSet,
        .answersAnotherThingEachTime: .answersAlike, .guessesWhatItDoesNotKnow: .unknownStaysUnknown,
        .takesUnknownForNotPurchased: .unknownStaysUnknown, .changesAllProducts: .changesNothingElse,
        .answersTasksOnly: .answersFromAnyThread, .declaresAnotherThingEachTime: .declaresOnce,
        .announcesNothing: .announcesChanges, .announcesBeforeTheChange: .announcesAfterTheChange,
        .passesTheOppositeOn: .announcesTheAnswer, .announcesTwice: .announcesOnce,
        .announcesWithItsLockHeld: .announcesWithoutLocks, .notifiesTheLastObserverOnly: .notifiesEveryObserver,
        .addsObserversAgain: .addsAnObserverOnce, .keepsRemovedObservers: .removesObservers,
        .keepsObserversAlive: .holdsObserversWeakly,
    ]

    private func check(
        _ fault: FaultyTracker.Fault, timing: ConformanceTiming = .synchronous(),
        deliver: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
    ) -> PurchaseTrackerConformance<FaultyTracker> {
        PurchaseTrackerConformance(statuses: Self.all, timing: timing) {
            FaultyTracker(fault, deliver: deliver)
        } change: { tracker, product, status in
            tracker.set(status, of: product)
        }
    }

    // MARK: The check

    @Test func `a correct tracker passes`() async throws {
        try await check(.none).verify()
    }

    @Test(arguments: FaultyTracker.Fault.allCases.filter { $0 != .none })
    func `every fault breaks its rule`(fault: FaultyTracker.Fault) async throws {
        let rule = try #require(Self.rules[fault])
        let failures = await check(fault, timing: .synchronous(deadline: fault.deadline)).failures()
        if fault == .blocks { FaultyTracker.open.signal() }
        #expect(failures.contains { $0.rule == rule.rawValue }, "\(failures)")
    }

    @Test func `a failure names the rule, the type, the product, the fault and the remedy`() async throws {
        let error = await #expect(throws: ConformanceError.self) { try await check(.announcesNothing).verify() }
        let failure = try #require(error?.failures.first)
        #expect(failure.rule == "announces-changes")
        #expect(failure.subject == "FaultyTracker, flint.testing.non-consumable")
        #expect(failure.problem == "The change from unknown to purchased was not announced.")
        #expect(failure.advice == "Notify the observers after every change, or let announcesChanges be false.")
        #expect(error?.description.split(separator: "\n").count == error?.failures.count)
        #expect(failure.description.hasSuffix("[announces-changes]"))
    }

    // MARK: Trackers that wrap another one

    private static let ownProducts: [Product] = [
        NonConsumableProduct(name: "Season", productID: "season"),
        AutoRenewingSubscriptionProduct(name: "Club", productID: "club"),
        ConsumableProduct(name: "Ticket", productID: "ticket"),
    ]

    private func wrapped(announcingItsOwn isOwn: Bool) -> PurchaseTrackerConformance<WrappingTracker> {
        var target = StagedPurchases()
        return PurchaseTrackerConformance(
            products: Self.ownProducts, features: [WrappingTracker.Special.self], knowsEveryPurchase: true
        ) {
            target = StagedPurchases()
            return WrappingTracker(target, products: Self.ownProducts, announcesItsOwnAnswer: isOwn)
        } change: { _, product, status in
            target.set(status, of: product.productID)
        }
    }

    @Test func `a tracker with rules for the app's own products is asked only about these products and features`()
        async throws
    {
        try await wrapped(announcingItsOwn: true).verify()
    }

    @Test func `a tracker that forwards another tracker's answer instead of its own is detected`() async {
        let failures = await PurchaseTrackerConformance(
            products: [Self.ownProducts[0], Self.ownProducts[2]], features: [WrappingTracker.Special.self],
            statuses: [.notPurchased], knowsEveryPurchase: true
        ) {
            WrappingTracker(StagedPurchases(), products: [], announcesItsOwnAnswer: false)
        } change: { tracker, product, _ in
            tracker.target.set(.purchased, of: product.productID)
            tracker.target.set(.notPurchased, of: product.productID)
        }.failures()
        #expect(failures.map(\.rule).contains(ConformanceRule.announcesTheAnswer.rawValue), "\(failures)")
    }

    @Test func `a closure that throws fails the test`() async {
        struct Unreachable: Error {}
        let unmade = PurchaseTrackerConformance<FaultyTracker> {
            throw Unreachable()
        } change: { _, _, _ in
        }
        #expect(await unmade.failures().map(\.rule) == ["fixture-works"])
        let unchanged = PurchaseTrackerConformance {
            FaultyTracker()
        } change: { _, _, _ in
            throw Unreachable()
        }
        #expect(await Set(unchanged.failures().map(\.rule)) == ["fixture-works"])
    }

    @Test func `announcements on a queue are awaited`() async throws {
        let queue = DispatchQueue(label: "announcements")
        try await check(.none, timing: .asynchronous(), deliver: { queue.async(execute: $0) }).verify()
    }

    @Test func `a missing announcement on a queue is detected at the deadline`() async {
        let failures = await check(.none, timing: .asynchronous(deadline: .seconds(5)), deliver: { _ in }).failures()
        #expect(Set(failures.map(\.rule)) == ["announces-changes"])
    }

    @MainActor
    @Test func `announcements in a task of the same actor are awaited`() async throws {
        let deliver: @Sendable (@escaping @Sendable () -> Void) -> Void = { body in Task { @MainActor in body() } }
        try await check(.none, timing: .asynchronous(), deliver: deliver).verify()
    }

    // MARK: Our own

    @Test func `the debug tracker alone conforms`() async throws {
        try await PurchaseTrackerConformance(statuses: Self.all) {
            DebugPurchaseTracker()
        } change: { tracker, product, status in
            tracker.overridePurchase(product: product, with: status)
        }.verify()
    }

    @Test func `the debug tracker over another tracker conforms, whichever of them changes`() async throws {
        var target = StagedPurchases()
        try await PurchaseTrackerConformance(statuses: Self.all, knowsEveryPurchase: true) {
            target = StagedPurchases()
            return DebugPurchaseTracker(targetPurchaseTracker: target)
        } change: { _, product, status in
            target.set(status, of: product.productID)
        }.verify()
        try await PurchaseTrackerConformance(statuses: Self.all, knowsEveryPurchase: true) {
            DebugPurchaseTracker(targetPurchaseTracker: StagedPurchases())
        } change: { tracker, product, status in
            tracker.overridePurchase(product: product, with: status)
        }.verify()
    }

    @Test func `the debug tracker in an engine conforms`() async throws {
        var runtimes: [FlintRuntime] = []
        try await PurchaseTrackerConformance(statuses: Self.all, knowsEveryPurchase: true) {
            let tracker = DebugPurchaseTracker(targetPurchaseTracker: StagedPurchases())
            let app = GatingTest(Nothing.self) { $0.purchaseTracker = tracker }
            runtimes.append(app.runtime)
            return tracker
        } change: { tracker, product, status in
            tracker.overridePurchase(product: product, with: status)
        }.verify()
    }

    @Test func `the tracker of a file conforms`() async throws {
        try await withFolder { folder in
            try await Self.file { FilePurchaseTracker(directory: folder.next()) }.verify()
        }
    }

    @Test func `the StoreKit tracker conforms on systems without StoreKit`() async throws {
        try await withFolder { folder in
            try await Self.file { StoreKitPurchaseTracker(directory: folder.next(), store: nil) }.verify()
        }
    }

    /// Checks a tracker with purchases and revocations in a file.
    private static func file<Tracker: FilePurchaseTracker>(
        _ make: @escaping () throws -> Tracker
    ) -> PurchaseTrackerConformance<Tracker> {
        var lastID: UInt64 = 0
        var purchased: [Product: UInt64] = [:]
        return PurchaseTrackerConformance(knowsEveryPurchase: true) {
            purchased = [:]
            return try make()
        } change: { tracker, product, status in
            if status == .purchased {
                guard purchased[product] == nil else { return }
                lastID += 1
                purchased[product] = lastID
                try tracker.record([
                    PurchaseLedger.Transaction(
                        id: lastID, productID: product.productID, productType: PurchaseLedger.ProductType(product),
                        purchaseDate: Date(timeIntervalSinceNow: -60))
                ])
            } else if let id = purchased.removeValue(forKey: product) {
                try tracker.revoke(id, at: Date(timeIntervalSinceNow: -1), reason: .other)
            }
        }
    }

    @Test func `the simulated store conforms with assigned statuses and with purchases`() async throws {
        try await PurchaseTrackerConformance(statuses: Self.all, knowsEveryPurchase: true) {
            SimulatedStore(clock: SimulatedClock(rate: 0))
        } change: { store, product, status in
            store.setOwned(status.truth.boolValue, productID: product.productID)
        }.verify()
        let offers = ConformanceSamples.products.map { StoreOffer($0) }
        try await PurchaseTrackerConformance(knowsEveryPurchase: true) {
            SimulatedStore(offers: offers, clock: SimulatedClock(rate: 0))
        } change: { store, product, status in
            status == .purchased ? store.buy(product.productID) : store.refund(product.productID)
        }.verify()
    }

    @Test func `the tracker of a gating test conforms`() async throws {
        try await PurchaseTrackerConformance(statuses: Self.all, knowsEveryPurchase: true) {
            StagedPurchases()
        } change: { tracker, product, status in
            tracker.set(status, of: product.productID)
        }.verify()
    }
}

/// A tracker that answers for some products as another tracker does, and that no other product is owned.
private final class WrappingTracker: PurchaseTracker, PurchaseTrackerObserver, @unchecked Sendable {
    let target: StagedPurchases
    let announcesChanges = true
    private let products: Set<String>
    private let announcesItsOwnAnswer: Bool
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()

    init(_ target: StagedPurchases, products: [Product], announcesItsOwnAnswer: Bool) {
        (self.target, self.announcesItsOwnAnswer) = (target, announcesItsOwnAnswer)
        self.products = Set(products.map(\.productID))
        target.addObserver(self)
    }

    final class Special: Feature {
        static let description = "Unlocked by past purchases"
        static func prepare(actions: FeatureActionsBuilder) {}
    }

    func addObserver(_ observer: any PurchaseTrackerObserver) { observers.add(observer) }
    func removeObserver(_ observer: any PurchaseTrackerObserver) { observers.remove(observer) }

    func isPurchased(_ product: NonConsumableProduct) -> Bool? { isOwn(product) ? target.isPurchased(product) : false }

    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? {
        isOwn(product) ? target.isSubscriptionActive(product) : false
    }

    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool {
        precondition(feature == Special.self, "The app has no other feature.")
        return false
    }

    func creditBalance(of product: ConsumableProduct) -> Int? {
        precondition(product.productID == "ticket", "The app has no other consumable product.")
        return 3
    }

    private func isOwn(_ product: Product) -> Bool { products.contains(product.productID) }

    func purchaseStatusDidChange(productID: String, isPurchased: Bool) {
        let isPurchased = isPurchased && (products.contains(productID) || !announcesItsOwnAnswer)
        observers.notify { $0.purchaseStatusDidChange(productID: productID, isPurchased: isPurchased) }
    }
}
