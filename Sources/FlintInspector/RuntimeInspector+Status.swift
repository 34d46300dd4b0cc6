// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintWorld

// Statuses come from the runtime's facts. Prices, transactions, and usage descriptions come from the simulated system,
// if there is one.
extension RuntimeInspector {
    // MARK: App status

    func readStatus() -> AppStatus {
        var status = AppStatus(appName: configuration.appName, platform: PlatformState(runtime.facts[.platform]))
        status.store = configuration.system?.storeSnapshot
        status.problems =
            (configuration.persistence?.problems ?? []) + (configuration.problems?() ?? []) + runtime.slowSources
        status.focus = runtime.focusedFeatureIDs
        status.flow = flow.snapshot
        status.backgroundWorkIsRunning = configuration.backgroundWork?.isRunning
        status.activity = configuration.activity?()
        status.undo = configuration.history.nextUndo?.message
        status.redo = configuration.history.nextRedo?.message
        let irreversible = configuration.history.irreversible.map(\.message)
        status.irreversible = irreversible.isEmpty ? nil : irreversible
        status.differences = differences.differences
        // The history has been read above.
        status.problems += configuration.history.readProblems
        return status
    }

    // MARK: Products

    /// Every product that features refer to, followed by the simulated store's other products.
    var productSnapshots: [ProductSnapshot] {
        let stored = configuration.system?.storeProducts ?? []
        let known = Dictionary(stored.map { ($0.productID, $0) }, uniquingKeysWith: { $1 })
        let registered = runtime.products.map { snapshot(of: $0, stored: known[$0.productID]) }
        if stored.isEmpty { return registered }
        let ids = Set(registered.map(\.productID))
        return registered + stored.filter { !ids.contains($0.productID) }.map(overridden)
    }

    func productSnapshot(_ productID: String) -> ProductSnapshot? {
        let stored = configuration.system?.storeProduct(productID)
        if let product = runtime.product(withIdentifier: productID) { return snapshot(of: product, stored: stored) }
        return stored.map(overridden)
    }

    private func snapshot(of product: Product, stored: ProductSnapshot?) -> ProductSnapshot {
        let fact = runtime.facts[.purchase(productID: product.productID)]
        var snapshot = ProductSnapshot(
            productID: product.productID, name: product.name, description: product.description,
            type: ProductSnapshot.Kind(product), status: PurchaseStatus(fact?.actual.truth ?? .unknown),
            override: fact?.override.map { PurchaseStatus($0.value.truth) },
            effective: PurchaseStatus(fact?.effective.truth ?? .unknown),
            balance: runtime.creditBalance(of: product), features: nil)
        snapshot.declaration = product.declaration.ifSpecified
        snapshot.price = stored?.price
        snapshot.subscriptionGroup = stored?.subscriptionGroup
        snapshot.subscriptionGroupID = stored?.subscriptionGroupID
        snapshot.subscriptionLevel = stored?.subscriptionLevel
        snapshot.subscriptionPeriod = stored?.subscriptionPeriod
        snapshot.subscription = stored?.subscription
        snapshot.transactions = stored?.transactions ?? []
        switch runtime.productListing(product.productID) {
        case .notSold?: snapshot.isSold = false
        case .sold(let price?)? where stored == nil:
            (snapshot.price, snapshot.subscriptionPeriod) = (price.text, price.period)
        case .sold?, nil: break
        }
        return snapshot
    }

    /// Returns a store product that no feature refers to, with its override.
    private func overridden(_ stored: ProductSnapshot) -> ProductSnapshot {
        var product = stored
        product.features = nil
        if let override = runtime.facts[.purchase(productID: product.productID)]?.override {
            product.override = PurchaseStatus(override.value.truth)
            product.effective = PurchaseStatus(override.value.truth)
        }
        return product
    }

    // MARK: Permissions

    /// Every permission, with the permissions that features require first.
    var permissionSnapshots: [PermissionSnapshot] {
        let required = runtime.requiredPermissions
        runtime.readOtherPermissions()
        let all = SystemPermissionConstraint.allCases
        return (all.filter(required.contains) + all.filter { !required.contains($0) }).map { permission in
            PermissionSnapshot(
                permission: permission.name, title: permission.description,
                usage: configuration.system?.usage(of: permission) ?? "",
                status: runtime.actualStatus(of: permission, waitsForSlowSources: false),
                override: runtime.facts[.permission(permission)]?.override?.value.permissionStatus,
                effective: runtime.effectiveStatus(of: permission, waitsForSlowSources: false), features: nil,
                isRequired: required.contains(permission), attributes: runtime.attributes(of: permission))
        }
    }
}

extension FlintRuntime {
    /// Returns a consumable's remaining units, or `nil` if the purchase tracker does not count them.
    fileprivate func creditBalance(of product: Product) -> Int? {
        // The tracker is not asked, because it may take long.
        guard case .balance(let left)? = facts[.purchase(productID: product.productID)]?.actual else { return nil }
        return left
    }
}

extension ProductSnapshot.Kind {
    init(_ product: Product) {
        switch product {
        case is ConsumableProduct: self = .consumable
        case is AutoRenewingSubscriptionProduct: self = .autoRenewingSubscription
        case is SubscriptionProduct: self = .nonRenewingSubscription
        default: self = .nonConsumable
        }
    }
}
