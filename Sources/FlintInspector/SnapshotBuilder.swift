import FeatureGating
import FlintCore
import InspectorKit

/// Puts what a runtime knows into the words of front ends.
struct SnapshotBuilder {
    private let inspector: RuntimeInspector
    private let runtime: FlintRuntime
    private let features: [FeatureMetadata]

    /// Creates a builder for one moment.
    init(inspector: RuntimeInspector) {
        self.inspector = inspector
        runtime = inspector.runtime
        features = runtime.features
    }

    /// Builds the snapshot.
    func build() -> Snapshot {
        var snapshot = Snapshot(
            appName: inspector.configuration.appName, platform: platformLabel, features: featureSnapshots,
            products: StoreCommandHandler(inspector: inspector).completed(productSnapshots),
            permissions: permissionSnapshots,
            overrides: overrides,
            flow: inspector.flow.snapshot, backgroundWorkIsRunning: inspector.configuration.backgroundWork?.isRunning,
            activity: inspector.configuration.activity?())
        snapshot.flags = FlagCommandHandler(runtime: runtime).snapshots
        snapshot.store = StoreCommandHandler(inspector: inspector).snapshot
        snapshot.problems = problems
        snapshot.focus = FocusCommandHandler(runtime: runtime).selected
        snapshot.stacks = inspector.stacks.snapshots(of: runtime)
        return snapshot
    }

    /// What is wrong with the files the app's state is kept in.
    private var problems: [String] {
        (inspector.configuration.persistence?.problems ?? []) + (inspector.configuration.problems?() ?? [])
    }

    /// Every override in force, in a stable order.
    var overrides: [OverrideRecord] {
        runtime.facts.overrides.compactMap { OverrideRecord(key: $0.key, override: $0.value) }
            .sorted { ($0.kind.rawValue, $0.key) < ($1.kind.rawValue, $1.key) }
    }

    private var platformLabel: String {
        guard let fact = runtime.facts[.platform], let platform = fact.effective.currentPlatform else { return "" }
        if fact.override != nil { return "\(platform.label) (override)" }
        return fact.source == .system ? platform.description : "\(platform.label) (\(fact.source.rawValue))"
    }

    // MARK: Features

    /// Every feature, parents before children and siblings in order of registration.
    private var featureSnapshots: [FeatureSnapshot] {
        let children = Dictionary(grouping: features) { $0.parent?.path }
        var snapshots: [FeatureSnapshot] = []
        func visit(_ metadata: FeatureMetadata, depth: Int) {
            snapshots.append(snapshot(of: metadata, depth: depth))
            for child in children[metadata.path] ?? [] { visit(child, depth: depth + 1) }
        }
        for root in children[nil] ?? [] { visit(root, depth: 0) }
        return snapshots
    }

    private func snapshot(of metadata: FeatureMetadata, depth: Int) -> FeatureSnapshot {
        let feature = metadata.feature
        let explanation = runtime.explanation(of: metadata)
        let constraints = metadata.constraints
        return FeatureSnapshot(
            id: metadata.path.description, typeName: metadata.typeName, name: feature.name,
            description: feature.description, parent: metadata.parent?.path.description, depth: depth,
            conditional: metadata.isConditional, isGroup: metadata.isGroup, visible: feature.isVisible,
            variation: feature.variation, available: explanation.verdict.boolValue,
            requirements: explanation.requirements.map(requirement), firstBlocking: explanation.firstBlocking,
            unlockPlans: explanation.unlockPlans.map { $0.map(step) }, actions: metadata.actions.map(action),
            userToggle: constraints.userToggleDefault == nil
                ? nil : runtime.facts[.userToggle(feature: metadata.path)]?.effective.truth.boolValue,
            runtimeSwitch: constraints.isRuntimeEnabledRequired
                ? runtime.facts[.runtimeSwitch(feature: metadata.path)]?.effective.truth.boolValue : nil)
    }

    private func requirement(_ state: RequirementState) -> RequirementSnapshot {
        RequirementSnapshot(
            kind: RequirementKind(state.kind), key: state.fact?.inspectorKey ?? state.feature?.description,
            title: state.title, statement: statement(of: state), status: RequirementStatus(state.truth),
            value: value(of: state), override: state.override, source: state.source,
            inheritedFrom: state.inheritedFrom?.description,
            depth: state.depth)
    }

    /// The units a requirement needs and those that are left, if it is about a product that is used up and its tracker
    /// counts them.
    private func balance(of state: RequirementState) -> (needed: Int, left: Int)? {
        guard case .purchase(let productID)? = state.fact, let quantity = state.quantity,
            let left = runtime.creditBalance(ofProduct: productID)
        else { return nil }
        return (Int(clamping: quantity), left)
    }

    /// The value in words, with the balance of a product that is used up.
    private func value(of state: RequirementState) -> String {
        guard let balance = balance(of: state) else { return state.value }
        if state.truth == .unknown { return "needs \(balance.needed), has \(balance.left)" }
        return "\(state.value), balance \(balance.left)"
    }

    /// The requirement as a sentence, with the balance of a product that is used up.
    private func statement(of state: RequirementState) -> String {
        guard state.truth == .unknown, let balance = balance(of: state) else { return state.statement }
        return "\(state.title) required, balance \(balance.left)"
    }

    private func step(_ state: RequirementState) -> UnlockStep {
        let owner = state.inheritedFrom.map { runtime.name(of: $0) } ?? "it"
        let title =
            switch state.kind {
            case .purchase: purchaseStep(state)
            case .permission:
                state.value == PermissionStatus.denied.words
                    ? "allow \(state.title) in the system's settings" : "allow \(state.title)"
            case .userToggle: "turn \(owner) on in the app's settings"
            case .runtimeEnabled: "enable \(owner) in code"
            case .featureFlag: "turn the flag \(state.fact?.inspectorKey ?? "") on"
            case .platform, .parent, .registration, .anyOf, .allOf: state.title
            }
        return UnlockStep(
            kind: RequirementKind(state.kind), key: state.fact?.inspectorKey ?? "", title: title)
    }

    /// What to do about a purchase.
    ///
    /// Units that are there already are not bought again: the app decides what they unlock.
    private func purchaseStep(_ state: RequirementState) -> String {
        guard let balance = balance(of: state), case .purchase(let productID)? = state.fact, balance.left > 0 else {
            return "buy \(state.title)"
        }
        let missing = balance.needed - balance.left
        return missing > 0
            ? "buy \(missing) more \(runtime.title(of: .purchase(productID: productID)))"
            : "unlock it in the app with \(state.title)"
    }

    private func action(_ metadata: ActionMetadata) -> ActionSnapshot {
        // Interpolated, because `String(describing:)` searches the program for a way to describe a metatype.
        let input = ActionInputSnapshot(
            type: "\(metadata.inputType)", isDecodable: metadata.isInputDecodable,
            fields: metadata.inputFields.map {
                InputFieldSnapshot(
                    name: $0.name, description: $0.description, isRequired: $0.isRequired, isSensitive: $0.isSensitive)
            })
        return ActionSnapshot(
            id: metadata.id, name: metadata.name, description: metadata.description, published: metadata.isPublished,
            input: metadata.takesInput ? input : nil,
            presenter: metadata.presents ? "\(metadata.presenterType)" : nil)
    }

    // MARK: Products and permissions

    private var productSnapshots: [ProductSnapshot] {
        runtime.products.map { product in
            let fact = runtime.facts[.purchase(productID: product.productID)]
            return ProductSnapshot(
                productID: product.productID, name: product.name, description: product.description,
                type: ProductSnapshot.Kind(product), status: PurchaseStatus(fact?.actual.truth ?? .unknown),
                override: fact?.override.map { PurchaseStatus($0.value.truth) },
                effective: PurchaseStatus(fact?.effective.truth ?? .unknown),
                balance: runtime.creditBalance(ofProduct: product.productID),
                features: features.filter { $0.productsRequired.contains(product) }.map(\.path.description))
        }
        .sorted { ($0.type.order, $0.name, $0.productID) < ($1.type.order, $1.name, $1.productID) }
    }

    private var permissionSnapshots: [PermissionSnapshot] {
        let all = SystemPermissionConstraint.allCases.map { permission in
            PermissionSnapshot(
                permission: permission.name, title: permission.description,
                usage: inspector.configuration.system?.usage(of: permission) ?? "",
                status: PermissionStatus(runtime.actualStatus(of: permission)),
                override: runtime.facts[.permission(permission)]?.override?.value.permissionStatus
                    .map(PermissionStatus.init),
                effective: PermissionStatus(runtime.effectiveStatus(of: permission)),
                features: features.filter { $0.constraints.permissions.contains(permission) }
                    .map(\.path.description))
        }
        return all.filter { !$0.features.isEmpty } + all.filter(\.features.isEmpty)
    }
}

extension FlintRuntime {
    /// How many units of a product that is used up are left, if the tracker knows.
    func creditBalance(ofProduct productID: String) -> Int? {
        guard let product = product(withIdentifier: productID) as? ConsumableProduct else {
            return nil
        }
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

    /// The place of the kind in lists.
    var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
