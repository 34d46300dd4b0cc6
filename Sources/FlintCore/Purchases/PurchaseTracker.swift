import FeatureGating

/// Knows what has been bought.
///
/// The engine asks on any thread and never while it holds a lock. An answer of `nil` means that it is not known yet;
/// a feature that needs the product is then neither available nor unavailable.
///
/// A tracker that notifies its observers after every change of an answer declares that with
/// ``ChangeAnnouncing/announcesChanges``. Any other is asked at every use.
public protocol PurchaseTracker: ChangeAnnouncing {
    /// Starts notifying an observer of changes; it need not be kept alive. ``WeakObserverList`` does this.
    func addObserver(_ observer: any PurchaseTrackerObserver)

    /// Stops notifying an observer.
    func removeObserver(_ observer: any PurchaseTrackerObserver)

    /// Whether a product has been bought, or `nil` if that is not known.
    func isPurchased(_ product: NonConsumableProduct) -> Bool?

    /// Whether a subscription is paid for at this moment, or `nil` if that is not known.
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool?

    /// Whether units of consumable products that the user has or has spent, such as credits, unlock a feature.
    ///
    /// - Returns: `true` if every consumable product that the feature requires is to count as bought. Other products that
    ///   it requires have to be owned all the same.
    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool

    /// How many units of a product the user has left, or `nil` if that is not known, which is the default.
    ///
    /// A feature that requires more is unavailable, unless ``isFeatureEnabledByPastPurchases(_:)`` unlocks it. Enough of
    /// them unlock nothing by themselves.
    func creditBalance(of product: ConsumableProduct) -> Int?
}

extension PurchaseTracker {
    /// Returns `nil` (not known) by default.
    public func creditBalance(of product: ConsumableProduct) -> Int? { nil }
}

/// An observer of what a purchase tracker knows about products.
public protocol PurchaseTrackerObserver: AnyObject {
    /// Called on any thread after the change.
    ///
    /// - Parameters:
    ///   - productID: The product's identifier.
    ///   - isPurchased: Whether the product is owned now; `false` also if that is not known. Ask the tracker to
    ///     distinguish the two.
    func purchaseStatusDidChange(productID: String, isPurchased: Bool)
}

extension PurchaseTracker {
    /// Whether a product of any type is owned, or `nil` if that is not known.
    ///
    /// For a consumable product it never is: a balance does not determine what has been paid for with it.
    func status(of product: Product) -> Bool? {
        switch product {
        case let product as NonConsumableProduct: isPurchased(product)
        case let product as SubscriptionProduct: isSubscriptionActive(product)
        default: nil
        }
    }
}

/// Decides whether a single product that a feature requires counts as bought.
package enum PurchaseEvaluation {
    /// Whether a product counts as bought for a feature.
    ///
    /// An override decides if there is one. Otherwise the tracker's status does; in place of a consumable product, which
    /// has none, past purchases that unlock the feature do and, failing those, too small a balance.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - quantity: How many units are needed of a consumable product.
    ///   - tracker: The tracker to ask.
    ///   - override: What the status has been overridden with, if it has.
    ///   - enabledByPastPurchases: Whether the tracker reports that past purchases unlock the feature.
    /// - Returns: Yes, no, or unknown.
    package static func truth(
        of product: Product, quantity: UInt?, tracker: any PurchaseTracker, override: PurchaseStatus?,
        enabledByPastPurchases: Bool
    ) -> Truth {
        if let override { return override.truth }
        guard let consumable = product as? ConsumableProduct else { return Truth(tracker.status(of: product)) }
        if enabledByPastPurchases { return .true }
        return PurchaseCondition.truth(needed: quantity ?? 1, balance: tracker.creditBalance(of: consumable))
    }
}

/// The purchases a feature requires, sorted by whether they were made when this was obtained.
public struct FeaturePurchaseRequirements: Sendable, Hashable {
    /// Every purchase the feature declares, in the order in which it does; all are required.
    public let ordered: [PurchaseRequirement]
    /// Every purchase the feature declares.
    public let all: Set<PurchaseRequirement>
    /// Those that are not known to be met, so that the user may have to buy something.
    public let requiredToUnlock: Set<PurchaseRequirement>
    /// Those that are met.
    public let purchased: Set<PurchaseRequirement>

    /// Sorts purchases by whether they are met.
    ///
    /// - Parameter requirements: The purchases in order of declaration, each with whether it is met.
    init(_ requirements: [(requirement: PurchaseRequirement, truth: Truth)]) {
        let purchased = Set(requirements.filter { $0.truth == .true }.map(\.requirement))
        ordered = requirements.map(\.requirement)
        all = Set(ordered)
        self.purchased = purchased
        requiredToUnlock = all.subtracting(purchased)
    }
}
