// SPDX-License-Identifier: MIT

internal import FeatureGating

/// A formatter for the steps of plans that make a feature available.
///
/// A description states who can take the step, the cost, and a reason if the user cannot take it.
struct UnlockStepFormatter {
    private let world: World
    private let platform: String?

    init(_ world: World, platform: String?) {
        (self.world, self.platform) = (world, platform)
    }

    func unlockSteps(for plans: [[RequirementState]]) -> [[UnlockStep]] {
        let plans = plans.map { plan in plan.map(step) }
        let costs = plans.map(UnlockCost.init)
        // Plans with the same cost keep their order.
        let order = plans.indices.sorted { costs[$0] == costs[$1] ? $0 < $1 : costs[$0] < costs[$1] }
        return order.map { plans[$0] }
    }

    private func step(_ state: RequirementState) -> UnlockStep {
        if let overridden = overriddenStep(state) { return overridden }
        let owner = state.inheritedFrom.map { world.name(ofFeature: $0) } ?? "it"
        var step = UnlockStep(kind: state.kind, key: state.key ?? "", title: state.title)
        switch state.kind {
        case .fact(let kind) where kind.isOwn || state.remedy != nil:
            step.override = kind.opposites?.granted.id
            addRemedy(of: state, to: &step)
        case .purchase:
            step.title = purchaseTitle(state)
            step.override = PurchaseStatus.purchased.rawValue
            let product = state.key.flatMap { world.model.products[$0] }
            (step.price, step.subscriptionPeriod) = (price(of: state, product), product?.subscriptionPeriod)
            if let active = state.key.flatMap({ world.model.products.subscription(delaying: $0) }) {
                step.title += ", effective when \(active.name) renews"
                step.atRenewalOf = active.productID
            }
        case .permission:
            addPermission(state, to: &step)
        case .platform:
            step.title = "run the app on \(state.title)"
            (step.means, step.reason, step.override) = (.impossibleHere, "this is \(state.value)", platform)
            step.key = FactReference.platformKey
        case .fact(let kind):
            let subject = kind.belongsToFeature ? owner : "the \(kind.title) \(state.key ?? "")"
            step.title = "turn \(subject) on\(kind.switchPlace)"
            step.override = kind.opposites?.granted.id
            if let reason = kind.developerReason { (step.means, step.reason) = (.developerCan, reason) }
        case .parent, .registration, .anyOf, .allOf:
            (step.means, step.reason) = (.impossibleHere, state.statement)
        }
        return step
    }

    private func addRemedy(of state: RequirementState, to step: inout UnlockStep) {
        if let target = state.target, let key = state.factReference.flatMap(world.model.key) {
            step.override = target.overrideText(of: key)
        }
        guard let remedy = state.remedy else { return }
        // A name such as "VPN" keeps its case.
        let isWord = remedy.sentence.dropFirst().first?.isUppercase != true
        let first = remedy.sentence.prefix(1)
        let instruction = (isWord ? first.lowercased() : String(first)) + remedy.sentence.dropFirst()
        switch remedy.actor {
        case .user: step.title = instruction
        case .operator: (step.title, step.means) = ("ask the operator: \(instruction)", .operatorCan)
        case .developer: (step.title, step.means) = (instruction, .developerCan)
        case .nobody: (step.title, step.means, step.reason) = ("\(state.title) is needed", .impossibleHere, instruction)
        }
    }

    private func addPermission(_ state: RequirementState, to step: inout UnlockStep) {
        step.override = PermissionStatus.authorized.rawValue
        step.title = "allow \(state.title)"
        switch state.state?.permissionStatus {
        case .denied: step.title += " in the system settings"
        case .restricted:
            (step.means, step.reason) = (.impossibleHere, "it is restricted by something outside the user's control")
        case .unsupported: (step.means, step.reason) = (.impossibleHere, PermissionStatus.unsupportedReason)
        case .notDetermined, .authorized, nil: break
        }
    }

    /// Returns the step for an overridden fact, which the user cannot change.
    ///
    /// Returns `nil` if the fact is not overridden, or if removing the override is not enough and no other value is
    /// known to meet the requirement.
    private func overriddenStep(_ state: RequirementState) -> UnlockStep? {
        guard let override = state.override, let fact = state.factReference else { return nil }
        var step = UnlockStep(
            kind: state.kind, key: fact.key,
            title: "remove the override of \(state.kind == .platform ? "the platform" : state.title)",
            means: .developerCan,
            reason: "it is overridden with \(override)")
        // Removing the override is enough.
        if state.isMetWithoutOverride { return step }
        step.title = "override \(state.title) with another value"
        let target = state.target.flatMap { target in world.model.key(of: fact).map { target.overrideText(of: $0) } }
        guard let granted = target ?? fact.kind.opposites?.granted.id else { return nil }
        step.override = granted
        return step
    }

    /// Returns the price of the units that are missing, or of one unit if none is missing.
    private func price(of state: RequirementState, _ product: ProductSnapshot?) -> String? {
        let missing = (state.quantity ?? 1) - (world.balance(of: state)?.left ?? 0)
        guard let price = product?.price, missing > 1 else { return product?.price }
        return ProductPrice(price)?.multiplied(by: missing)?.text
    }

    /// Returns the title of a purchase step.
    ///
    /// If enough units remain, the step does not suggest buying more, because the app decides what they unlock.
    private func purchaseTitle(_ state: RequirementState) -> String {
        guard let balance = world.balance(of: state), let productID = state.key, balance.left > 0 else {
            return "buy \(state.title)"
        }
        let missing = balance.needed - balance.left
        return missing > 0
            ? "buy \(missing) more \(world.name(ofProduct: productID))" : "unlock it in the app with \(state.title)"
    }
}

extension FeaturePlans {
    init(in world: World, find: (UnlockScope, Int) -> FeatureUnlocks) {
        func described(_ unlocks: FeatureUnlocks) -> [[UnlockStep]] {
            UnlockStepFormatter(world, platform: unlocks.platform?.label).unlockSteps(for: unlocks.plans)
        }
        let found = find(.thisDevice, Self.limit)
        let plans = described(found)
        guard plans.isEmpty, found.areComplete else {
            self.init(plans: plans, areComplete: found.areComplete)
            return
        }
        // Impossible plans only explain what is missing, so a few of them are enough.
        self.init(plans: [], areComplete: true, impossiblePlans: described(find(.anywhere, 8)))
    }
}
