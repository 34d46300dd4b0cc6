import FlintCore
import Foundation

/// A tracker of licenses that a server has granted, set by a test.
final class LicenceTracker: PurchaseTracker {
    let announcesChanges = true
    private let lock = NSLock()
    nonisolated(unsafe) private var licences: [String: PurchaseStatus] = [:]
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()

    func set(_ status: PurchaseStatus, of product: Product) {
        let old = lock.withLock { licences.updateValue(status, forKey: product.productID) }
        guard old != status else { return }
        observers.notify {
            $0.purchaseStatusDidChange(productID: product.productID, isPurchased: status == .purchased)
        }
    }

    func addObserver(_ observer: any PurchaseTrackerObserver) { observers.add(observer) }
    func removeObserver(_ observer: any PurchaseTrackerObserver) { observers.remove(observer) }
    func isPurchased(_ product: NonConsumableProduct) -> Bool? { status(of: product) }
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { status(of: product) }
    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { false }

    private func status(of product: Product) -> Bool? {
        lock.withLock { licences[product.productID] }?.truth.boolValue
    }
}
