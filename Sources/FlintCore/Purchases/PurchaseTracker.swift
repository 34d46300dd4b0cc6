/// Knows what has been bought.
///
/// The engine asks on any thread and never while it holds a lock. An answer of `nil` means that it is not known yet;
/// a feature that needs the product is then neither available nor unavailable.
///
/// A tracker that notifies its observers after every change of an answer declares that with
/// ``ChangeAnnouncing/announcesChanges``. Any other is asked at every use.
public protocol PurchaseTracker: ChangeAnnouncing {
    /// Starts telling an observer of changes; it need not be kept alive. ``WeakObserverList`` does this.
    func addObserver(_ observer: any PurchaseTrackerObserver)

    /// Stops telling an observer.
    func removeObserver(_ observer: any PurchaseTrackerObserver)

    /// Whether a product has been bought, or `nil` if that is not known.
    func isPurchased(_ product: NonConsumableProduct) -> Bool?

    /// Whether a subscription is paid for at this moment, or `nil` if that is not known.
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool?

    /// Whether purchases the user made earlier, such as credits spent on it, unlock a feature.
    ///
    /// - Returns: `true` if every purchase the feature requires is to count as made.
    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool

    /// How many units of a product the user has left, or `nil` if that is not known, which is the default.
    ///
    /// The number is information for people and decides nothing.
    func creditBalance(of product: ConsumableProduct) -> Int?
}

extension PurchaseTracker {
    /// Not known unless the tracker says so.
    public func creditBalance(of product: ConsumableProduct) -> Int? { nil }
}
