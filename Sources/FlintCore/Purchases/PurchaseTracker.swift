// SPDX-License-Identifier: MIT

import FeatureGating

/// A tracker that knows the user's purchases.
///
/// The engine calls the tracker on any thread and never while holding a lock. The answer `nil` means that the status is
/// unknown. A feature that requires the product is then neither available nor unavailable.
///
/// If the tracker notifies its observers after every change of an answer, return `true` from
/// ``ChangeAnnouncing/announcesChanges``. Otherwise, the tracker is queried on every use.
public protocol PurchaseTracker: ChangeAnnouncing {
    /// Adds an observer, which is notified of changes.
    ///
    /// The tracker does not need to retain the observer. It can use a ``WeakObserverList``.
    func addObserver(_ observer: any PurchaseTrackerObserver)

    /// Stops notifying an observer.
    func removeObserver(_ observer: any PurchaseTrackerObserver)

    /// Returns whether a product has been purchased, or `nil` if that is unknown.
    func isPurchased(_ product: NonConsumableProduct) -> Bool?

    /// Returns whether a subscription is currently active, or `nil` if that is unknown.
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool?

    /// Returns whether past purchases of consumable products, such as credits, unlock a feature.
    ///
    /// - Returns: `true` to treat every consumable product that the feature requires as purchased. The user must still
    ///   own the other products that the feature requires.
    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool

    /// Returns the remaining units of a product, or `nil` if the balance is unknown.
    ///
    /// A feature that requires more units is unavailable, unless ``isFeatureEnabledByPastPurchases(_:)`` unlocks it. A
    /// sufficient balance alone does not unlock a feature. The default implementation returns `nil`.
    func creditBalance(of product: ConsumableProduct) -> Int?
}

extension PurchaseTracker {
    /// Returns `nil` (unknown) by default.
    public func creditBalance(of product: ConsumableProduct) -> Int? { nil }
}

/// An observer of a purchase tracker's answers.
///
/// Trackers usually reference their observers weakly.
public protocol PurchaseTrackerObserver: AnyObject, SendableMetatype {
    /// Notifies the observer that the status of a product has changed.
    ///
    /// Trackers can call this method on any thread, so an observer cannot be isolated to an actor.
    ///
    /// - Parameters:
    ///   - productID: The identifier of the product.
    ///   - isPurchased: Whether the product is now owned. The value is also `false` if the status is unknown. Query the
    ///     tracker to distinguish the two.
    func purchaseStatusDidChange(productID: String, isPurchased: Bool)
}

extension PurchaseTracker {
    /// Returns whether a product of any type is owned, or `nil` if that is unknown.
    ///
    /// The status of a consumable product is always unknown, because its balance does not determine the features that
    /// the user has paid for.
    func status(of product: Product) -> Bool? {
        switch product {
        case let product as NonConsumableProduct: isPurchased(product)
        case let product as SubscriptionProduct: isSubscriptionActive(product)
        default: nil
        }
    }
}

package enum PurchaseEvaluation {
    /// Returns whether a product counts as purchased for a feature.
    ///
    /// An override takes precedence. Otherwise, the tracker's status decides. A consumable product has no status: it
    /// counts as purchased if past purchases unlock the feature, and as not purchased if its balance is too small.
    package static func truth(
        of product: Product, quantity: UInt?, tracker: any PurchaseTracker, override: PurchaseStatus?,
        enabledByPastPurchases: Bool
    ) -> Truth {
        if let override { return override.truth }
        guard let consumable = product as? ConsumableProduct else { return Truth(tracker.status(of: product)) }
        if enabledByPastPurchases { return .true }
        return FactTest.truth(ofBalance: tracker.creditBalance(of: consumable), atLeast: quantity ?? 1)
    }
}

/// A snapshot of the purchases that a feature requires, grouped by whether they have been made.
///
/// The snapshot does not change when the user makes a purchase later.
public struct FeaturePurchaseRequirements: Sendable, Hashable {
    /// Every purchase that the feature requires, in declaration order.
    public let ordered: [PurchaseRequirement]
    /// Every purchase that the feature requires.
    public let all: Set<PurchaseRequirement>
    /// The requirements that are not known to be met, so the user may have to buy a product.
    public let requiredToUnlock: Set<PurchaseRequirement>
    /// The requirements that are met.
    public let purchased: Set<PurchaseRequirement>

    init(_ requirements: [(requirement: PurchaseRequirement, truth: Truth)]) {
        let purchased = Set(requirements.filter { $0.truth == .true }.map(\.requirement))
        ordered = requirements.map(\.requirement)
        all = Set(ordered)
        self.purchased = purchased
        requiredToUnlock = all.subtracting(purchased)
    }
}
