import FlintCore
import InspectorKit

/// Describes what would make a feature available, step by step, with who can take each step and what it costs.
struct UnlockPlanReader {
    /// The most plans that are listed of a feature.
    static let limit = 64

    private let runtime: FlintRuntime
    private let system: (any SimulatedSystem)?
    private let facts: AssumedFacts

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - runtime: The runtime whose features are described.
    ///   - system: The simulated system with the store that knows prices, if there is one.
    ///   - assumptions: What to assume of facts in place of what is known.
    init(
        runtime: FlintRuntime, system: (any SimulatedSystem)?, assuming assumptions: [FactKey: FactAssumption] = [:]
    ) {
        self.runtime = runtime
        self.system = system
        facts = AssumedFacts(runtime: runtime, assumptions: assumptions)
    }

    /// What would make a feature available.
    func plans(of metadata: FeatureMetadata) -> FeaturePlans {
        // One more than is listed, to know whether there are more.
        let found = runtime.unlockPlans(of: metadata, limit: Self.limit + 1, assuming: facts.assumptions)
        let plans = described(found)
        guard plans.isEmpty, found.areComplete else {
            return FeaturePlans(
                plans: Array(plans.prefix(Self.limit)), areComplete: found.areComplete && plans.count <= Self.limit)
        }
        let elsewhere = runtime.unlockPlans(of: metadata, within: .anywhere, assuming: facts.assumptions)
        return FeaturePlans(plans: [], areComplete: true, impossiblePlans: described(elsewhere))
    }

    /// The plans with their steps, cheapest first; of equally cheap ones the order stays.
    private func described(_ unlocks: FeatureUnlocks) -> [[UnlockStep]] {
        let plans = unlocks.plans.map { plan in plan.map { step($0, on: unlocks.platform) } }
        let costs = plans.map(UnlockCost.init)
        let order = plans.indices.sorted { costs[$0] == costs[$1] ? $0 < $1 : costs[$0] < costs[$1] }
        return order.map { plans[$0] }
    }

    private func step(_ state: RequirementState, on platform: CurrentPlatform?) -> UnlockStep {
        if let overridden = overriddenStep(state, on: platform) { return overridden }
        let owner = state.inheritedFrom.map { runtime.name(ofFeature: $0) } ?? "it"
        var step = UnlockStep(kind: state.kind, key: state.key ?? "", title: state.title)
        switch state.kind {
        case .purchase:
            step.title = purchaseTitle(state)
            step.override = PurchaseStatus.purchased.rawValue
            let product = state.key.flatMap { system?.storeProduct($0) }
            (step.price, step.subscriptionPeriod) = (product?.price, product?.subscriptionPeriod)
        case .permission:
            addPermission(state, to: &step)
        case .toggle:
            step.title = "turn \(owner) on in the app's settings"
            step.override = "on"
        case .runtimeSwitch:
            step.title = "enable \(owner) in code"
            (step.means, step.reason, step.override) = (.developerCan, "it is decided in code", "on")
        case .flag:
            step.title = "turn the flag \(state.key ?? "") on"
            (step.means, step.reason, step.override) = (.developerCan, "flags are set for all users", "on")
        case .platform:
            step.title = "run the app on \(state.title)"
            (step.means, step.reason, step.override) = (.impossibleHere, "this is \(state.value)", platform?.label)
            step.key = FactReference.platformKey
        case .parent, .registration, .anyOf, .allOf:
            (step.means, step.reason) = (.impossibleHere, state.statement)
        }
        return step
    }

    private func addPermission(_ state: RequirementState, to step: inout UnlockStep) {
        step.override = PermissionStatus.authorized.rawValue
        switch state.value {
        case PermissionStatus.denied.description:
            step.title = "allow \(state.title) in the system's settings"
        case PermissionStatus.restricted.description:
            step.title = "allow \(state.title)"
            step.means = .impossibleHere
            step.reason = "it is restricted by something outside the user's control"
        case PermissionStatus.unsupported.description:
            step.title = "allow \(state.title)"
            (step.means, step.reason) = (.impossibleHere, "this system has no such permission")
        default:
            step.title = "allow \(state.title)"
        }
    }

    /// The step for a fact that is overridden, so that nothing a user does can change it; `nil` for any other.
    private func overriddenStep(_ state: RequirementState, on platform: CurrentPlatform?) -> UnlockStep? {
        guard let override = state.override, let fact = state.factReference, let key = FactKey(fact),
            let actual = facts[key]?.actual
        else { return nil }
        let isMet =
            actual.truth == .true || actual.permissionStatus == .authorized
            || (actual.currentPlatform != nil && actual.currentPlatform == platform)
        var step = UnlockStep(
            kind: state.kind, key: fact.key,
            title: "remove the override of \(state.kind == .platform ? "the platform" : state.title)",
            means: .developerCan,
            reason: "it is overridden with \(override)")
        guard !isMet else { return step }
        step.title = "override \(state.title) with another value"
        switch fact.kind {
        case .purchase: step.override = PurchaseStatus.purchased.rawValue
        case .permission: step.override = PermissionStatus.authorized.rawValue
        case .toggle, .runtimeSwitch, .flag: step.override = "on"
        case .platform: return nil
        }
        return step
    }

    /// What to do about a purchase.
    ///
    /// Units that are there already are not bought again: the app decides what they unlock.
    private func purchaseTitle(_ state: RequirementState) -> String {
        guard let balance = runtime.creditBalance(of: state), let productID = state.key, balance.left > 0 else {
            return "buy \(state.title)"
        }
        let missing = balance.needed - balance.left
        return missing > 0
            ? "buy \(missing) more \(runtime.title(of: .purchase(productID: productID)))"
            : "unlock it in the app with \(state.title)"
    }
}

extension FlintRuntime {
    /// The units that a requirement needs and those that are left, if it is about a consumable product and its tracker
    /// counts them.
    func creditBalance(of state: RequirementState) -> (needed: Int, left: Int)? {
        guard state.kind == .purchase, let needed = state.quantity, let productID = state.key,
            let left = creditBalance(ofProduct: productID)
        else { return nil }
        return (needed, left)
    }
}
