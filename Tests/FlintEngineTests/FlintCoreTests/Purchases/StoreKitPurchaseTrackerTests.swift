import FlintLocks
import Foundation
import Testing

@testable import FlintCore

struct StoreKitPurchaseTrackerTests {
    private let folder = StateFolder()
    private let store = FakeStore()

    private func tracker() -> StoreKitPurchaseTracker {
        StoreKitPurchaseTracker(directory: folder.path(of: "app"), store: store)
    }

    private func transaction(_ id: UInt64, _ product: Product, revoked: Date? = nil) -> PurchaseLedger.Transaction {
        var transaction = PurchaseLedger.Transaction(
            id: id, productID: product.productID, productType: PurchaseLedger.ProductType(product),
            purchaseDate: Date(timeIntervalSince1970: 1_700_000_000))
        transaction.revocationDate = revoked
        return transaction
    }

    @Test func `a transaction that the store reports is saved and announced`() throws {
        let fixture = Fixture(RequiresPremium.self, tracker: tracker())
        #expect(fixture.run { RequiresPremium.isAvailable } == false)
        #expect(store.report(transaction(1, Products.premium)) == true, "The transaction is saved and can be finished.")
        #expect(fixture.run { RequiresPremium.isAvailable } == true)
        #expect(try folder.text("app/purchases.json").contains("premium"))
        let later = StoreKitPurchaseTracker(directory: folder.path(of: "app"), store: nil)
        #expect(later.isPurchased(Products.premium) == true, "The purchase is known without the store.")
    }

    @Test func `a refunded transaction no longer counts`() {
        let tracker = tracker()
        _ = store.report(transaction(1, Products.premium))
        #expect(tracker.isPurchased(Products.premium) == true)
        _ = store.report(transaction(1, Products.premium, revoked: Date(timeIntervalSince1970: 1_700_000_001)))
        #expect(tracker.isPurchased(Products.premium) == false)
    }

    @Test func `a transaction that cannot be saved is not finished`() throws {
        try folder.write("a file", to: "app")
        let tracker = tracker()
        #expect(store.report(transaction(1, Products.premium)) == false)
        #expect(
            tracker.isPurchased(Products.premium) == nil, "The file cannot be read, so that its purchases are unknown.")
        #expect(tracker.problem != nil)
    }

    @Test func `the store is observed while the tracker exists`() {
        var tracker: StoreKitPurchaseTracker? = tracker()
        #expect(store.isObserved)
        #expect(tracker != nil)
        tracker = nil
        #expect(!store.isObserved)
        #expect(store.report(transaction(1, Products.premium)) == nil)
    }

    @Test func `the identifier of an app group names a shared directory`() {
        let environment = ["XDG_DATA_HOME": "/data"]
        #expect(AppDirectory.directory(program: "group.garden", environment: environment) == "/data/group.garden")
        for hostile in ["../x", "a/b", "..", ".", "", "a\0b"] {
            #expect(AppDirectory.directory(program: hostile, environment: environment) == nil, "\(hostile)")
        }
    }

    @Test func `the error for an app group without a directory states a remedy`() {
        let error = #expect(throws: StoreKitPurchaseTracker.SetupError.self) {
            try StoreKitPurchaseTracker(appGroupIdentifier: "../elsewhere")
        }
        #expect(error == .noDirectory(appGroupIdentifier: "../elsewhere"))
        #expect(error?.description.contains("Use the identifier of a group that the app belongs to.") == true)
    }

    @Test func `a subclass can override the status of products`() throws {
        final class Refined: StoreKitPurchaseTracker, @unchecked Sendable {
            override func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { true }
        }
        let tracker = try Refined(appGroupIdentifier: "flint-tests-\(UUID().uuidString)")
        #expect(tracker.isSubscriptionActive(Products.monthly) == true)
        #expect(tracker.isPurchased(Products.premium) == false)
        #expect(tracker.path.hasSuffix("/purchases.json"))
    }
}

private final class FakeStore: StoreTransactionSource {
    private typealias Handler = @Sendable (PurchaseLedger.Transaction) -> Bool

    private let handler = Protected<Handler?>(nil)

    var isObserved: Bool { handler.withLock { $0 != nil } }

    func observe(_ handler: @escaping @Sendable (PurchaseLedger.Transaction) -> Bool) -> ObservationToken {
        self.handler.withLock { $0 = handler }
        return ObservationToken { [self] in self.handler.withLock { $0 = nil } }
    }

    /// Reports a transaction and returns whether it was saved, or `nil` without an observer.
    func report(_ transaction: PurchaseLedger.Transaction) -> Bool? {
        handler.withLock { $0 }.map { $0(transaction) }
    }
}

private final class RequiresPremium: ConditionalFeature {
    static let description = "Requires Premium"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}
