import FlintCore
import FlintSimulation

/// The app's purchase tracker: the store's answers, and the app's own decision about its credits.
///
/// A consumable product unlocks nothing by itself, because only the app knows what its units are good for. Here,
/// Transcript search is unlocked while enough credits for one search are left, and each search spends them.
final class TranscriptCredits: PurchaseTracker, Sendable {
    /// The number of credits that one search costs.
    static let perSearch = 5

    private let store: SimulatedStore

    /// Creates a tracker over the store of a device.
    init(store: SimulatedStore) {
        self.store = store
    }

    /// Spends the credits of one search.
    ///
    /// Nothing is spent if too few are left. The feature is verified before its action runs, so that happens only
    /// where an override unlocks it, or where another program spends the credits in the same moment.
    func spendOnSearch() {
        _ = try? store.send(.consume(productID: PodcastProducts.credits.productID, quantity: Self.perSearch))
    }

    // MARK: Answers

    /// The store announces every change, and the decision rests on nothing else.
    var announcesChanges: Bool { store.announcesChanges }

    func isPurchased(_ product: NonConsumableProduct) -> Bool? { store.isPurchased(product) }

    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { store.isSubscriptionActive(product) }

    func creditBalance(of product: ConsumableProduct) -> Int? { store.creditBalance(of: product) }

    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool {
        guard feature == TranscriptSearchFeature.self else { return store.isFeatureEnabledByPastPurchases(feature) }
        return (store.creditBalance(of: PodcastProducts.credits) ?? 0) >= Self.perSearch
    }

    func addObserver(_ observer: any PurchaseTrackerObserver) { store.addObserver(observer) }

    func removeObserver(_ observer: any PurchaseTrackerObserver) { store.removeObserver(observer) }
}
