import FlintTestSupport
import Foundation
import Testing

@testable import FlintCore

@MainActor
struct FilePurchaseTrackerTests {
    private let folder = StateFolder()
    private let time = ManualTime()
    private let premium = NonConsumableProduct(name: "Premium", productID: "premium")
    private let monthly = AutoRenewingSubscriptionProduct(name: "Monthly", productID: "monthly")
    private let credits = ConsumableProduct(name: "Credits", productID: "credits")

    /// A new tracker of the same file, as in another process.
    private var tracker: FilePurchaseTracker {
        let time = time
        return FilePurchaseTracker(path: folder.path(of: "purchases.json"), timer: time) { time.now }
    }

    private func bought(
        _ id: UInt64, _ productID: String, _ type: PurchaseLedger.ProductType, until seconds: Double? = nil,
        quantity: Int = 1
    ) -> PurchaseLedger.Transaction {
        PurchaseLedger.Transaction(
            id: id, productID: productID, productType: type, purchaseDate: time.now,
            expirationDate: seconds.map { time.now + $0 }, quantity: quantity)
    }

    // MARK: Statuses

    @Test func `no product is purchased without a file and no file is created`() throws {
        let tracker = tracker
        let observer = TrackerObserver()
        tracker.addObserver(observer)
        #expect(tracker.isPurchased(premium) == false)
        #expect(tracker.isSubscriptionActive(monthly) == false)
        #expect(tracker.creditBalance(of: credits) == nil)
        #expect(!tracker.isFeatureEnabledByPastPurchases(TimelineFeature.self))
        #expect(tracker.problem == nil)
        #expect(try folder.names == [])
    }

    @Test func `recorded purchases are saved in a file readable by its owner only`() throws {
        try tracker.record([
            bought(1, "premium", .nonConsumable), bought(2, "monthly", .autoRenewable, until: 60),
            bought(3, "credits", .consumable, quantity: 5),
        ])
        try tracker.record([
            PurchaseLedger.Consumption(id: 4, productID: "credits", quantity: 2, date: time.now)
        ])
        let later = tracker
        #expect(later.isPurchased(premium) == true)
        #expect(later.isSubscriptionActive(monthly) == true)
        #expect(later.creditBalance(of: credits) == 3)
        #expect(try folder.mode("purchases.json") == 0o600)
        #expect(later.ledger?.transactions.map(\.id) == [1, 2, 3])
    }

    @Test func `the file is in the given directory`() {
        #expect(FilePurchaseTracker(directory: folder.path).path == folder.path(of: "purchases.json"))
        #expect(FilePurchaseTracker(directory: folder.path + "/").path == folder.path(of: "purchases.json"))
    }

    @Test func `a revoked purchase no longer counts`() throws {
        let tracker = tracker
        try tracker.record([bought(1, "premium", .nonConsumable)])
        #expect(try tracker.revoke(1, at: time.now, reason: .other))
        #expect(try !tracker.revoke(7, at: time.now, reason: .other))
        #expect(tracker.isPurchased(premium) == false)
        #expect(self.tracker.isPurchased(premium) == false)
    }

    @Test func `a revoked or failed transaction keeps other purchases`() throws {
        let tracker = tracker
        try tracker.record([bought(1, "premium", .nonConsumable)])
        var revoked = bought(2, "premium", .nonConsumable)
        revoked.revocationDate = time.now
        try tracker.record([revoked])
        try tracker.record([] as [PurchaseLedger.Transaction])
        #expect(tracker.isPurchased(premium) == true)
        try tracker.record([bought(3, "monthly", .autoRenewable, until: 60)])
        try tracker.setRenewal(.init(willAutoRenew: true, isInBillingRetry: true), of: "monthly")
        #expect(tracker.isSubscriptionActive(monthly) == true)
    }

    @Test func `a grace period keeps a subscription active`() throws {
        let tracker = tracker
        try tracker.record([bought(1, "monthly", .autoRenewable, until: 60)])
        try tracker.setRenewal(
            .init(willAutoRenew: true, gracePeriodExpirationDate: time.now + 120, isInBillingRetry: true),
            of: "monthly")
        time.pass(seconds: 90)
        #expect(tracker.isSubscriptionActive(monthly) == true)
        time.pass(seconds: 30)
        #expect(tracker.isSubscriptionActive(monthly) == false)
    }

    @Test func `a subclass can override the status of products`() throws {
        let tracker = LicensedTracker(directory: folder.path)
        #expect(tracker.isPurchased(premium) == true)
        #expect(tracker.isSubscriptionActive(monthly) == false)
        #expect(tracker.isFeatureEnabledByPastPurchases(TimelineFeature.self))
        #expect(tracker.creditBalance(of: credits) == 7)
    }

    @Test func `only a subclass does not announce changes`() {
        #expect(tracker.announcesChanges)
        #expect(!LicensedTracker(directory: folder.path).announcesChanges)
    }

    // MARK: Announcements

    @Test func `observers are notified after a change is saved`() throws {
        let tracker = tracker
        let file = folder.path(of: "purchases.json")
        let observer = TrackerObserver { #expect(FileManager.default.fileExists(atPath: file)) }
        tracker.addObserver(observer)
        try tracker.record([bought(1, "premium", .nonConsumable), bought(2, "credits", .consumable)])
        #expect(observer.changes == ["credits false", "premium true"])
        try tracker.record([bought(1, "premium", .nonConsumable)])
        #expect(observer.changes.count == 2, "No status changes.")
        try tracker.revoke(1, at: time.now, reason: .other)
        #expect(observer.changes.last == "premium false")
        tracker.removeObserver(observer)
        try tracker.record([bought(3, "premium", .nonConsumable)])
        #expect(observer.changes.count == 3)
    }

    @Test func `an observer is not notified of a product whose status has not changed since it was added`() throws {
        let tracker = tracker
        try tracker.record([bought(1, "premium", .nonConsumable)])
        let observer = TrackerObserver()
        tracker.addObserver(observer)
        try tracker.record([bought(2, "bonus", .nonConsumable)])
        #expect(observer.changes == ["bonus true"])
        tracker.removeObserver(observer)
    }

    @Test func `observers are notified when a subscription expires`() throws {
        let tracker = tracker
        let observer = TrackerObserver()
        tracker.addObserver(observer)
        #expect(time.deadline == nil)
        try tracker.record([
            bought(1, "monthly", .autoRenewable, until: 60), bought(2, "pass", .nonRenewable, until: 100),
        ])
        #expect(time.deadline == time.now + 60)
        time.advance(seconds: 60)
        #expect(observer.changes == ["monthly true", "pass true", "monthly false"])
        #expect(tracker.isSubscriptionActive(monthly) == false)
        #expect(time.deadline == time.now + 40)
        time.advance(seconds: 40)
        #expect(observer.changes.last == "pass false")
        #expect(time.deadline == nil, "No deadline is scheduled.")
        tracker.removeObserver(observer)
    }

    @Test func `no timer is scheduled without observers`() throws {
        let tracker = tracker
        let observer = TrackerObserver()
        tracker.addObserver(observer)
        try tracker.record([bought(1, "monthly", .autoRenewable, until: 60)])
        #expect(time.deadline != nil)
        tracker.removeObserver(observer)
        #expect(time.deadline == nil)
    }

    @Test func `observers are notified of purchases recorded by another process`() async throws {
        let tracker = tracker
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let observer = TrackerObserver { continuation.yield() }
        tracker.addObserver(observer)
        try self.tracker.record([bought(1, "premium", .nonConsumable)])
        for await _ in changes { break }
        #expect(observer.changes == ["premium true"])
        #expect(tracker.isPurchased(premium) == true)
        tracker.removeObserver(observer)
    }

    @Test func `an observer can read and record purchases`() throws {
        let tracker = tracker
        let observer = TrackerObserver()
        observer.onCall = { [bonus = bought(2, "bonus", .nonConsumable), premium] in
            #expect(tracker.isPurchased(premium) == true)
            try? tracker.record([bonus])
        }
        tracker.addObserver(observer)
        try tracker.record([bought(1, "premium", .nonConsumable)])
        #expect(observer.changes == ["premium true", "bonus true"])
        observer.onCall = {}
    }

    @Test func `a feature follows changes of the file`() async throws {
        let tracker = tracker
        let runtime = FlintRuntime()
        runtime.setUp(PremiumApp.self) { $0.purchaseTracker = tracker }
        #expect(runtime.bind { PremiumFeature.isAvailable } == false)
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let token = runtime.facts.observe { _ in continuation.yield() }
        try self.tracker.record([bought(1, "premium", .nonConsumable)])
        for await _ in changes { break }
        #expect(runtime.bind { PremiumFeature.isAvailable } == true)
        token.cancel()
        runtime.reset()
    }

    // MARK: Several processes

    @Test func `concurrent processes lose no transaction`() async throws {
        let trackers = (0..<4).map { _ in tracker }
        let transactions = (1...20).map { bought($0, "p\($0)", .nonConsumable) }
        await withTaskGroup(of: Void.self) { group in
            for (index, transaction) in transactions.enumerated() {
                group.addTask { try? trackers[index % 4].record([transaction]) }
            }
        }
        #expect(tracker.ledger?.transactions.count == 20)
    }

    // MARK: Unusable files

    @Test func `an unreadable file makes statuses unknown and is left unchanged`() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "purchases.json"), withIntermediateDirectories: true)
        let tracker = tracker
        #expect(tracker.isPurchased(premium) == nil)
        #expect(tracker.isSubscriptionActive(monthly) == nil)
        #expect(tracker.creditBalance(of: credits) == nil)
        #expect(tracker.ledger == nil)
        #expect(tracker.problem?.contains("cannot be used as a state file") == true)
        #expect(throws: StateFileError.self) { try tracker.record([bought(1, "premium", .nonConsumable)]) }
        #expect(tracker.isPurchased(premium) == nil, "Unsaved changes have no effect.")
    }

    @Test func `a file of a newer version makes statuses unknown and is left unchanged`() throws {
        try folder.write("{\"flint\": \"purchases\", \"version\": 3}", to: "purchases.json")
        let tracker = tracker
        #expect(tracker.isPurchased(premium) == nil)
        #expect(throws: StateFileError.self) { try tracker.record([bought(1, "premium", .nonConsumable)]) }
        #expect(try folder.text("purchases.json") == "{\"flint\": \"purchases\", \"version\": 3}")
    }

    @Test func `a file of another program makes statuses unknown and is left unchanged`() throws {
        try folder.write("my purchases", to: "purchases.json")
        let tracker = tracker
        #expect(tracker.isPurchased(premium) == nil)
        let error = #expect(throws: StateFileError.self) {
            try tracker.record([bought(1, "premium", .nonConsumable)])
        }
        #expect(error?.description.contains("cannot be used as a state file") == true)
        #expect(try folder.names == ["purchases.json"])
        #expect(try folder.text("purchases.json") == "my purchases")
    }

    @Test func `a malformed file is renamed and its statuses are unknown`() throws {
        try folder.write("{\n  \"flint\" : \"purchases\",\n  \"vers", to: "purchases.json")
        let tracker = tracker
        #expect(tracker.isPurchased(premium) == nil)
        #expect(tracker.problem?.contains("is malformed") == true)
        try tracker.record([bought(1, "premium", .nonConsumable)])
        #expect(tracker.isPurchased(premium) == true)
        #expect(tracker.isSubscriptionActive(monthly) == nil)
        #expect(tracker.problem?.contains("purchases.json.unreadable-1") == true)
        #expect(try folder.names.contains("purchases.json.unreadable-1"))
    }

    @Test func `observers are notified when a file becomes readable`() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "purchases.json"), withIntermediateDirectories: true)
        let tracker = tracker
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let observer = TrackerObserver { continuation.yield() }
        tracker.addObserver(observer)
        #expect(tracker.isPurchased(premium) == nil)
        #expect(rmdir(folder.path(of: "purchases.json")) == 0)
        for await _ in changes { break }
        #expect(observer.changes == ["premium false"])
        #expect(tracker.isPurchased(premium) == false)
        #expect(tracker.problem == nil)
        tracker.removeObserver(observer)
    }
}

private final class TrackerObserver: PurchaseTrackerObserver {
    private(set) var changes: [String] = []
    var onCall: () -> Void

    init(_ onCall: @escaping () -> Void = {}) {
        self.onCall = onCall
    }

    func purchaseStatusDidChange(productID: String, isPurchased: Bool) {
        changes.append("\(productID) \(isPurchased)")
        onCall()
    }
}

private final class LicensedTracker: FilePurchaseTracker, @unchecked Sendable {
    override func isPurchased(_ product: NonConsumableProduct) -> Bool? { true }
    override func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { true }
    override func creditBalance(of product: ConsumableProduct) -> Int? { 7 }
}

private final class PremiumApp: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [PremiumFeature.self] }
}

private final class PremiumFeature: ConditionalFeature {
    static let description = "Needs a purchase"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(NonConsumableProduct(name: "Premium", productID: "premium"))
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}
