import FlintLocks

@testable import FlintCore

final class ShopFeature: FeatureDefinition {
    static let description = "Sells things"

    static func prepare(actions: FeatureActionsBuilder) {}
}

/// A tracker with statuses that a test sets.
final class FakeTracker: PurchaseTracker, Sendable {
    private struct State {
        var statuses: [String: Bool] = [:]
        var isEnabledByPastPurchases = false
        var balance: Int?
    }

    private let state = Protected(State())
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()

    func set(_ isPurchased: Bool?, for product: Product) {
        state.withLock { $0.statuses[product.productID] = isPurchased }
        observers.notify {
            $0.purchaseStatusDidChange(productID: product.productID, isPurchased: isPurchased ?? false)
        }
    }

    func setEnabledByPastPurchases(_ isEnabled: Bool) {
        state.withLock { $0.isEnabledByPastPurchases = isEnabled }
    }

    func setBalance(_ balance: Int?) {
        state.withLock { $0.balance = balance }
    }

    func addObserver(_ observer: any PurchaseTrackerObserver) { observers.add(observer) }

    func removeObserver(_ observer: any PurchaseTrackerObserver) { observers.remove(observer) }

    func isPurchased(_ product: NonConsumableProduct) -> Bool? {
        state.withLock { $0.statuses[product.productID] }
    }

    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? {
        state.withLock { $0.statuses[product.productID] }
    }

    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool {
        state.withLock { $0.isEnabledByPastPurchases }
    }

    func creditBalance(of product: ConsumableProduct) -> Int? {
        state.withLock { $0.balance }
    }
}

final class RecordingObserver: PurchaseTrackerObserver {
    private let log: Log

    init(_ log: Log) {
        self.log = log
    }

    func purchaseStatusDidChange(productID: String, isPurchased: Bool) {
        log.append("\(productID) \(isPurchased)")
    }
}
