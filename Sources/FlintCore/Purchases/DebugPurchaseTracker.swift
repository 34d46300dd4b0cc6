// SPDX-License-Identifier: MIT

import FeatureGating
import FlintLocks

/// A purchase tracker whose answers can be overridden at run time, with or without an underlying target tracker.
///
/// ```swift
/// let tracker = DebugPurchaseTracker(targetPurchaseTracker: storeTracker)
/// tracker.overridePurchase(product: Products.premium, with: .purchased)
/// tracker.isPurchased(Products.premium)     // true
/// tracker.realStatus(for: Products.premium) // the store's answer
/// ```
///
/// Products of every type can be overridden. The target tracker is not informed of overrides.
///
/// After the tracker has been passed to setup, the runtime stores the overrides, including earlier ones. The runtime
/// refuses them if its ``Flint/DependenciesConfig/allowsOverrides`` is `false`. If another tracker wraps the debug
/// tracker, the current runtime's setting applies. All members can be called from any thread.
public final class DebugPurchaseTracker: PurchaseTracker, PurchaseTrackerObserver, @unchecked Sendable {
    /// The status that an override assigns to a product.
    public typealias OverrideStatus = PurchaseStatus

    let target: (any PurchaseTracker)?
    private let storage: Protected<any PurchaseOverrideStorage>
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()
    /// The products that have been overridden through this tracker.
    ///
    /// They are needed to notify observers of a product's actual status after its override is removed.
    private let overriddenProducts = Protected<[String: Product]>([:])

    /// Creates a tracker without a target.
    ///
    /// The status of a product is unknown unless the product is overridden.
    public convenience init() {
        self.init(target: nil)
    }

    /// Creates a tracker that returns another tracker's answers, except for overridden products.
    ///
    /// - Parameter targetPurchaseTracker: The tracker that knows the actual status of products.
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

    /// Whether the target tracker announces every change, or `true` without a target tracker.
    ///
    /// Overrides are always announced.
    public var announcesChanges: Bool { target?.announcesChanges ?? true }

    /// Adds an observer, which is notified of changes and referenced weakly.
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
    /// Returns whether a product has been purchased, or `nil` if that is unknown.
    ///
    /// An override takes precedence over the target tracker's answer, even if its status is "unknown".
    public func isPurchased(_ product: NonConsumableProduct) -> Bool? {
        effectiveStatus(of: product)
    }

    /// Returns whether a subscription is active, or `nil` if that is unknown.
    ///
    /// An override takes precedence over the target tracker's answer, even if its status is "unknown".
    public func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? {
        effectiveStatus(of: product)
    }

    /// Returns the target tracker's answer, or `false` without a target tracker.
    public func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool {
        target?.isFeatureEnabledByPastPurchases(feature) ?? false
    }

    /// Returns the target tracker's answer, or `nil` if the balance is unknown or the tracker has no target.
    public func creditBalance(of product: ConsumableProduct) -> Int? {
        target?.creditBalance(of: product)
    }

    /// Returns the override of a product, or `nil` if the product is not overridden or overrides are not allowed.
    public func overridenStatus(for product: Product) -> OverrideStatus? {
        acceptedOverride(of: product.productID)
    }

    /// Returns the target tracker's status of a product, regardless of overrides, or `nil` if it is unknown.
    public func realStatus(for product: Product) -> Bool? {
        target?.status(of: product)
    }

    /// Returns the override of a product, if overrides are allowed.
    ///
    /// An engine that stores the overrides has already refused the ones that it does not allow. If the app's own
    /// tracker wraps the debug tracker, the engine does not know about the overrides. They must not unlock features
    /// that the engine would keep locked.
    private func acceptedOverride(of productID: String) -> OverrideStatus? {
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
    /// The overrides by product identifier.
    public var purchaseOverrides: [String: OverrideStatus] { currentStorage.overrides }

    /// Overrides a product's status and notifies the observers.
    ///
    /// If overrides are not allowed, the override has no effect, and an advisory reports it.
    ///
    /// - Parameters:
    ///   - product: A product of any type.
    ///   - status: The status that features see.
    public func overridePurchase(product: Product, with status: OverrideStatus) {
        overriddenProducts.withLock { $0[product.productID] = product }
        let (storage, facts) = (currentStorage, FlintRuntime.current.facts)
        storage.setOverride(status, for: product.productID)
        // The fact store refuses and reports overrides itself. Transient storage accepts an override, which then has
        // no effect.
        if !(storage is FactOverrideStorage), !facts.allowsOverrides {
            facts.overrideGate.refuse(.purchase(productID: product.productID))
        }
    }

    /// Removes a product's override, if any, and notifies the observers.
    public func invalidatePurchaseOverride(product: Product) {
        overriddenProducts.withLock { $0[product.productID] = product }
        currentStorage.setOverride(nil, for: product.productID)
    }

    /// Removes every override and notifies the observers of each affected product.
    public func invalidateAllPurchaseOverrides() {
        currentStorage.removeAllOverrides()
    }

    /// Moves the overrides to another storage, which replaces the current one.
    ///
    /// Call this method during setup, before the tracker is used. An override that the new storage already has takes
    /// precedence. Observers are not notified.
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
        let override = acceptedOverride(of: productID)
        let product = overriddenProducts.withLock { $0[productID] }
        let isPurchased = override.map { $0 == .purchased } ?? product.flatMap { realStatus(for: $0) } ?? false
        observers.notify { $0.purchaseStatusDidChange(productID: productID, isPurchased: isPurchased) }
    }
}

// MARK: - The target tracker

extension DebugPurchaseTracker {
    /// Forwards a change of the actual status to the observers, unless the product is overridden.
    public func purchaseStatusDidChange(productID: String, isPurchased: Bool) {
        guard acceptedOverride(of: productID) == nil else { return }
        observers.notify { $0.purchaseStatusDidChange(productID: productID, isPurchased: isPurchased) }
    }
}

/// The storage for the overrides in a debug purchase tracker.
///
/// All members can be called from any thread.
protocol PurchaseOverrideStorage: AnyObject, Sendable {
    var overrides: [String: PurchaseStatus] { get }

    func override(for productID: String) -> PurchaseStatus?

    func setOverride(_ status: PurchaseStatus?, for productID: String)

    func removeAllOverrides()

    /// Sets the handler to call after every change.
    ///
    /// The handler receives the product's identifier, and is called with no lock held. A storage has one handler: a new
    /// handler replaces the previous one, and `nil` removes it.
    func observeOverrides(_ handler: (@Sendable (_ productID: String) -> Void)?)
}

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
