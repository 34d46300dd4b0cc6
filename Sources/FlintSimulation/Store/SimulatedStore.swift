public import FlintCore
import Synchronization

/// A store, simulated: what has been bought, what is left of it, and who wants to know.
///
/// ```swift
/// let store = SimulatedStore()
/// Flint.quickSetup(AppFeatures.self) { $0.purchaseTracker = store }
/// store.buy("premium.monthly")
/// ```
///
/// A product nothing has been said of is not owned. All members may be called from any thread.
public final class SimulatedStore: PurchaseTracker, Sendable {
    fileprivate struct State {
        /// Whether each product is owned; the inner `nil` means that the store cannot say.
        var owned: [String: Bool?]
        var balances: [String: Int]
        var unlocked: Set<ObjectIdentifier> = []
    }

    private let state: Mutex<State>
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - owned: The identifiers of the products that have been bought.
    ///   - balances: How many units are left of products that are used up, by identifier.
    public init(owned: Set<String> = [], balances: [String: Int] = [:]) {
        state = Mutex(State(owned: Dictionary(uniqueKeysWithValues: owned.map { ($0, true) }), balances: balances))
    }

    /// Buys a product.
    public func buy(_ productID: String) {
        set(true, for: productID)
    }

    /// Takes a purchase back, or lets a subscription end.
    public func refund(_ productID: String) {
        set(false, for: productID)
    }

    /// Says whether a product is owned; `nil` if the store cannot be asked.
    public func set(_ isOwned: Bool?, for productID: String) {
        let changed = state.withLock { state in
            guard state.isOwned(productID) != isOwned else { return false }
            state.owned.updateValue(isOwned, forKey: productID)
            return true
        }
        if changed { tell(productID) }
    }

    /// Says how many units are left of a product that is used up; `nil` if the store cannot say.
    public func setBalance(_ balance: Int?, of productID: String) {
        state.withLock { $0.balances[productID] = balance }
        tell(productID)
    }

    /// Says whether purchases made earlier unlock a feature whatever it requires now.
    public func setUnlocked(_ isUnlocked: Bool, feature: FeatureDefinition.Type) {
        let id = ObjectIdentifier(feature)
        state.withLock { state in
            if isUnlocked { state.unlocked.insert(id) } else { state.unlocked.remove(id) }
        }
        tell("")
    }

    /// Whether a product that is bought once is owned.
    public func isPurchased(_ product: NonConsumableProduct) -> Bool? {
        state.withLock { $0.isOwned(product.productID) }
    }

    /// Whether a subscription is running.
    public func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? {
        state.withLock { $0.isOwned(product.productID) }
    }

    /// Whether purchases made earlier unlock a feature.
    public func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool {
        let id = ObjectIdentifier(feature)
        return state.withLock { $0.unlocked.contains(id) }
    }

    /// How many units are left of a product that is used up.
    public func creditBalance(of product: ConsumableProduct) -> Int? {
        state.withLock { $0.balances[product.productID] }
    }

    /// Adds an observer, which is not kept alive.
    public func addObserver(_ observer: any PurchaseTrackerObserver) {
        observers.add(observer)
    }

    /// Takes an observer off again.
    public func removeObserver(_ observer: any PurchaseTrackerObserver) {
        observers.remove(observer)
    }

    private func tell(_ productID: String) {
        let isOwned = state.withLock { $0.isOwned(productID) } ?? false
        observers.notify { $0.purchaseStatusDidChange(productID: productID, isPurchased: isOwned) }
    }
}

extension SimulatedStore.State {
    /// Whether a product is owned, or `nil` if the store cannot say.
    fileprivate func isOwned(_ productID: String) -> Bool? {
        owned[productID] ?? .some(false)
    }
}
