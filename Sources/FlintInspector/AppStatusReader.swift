import FeatureGating
import FlintCore
import InspectorKit

/// Describes an app's products, permissions and status for front ends.
struct AppStatusReader {
    private let runtime: FlintRuntime
    private let configuration: RuntimeInspector.Configuration
    private var facts: FactStore { runtime.facts }

    /// Creates a reader of a runtime's facts.
    ///
    /// - Parameters:
    ///   - runtime: The runtime.
    ///   - configuration: What the inspector was given besides.
    init(runtime: FlintRuntime, configuration: RuntimeInspector.Configuration) {
        self.runtime = runtime
        self.configuration = configuration
    }

    // MARK: The app

    /// Returns what concerns the app as a whole.
    ///
    /// - Parameters:
    ///   - flow: Knows the authorization flow that is under way or has just ended.
    ///   - differences: Knows what is not as it is when the app is first started.
    /// - Returns: The status.
    func status(_ flow: PermissionFlowController, _ differences: StateDifferenceReader) -> AppStatus {
        var status = AppStatus(appName: configuration.appName, platform: platform)
        status.store = configuration.system?.storeSnapshot
        status.problems =
            (configuration.persistence?.problems ?? []) + (configuration.problems?() ?? []) + runtime.slowSources
        status.focus = FocusCommandHandler(runtime: runtime).selected
        status.flow = flow.snapshot
        status.backgroundWorkIsRunning = configuration.backgroundWork?.isRunning
        status.activity = configuration.activity?()
        status.undo = configuration.history.nextUndo?.message
        status.redo = configuration.history.nextRedo?.message
        status.differences = differences.differences
        return status
    }

    var platform: PlatformState { PlatformState(facts[.platform]) }

    // MARK: Products

    /// Every product that features refer to, and those the simulated store sells besides.
    var products: [ProductSnapshot] {
        let stored = configuration.system?.storeProducts ?? []
        let known = Dictionary(stored.map { ($0.productID, $0) }, uniquingKeysWith: { $1 })
        let registered = runtime.products.map { product($0, stored: known[$0.productID]) }
        if stored.isEmpty { return registered }
        let ids = Set(registered.map(\.productID))
        return registered + stored.filter { !ids.contains($0.productID) }.map(overridden)
    }

    /// A product by its id, or `nil` if neither a feature refers to it nor a simulated store knows it.
    func product(_ productID: String) -> ProductSnapshot? {
        let stored = configuration.system?.storeProduct(productID)
        if let product = runtime.product(withIdentifier: productID) { return self.product(product, stored: stored) }
        return stored.map(overridden)
    }

    private func product(_ product: Product, stored: ProductSnapshot?) -> ProductSnapshot {
        let fact = facts[.purchase(productID: product.productID)]
        var snapshot = ProductSnapshot(
            productID: product.productID, name: product.name, description: product.description,
            type: ProductSnapshot.Kind(product), status: PurchaseStatus(fact?.actual.truth ?? .unknown),
            override: fact?.override.map { PurchaseStatus($0.value.truth) },
            effective: PurchaseStatus(fact?.effective.truth ?? .unknown),
            balance: runtime.creditBalance(of: product), features: nil)
        snapshot.price = stored?.price
        snapshot.subscriptionGroup = stored?.subscriptionGroup
        snapshot.subscriptionPeriod = stored?.subscriptionPeriod
        snapshot.subscription = stored?.subscription
        snapshot.transactions = stored?.transactions ?? []
        return snapshot
    }

    /// A product that no feature refers to, with its override.
    private func overridden(_ stored: ProductSnapshot) -> ProductSnapshot {
        var product = stored
        product.features = nil
        if let override = facts[.purchase(productID: product.productID)]?.override {
            product.override = PurchaseStatus(override.value.truth)
            product.effective = PurchaseStatus(override.value.truth)
        }
        return product
    }

    // MARK: Permissions

    /// Every permission, those that features require first.
    var permissions: [PermissionSnapshot] {
        let required = runtime.requiredPermissions
        let all = SystemPermissionConstraint.allCases
        return (all.filter(required.contains) + all.filter { !required.contains($0) }).map { permission in
            PermissionSnapshot(
                permission: permission.name, title: permission.description,
                usage: configuration.system?.usage(of: permission) ?? "",
                status: runtime.actualStatus(of: permission),
                override: facts[.permission(permission)]?.override?.value.permissionStatus,
                effective: runtime.effectiveStatus(of: permission), features: nil,
                isRequired: required.contains(permission))
        }
    }
}

extension FlintRuntime {
    /// Returns how many units of a product that is used up are left, if the tracker knows.
    func creditBalance(ofProduct productID: String) -> Int? {
        product(withIdentifier: productID).flatMap { creditBalance(of: $0) }
    }

    /// Returns how many units of a product are left, if it is used up and the tracker knows.
    fileprivate func creditBalance(of product: Product) -> Int? {
        guard let product = product as? ConsumableProduct else { return nil }
        return bind { dependencies.purchaseTracker?.creditBalance(of: product) }
    }
}

extension ProductSnapshot.Kind {
    /// How a product is sold, from its class.
    init(_ product: Product) {
        switch product {
        case is ConsumableProduct: self = .consumable
        case is AutoRenewingSubscriptionProduct: self = .autoRenewingSubscription
        case is SubscriptionProduct: self = .nonRenewingSubscription
        default: self = .nonConsumable
        }
    }
}
