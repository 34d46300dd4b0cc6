import FeatureGating
import FlintCore
import InspectorKit

/// Describes features for front ends: in lists, and one at a time with what explains it.
struct FeatureReader {
    private let runtime: FlintRuntime

    /// Creates a reader of a runtime's features.
    init(runtime: FlintRuntime) {
        self.runtime = runtime
    }

    // MARK: Lists

    /// Every feature, groups before what is in them and siblings in order of registration.
    func summaries() -> [FeatureSummary] {
        let states = runtime.facts.featureStates
        var summaries: [FeatureSummary] = []
        var pending = runtime.rootFeatures.reversed().map { (metadata: $0, parent: String?.none, depth: 0) }
        while let (metadata, parent, depth) = pending.popLast() {
            guard let summary = summary(of: metadata, parent: parent, depth: depth, states) else { continue }
            summaries.append(summary)
            guard metadata.isGroup else { continue }
            for child in runtime.features(under: metadata).reversed() {
                pending.append((child, summary.id, depth + 1))
            }
        }
        return summaries
    }

    /// Some features, in their order; those that are being registered are left out.
    func summaries(of features: [FeatureMetadata]) -> [FeatureSummary] {
        guard !features.isEmpty else { return [] }
        let states = runtime.facts.featureStates
        return features.compactMap { metadata in
            summary(
                of: metadata, parent: metadata.parent?.path.description, depth: metadata.ancestors.count, states)
        }
    }

    /// The states of features, in order of their nodes; each costs a few bytes and no lookup.
    func states(of nodes: [NodeID]) -> [FeatureSummary.State] {
        guard !nodes.isEmpty else { return [] }
        let states = runtime.facts.featureStates
        return nodes.map { node in
            FeatureSummary.State(
                number: node.rawValue, isAvailable: states.verdict(of: node).boolValue,
                isOverridden: states.isOverridden(node))
        }
    }

    private func summary(
        of metadata: FeatureMetadata, parent: String?, depth: Int, _ states: FeatureStates
    ) -> FeatureSummary? {
        let (path, node, name) = metadata.listing
        // A feature without a node is being registered, and announced when that is done.
        guard let node else { return nil }
        let feature = metadata.feature
        return FeatureSummary(
            number: node.index, id: path.description, name: name, parent: parent, depth: depth,
            isVisible: feature.isVisible, isAvailable: states.verdict(of: node).boolValue,
            isOverridden: states.isOverridden(node))
    }

    // MARK: One feature

    /// A feature with what explains it, without plans to unlock it.
    func detail(of metadata: FeatureMetadata) -> FeatureSnapshot {
        let feature = metadata.feature
        let explanation = runtime.explanation(of: metadata, includesPlans: false)
        let constraints = metadata.constraints
        return FeatureSnapshot(
            id: metadata.path.description, typeName: metadata.typeName, name: feature.name,
            description: feature.description, parent: metadata.parent?.path.description,
            depth: metadata.ancestors.count, conditional: metadata.isConditional, isGroup: metadata.isGroup,
            visible: feature.isVisible, variation: feature.variation, available: explanation.verdict.boolValue,
            requirements: explanation.requirements.map(requirement), firstBlocking: explanation.firstBlocking,
            unlockPlans: nil, actions: metadata.actions.map(action),
            userToggle: constraints.userToggleDefault == nil
                ? nil : runtime.facts[.userToggle(feature: metadata.path)]?.effective.truth.boolValue,
            runtimeSwitch: constraints.isRuntimeEnabledRequired
                ? runtime.facts[.runtimeSwitch(feature: metadata.path)]?.effective.truth.boolValue : nil)
    }

    /// What would make a feature available.
    func plans(of metadata: FeatureMetadata) -> FeaturePlans {
        let (plans, areComplete) = runtime.unlockPlans(of: metadata)
        return FeaturePlans(plans: plans.map { $0.map(step) }, areComplete: areComplete)
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
}
