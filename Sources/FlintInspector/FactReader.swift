import FeatureGating
import FlintCore
import InspectorKit

/// Describes facts for front ends: products, permissions, flags, overrides and the status of the app.
struct FactReader {
    private let inspector: RuntimeInspector
    private var runtime: FlintRuntime { inspector.runtime }

    /// Creates a reader of what an inspector shows.
    init(inspector: RuntimeInspector) {
        self.inspector = inspector
    }

    // MARK: The app

    /// What concerns the app as a whole.
    var status: AppStatus {
        let configuration = inspector.configuration
        var status = AppStatus(appName: configuration.appName, platform: platformLabel)
        status.store = configuration.system?.storeSnapshot
        status.problems = (configuration.persistence?.problems ?? []) + (configuration.problems?() ?? [])
        status.focus = FocusCommandHandler(runtime: runtime).selected
        status.flow = inspector.flow.snapshot
        status.backgroundWorkIsRunning = configuration.backgroundWork?.isRunning
        status.activity = configuration.activity?()
        return status
    }

    private var platformLabel: String {
        guard let fact = runtime.facts[.platform], let platform = fact.effective.currentPlatform else { return "" }
        if fact.override != nil { return "\(platform.label) (override)" }
        return fact.source == .system ? platform.description : "\(platform.label) (\(fact.source.rawValue))"
    }

    // MARK: Overrides

    /// Every override, in no particular order.
    var overrides: [OverrideRecord] {
        runtime.facts.overrides.compactMap { OverrideRecord(key: $0.key, override: $0.value) }
    }

    /// The override of a fact, or `nil` if it is not overridden.
    func override(of key: FactKey) -> OverrideRecord? {
        runtime.facts[key]?.override.flatMap { OverrideRecord(key: key, override: $0) }
    }

    // MARK: Products

    /// Every product that features refer to, and those the simulated store sells besides.
    var products: [ProductSnapshot] {
        let stored = inspector.configuration.system?.storeProducts ?? []
        let known = Dictionary(stored.map { ($0.productID, $0) }, uniquingKeysWith: { $1 })
        let registered = runtime.products.map { product($0, stored: known[$0.productID]) }
        let ids = Set(registered.map(\.productID))
        return registered + stored.filter { !ids.contains($0.productID) }.map(overridden)
    }

    /// A product by its id, or `nil` if neither a feature refers to it nor a simulated store knows it.
    func product(_ productID: String) -> ProductSnapshot? {
        let stored = inspector.configuration.system?.storeProduct(productID)
        if let product = runtime.product(withIdentifier: productID) { return self.product(product, stored: stored) }
        return stored.map(overridden)
    }

    private func product(_ product: Product, stored: ProductSnapshot?) -> ProductSnapshot {
        let fact = runtime.facts[.purchase(productID: product.productID)]
        var snapshot = ProductSnapshot(
            productID: product.productID, name: product.name, description: product.description,
            type: ProductSnapshot.Kind(product), status: PurchaseStatus(fact?.actual.truth ?? .unknown),
            override: fact?.override.map { PurchaseStatus($0.value.truth) },
            effective: PurchaseStatus(fact?.effective.truth ?? .unknown),
            balance: runtime.creditBalance(ofProduct: product.productID), features: nil)
        snapshot.price = stored?.price
        snapshot.subscriptionGroup = stored?.subscriptionGroup
        snapshot.subscriptionPeriod = stored?.subscriptionPeriod
        snapshot.subscription = stored?.subscription
        return snapshot
    }

    /// A product that no feature refers to, with its override.
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

    /// Every permission, those that features require first.
    var permissions: [PermissionSnapshot] {
        let required = runtime.requiredPermissions
        let all = SystemPermissionConstraint.allCases
        return (all.filter(required.contains) + all.filter { !required.contains($0) }).map { permission in
            PermissionSnapshot(
                permission: permission.name, title: permission.description,
                usage: inspector.configuration.system?.usage(of: permission) ?? "",
                status: runtime.actualStatus(of: permission),
                override: runtime.facts[.permission(permission)]?.override?.value.permissionStatus,
                effective: runtime.effectiveStatus(of: permission), features: nil,
                isRequired: required.contains(permission))
        }
    }
}

extension FlintRuntime {
    /// Returns how many units of a product that is used up are left, if the tracker knows.
    func creditBalance(ofProduct productID: String) -> Int? {
        guard let product = product(withIdentifier: productID) as? ConsumableProduct else { return nil }
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
