import FeatureGating

/// A purchase tracker whose answers can be overridden while the app runs, by itself or over another tracker.
///
/// ```swift
/// let tracker = DebugPurchaseTracker(targetPurchaseTracker: storeTracker)
/// tracker.overridePurchase(product: Products.premium, with: .purchased)
/// tracker.isPurchased(Products.premium)     // true
/// tracker.realStatus(for: Products.premium) // what the store reports
/// ```
///
/// Products of every type can be overridden. The overrides are a layer: the other tracker never learns of them. Once
/// the tracker is given to an engine, the engine keeps the overrides, the ones made before included, or refuses them
/// where ``Flint/DependenciesConfig/allowsOverrides`` is false. A tracker inside another one follows the same setting
/// of the current runtime. All members may be called from any thread.
public final class DebugPurchaseTracker: PurchaseTracker, PurchaseTrackerObserver, @unchecked Sendable {
    /// What a product's status can be overridden with.
    public typealias OverrideStatus = PurchaseStatus

    /// The tracker behind this one, if there is one.
    let target: (any PurchaseTracker)?
    private let storage: Protected<any PurchaseOverrideStorage>
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()
    /// The products that have been overridden here, so that observers can be notified of the actual status once they
    /// no longer are.
    private let known = Protected<[String: Product]>([:])

    /// Creates a tracker by itself, to which no product's status is known until it is overridden.
    public convenience init() {
        self.init(target: nil)
    }

    /// Creates a tracker that answers as another one does, except where it is overridden.
    ///
    /// - Parameter targetPurchaseTracker: The tracker that knows the real status of products.
    public convenience init(targetPurchaseTracker: any PurchaseTracker) {
        self.init(target: targetPurchaseTracker)
    }

    private init(target: (any PurchaseTracker)?) {
        self.target = target
        let storage = TransientPurchaseOverrides()
        self.storage = Protected(storage)
        observe(storage)
        target?.addObserver(self)
    }

    /// Whether the tracker behind this one announces every change; overrides are announced in any case.
    public var announcesChanges: Bool { target?.announcesChanges ?? true }

    /// Starts notifying an observer of changes; it is not kept alive.
    public func addObserver(_ observer: any PurchaseTrackerObserver) {
        observers.add(observer)
    }

    /// Stops notifying an observer.
    public func removeObserver(_ observer: any PurchaseTrackerObserver) {
        observers.remove(observer)
    }
}

// MARK: - Answers

extension DebugPurchaseTracker {
    /// Whether a product has been bought: the override if there is one, also if it is "unknown", else the answer of
    /// the tracker behind this one.
    public func isPurchased(_ product: NonConsumableProduct) -> Bool? {
        effectiveStatus(of: product)
    }

    /// Whether a subscription is paid for: the override if there is one, also if it is "unknown", else the answer of
    /// the tracker behind this one.
    public func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? {
        effectiveStatus(of: product)
    }

    /// The answer of the tracker behind this one; `false` without one.
    public func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool {
        target?.isFeatureEnabledByPastPurchases(feature) ?? false
    }

    /// The answer of the tracker behind this one; not known without one.
    public func creditBalance(of product: ConsumableProduct) -> Int? {
        target?.creditBalance(of: product)
    }

    /// What the status of a product has been overridden with, or `nil` if it has not.
    public func overridenStatus(for product: Product) -> OverrideStatus? {
        countedOverride(of: product.productID)
    }

    /// The answer of the tracker behind this one about a product of any type, whatever the override; `nil` for not
    /// known.
    public func realStatus(for product: Product) -> Bool? {
        target?.status(of: product)
    }

    /// The override of a product, if overrides are accepted.
    ///
    /// An engine that keeps the overrides has refused what it does not accept. A tracker inside one of the app's own
    /// is not known to the engine, and must not unlock in a shipped app what the engine itself would keep locked.
    private func countedOverride(of productID: String) -> OverrideStatus? {
        let storage = currentStorage
        guard storage is FactOverrideStorage || FlintRuntime.current.facts.allowsOverrides else { return nil }
        return storage.override(for: productID)
    }

    private func effectiveStatus(of product: Product) -> Bool? {
        if let override = overridenStatus(for: product) { return override.truth.boolValue }
        return realStatus(for: product)
    }
}

// MARK: - Overrides

extension DebugPurchaseTracker {
    /// Every override by product identifier.
    public var purchaseOverrides: [String: OverrideStatus] { currentStorage.overrides }

    /// Overrides a product's status and notifies the observers.
    ///
    /// - Parameters:
    ///   - product: A product of any type.
    ///   - status: What features shall see.
    public func overridePurchase(product: Product, with status: OverrideStatus) {
        known.withLock { $0[product.productID] = product }
        let (storage, facts) = (currentStorage, FlintRuntime.current.facts)
        storage.setOverride(status, for: product.productID)
        if !(storage is FactOverrideStorage), !facts.allowsOverrides {
            facts.overrideGate.refuse(.purchase(productID: product.productID))
        }
    }

    /// Removes a product's override, if it has one, and notifies the observers.
    public func invalidatePurchaseOverride(product: Product) {
        known.withLock { $0[product.productID] = product }
        currentStorage.setOverride(nil, for: product.productID)
    }

    /// Removes every override and notifies the observers of each product that had one.
    public func invalidateAllPurchaseOverrides() {
        currentStorage.removeAllOverrides()
    }

    /// Keeps the overrides somewhere else from now on and carries those there are over.
    ///
    /// Meant for setup, before the tracker is used. Where the new place has an override for a product already, it
    /// stays. What features see does not change by moving, so observers are not notified.
    func attach(storage new: any PurchaseOverrideStorage) {
        let old = currentStorage
        guard old !== new else { return }
        for (productID, status) in old.overrides where new.override(for: productID) == nil {
            new.setOverride(status, for: productID)
        }
        storage.withLock { $0 = new }
        old.observeOverrides(nil)
        observe(new)
    }

    private var currentStorage: any PurchaseOverrideStorage { storage.withLock { $0 } }

    private func observe(_ storage: any PurchaseOverrideStorage) {
        storage.observeOverrides { [weak self] productID in self?.overrideDidChange(productID: productID) }
    }

    private func overrideDidChange(productID: String) {
        let override = countedOverride(of: productID)
        let product = known.withLock { $0[productID] }
        let isPurchased = override.map { $0 == .purchased } ?? product.flatMap { realStatus(for: $0) } ?? false
        observers.notify { $0.purchaseStatusDidChange(productID: productID, isPurchased: isPurchased) }
    }
}

// MARK: - The tracker behind this one

extension DebugPurchaseTracker {
    /// Passes a change of the real status on, unless an override hides it.
    public func purchaseStatusDidChange(productID: String, isPurchased: Bool) {
        guard countedOverride(of: productID) == nil else { return }
        observers.notify { $0.purchaseStatusDidChange(productID: productID, isPurchased: isPurchased) }
    }
}

/// Where the overrides of a debug purchase tracker are kept.
///
/// All members may be called from any thread.
protocol PurchaseOverrideStorage: AnyObject, Sendable {
    /// Every override by product identifier.
    var overrides: [String: PurchaseStatus] { get }

    /// The override of one product, if it has one.
    func override(for productID: String) -> PurchaseStatus?

    /// Overrides a product's status, or removes the override with `nil`.
    func setOverride(_ status: PurchaseStatus?, for productID: String)

    /// Removes every override.
    func removeAllOverrides()

    /// Calls a handler with the product's identifier after every change, whatever its cause, with no lock held.
    ///
    /// A later handler takes the place of an earlier one; `nil` ends it.
    func observeOverrides(_ handler: (@Sendable (_ productID: String) -> Void)?)
}

/// Overrides that are lost when the program ends.
final class TransientPurchaseOverrides: PurchaseOverrideStorage {
    private struct State {
        var overrides: [String: PurchaseStatus] = [:]
        var handler: (@Sendable (String) -> Void)?
    }

    private let state = Protected(State())

    var overrides: [String: PurchaseStatus] { state.withLock { $0.overrides } }

    func override(for productID: String) -> PurchaseStatus? {
        state.withLock { $0.overrides[productID] }
    }

    func setOverride(_ status: PurchaseStatus?, for productID: String) {
        let handler: (@Sendable (String) -> Void)? = state.withLock { state in
            guard state.overrides[productID] != status else { return nil }
            state.overrides[productID] = status
            return state.handler
        }
        handler?(productID)
    }

    func removeAllOverrides() {
        let (productIDs, handler) = state.withLock { state in
            defer { state.overrides = [:] }
            return (state.overrides.keys.sorted(), state.handler)
        }
        guard let handler else { return }
        for productID in productIDs { handler(productID) }
    }

    func observeOverrides(_ handler: (@Sendable (String) -> Void)?) {
        state.withLock { $0.handler = handler }
    }
}
