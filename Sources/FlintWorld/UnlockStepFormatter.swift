// SPDX-License-Identifier: MIT

internal import FeatureGating

/// Describes the steps of plans that make a feature available.
///
/// A description states who can take the step, the cost, and a reason if the user cannot take it. The formatter is used
/// for the running app and for its ``World``, each of which provides names, prices, and balances as a ``Source``.
package struct UnlockStepFormatter {
    /// The information about an app that descriptions need in addition to the requirements.
    package protocol Source {
        func name(ofFeature id: String) -> String
        func name(ofProduct id: String) -> String
        /// Returns the store's price and subscription period of a product, if known.
        func offer(ofProduct id: String) -> (price: String?, period: String?)
        /// Returns the active subscription whose renewal a purchase waits for, or `nil` if it takes effect at once.
        func subscription(delaying productID: String) -> ProductSnapshot?
        /// Returns the required and remaining units of a consumable, or `nil` if units are not counted.
        func balance(of state: RequirementState) -> (needed: Int, left: Int)?
        /// Returns a fact's actual value, regardless of an override, or `nil` for an unknown fact.
        func actual(of fact: FactReference) -> FactValue?
    }

    private let source: any Source
    private let platform: String?

    /// Creates a formatter.
    ///
    /// - Parameters:
    ///   - source: The information about the app.
    ///   - platform: The platform and version to override in plans that change the platform.
    package init(_ source: any Source, platform: String?) {
        (self.source, self.platform) = (source, platform)
    }

    /// Describes plans and sorts them by cost.
    ///
    /// The sort is stable.
    package func described(_ plans: [[RequirementState]]) -> [[UnlockStep]] {
        let plans = plans.map { plan in plan.map(step) }
        let costs = plans.map(UnlockCost.init)
        let order = plans.indices.sorted { costs[$0] == costs[$1] ? $0 < $1 : costs[$0] < costs[$1] }
        return order.map { plans[$0] }
    }

    private func step(_ state: RequirementState) -> UnlockStep {
        if let overridden = overriddenStep(state) { return overridden }
        let owner = state.inheritedFrom.map { source.name(ofFeature: $0) } ?? "it"
        var step = UnlockStep(kind: state.kind, key: state.key ?? "", title: state.title)
        switch state.kind {
        case .purchase:
            step.title = purchaseTitle(state)
            step.override = PurchaseStatus.purchased.rawValue
            let offer = state.key.map { source.offer(ofProduct: $0) }
            (step.price, step.subscriptionPeriod) = (offer?.price, offer?.period)
            if let active = state.key.flatMap({ source.subscription(delaying: $0) }) {
                step.title += ", effective when \(active.name) renews"
                step.atRenewalOf = active.productID
            }
        case .permission:
            addPermission(state, to: &step)
        case .userSetting:
            step.title = "turn \(owner) on in the app's settings"
            step.override = "on"
        case .runtimeSwitch:
            step.title = "turn \(owner) on with its runtime switch"
            (step.means, step.reason, step.override) = (.developerCan, "runtime switches are set in code", "on")
        case .flag:
            step.title = "turn the flag \(state.key ?? "") on"
            (step.means, step.reason, step.override) = (.developerCan, "flags are set for all users", "on")
        case .platform:
            step.title = "run the app on \(state.title)"
            (step.means, step.reason, step.override) = (.impossibleHere, "this is \(state.value)", platform)
            step.key = FactReference.platformKey
        case .parent, .registration, .anyOf, .allOf:
            (step.means, step.reason) = (.impossibleHere, state.statement)
        }
        return step
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
    /// Returns `nil` if the fact is unknown or not overridden, or if removing the platform's override would not restore
    /// the required platform.
    private func overriddenStep(_ state: RequirementState) -> UnlockStep? {
        guard let override = state.override, let fact = state.factReference,
            let actual = source.actual(of: fact)
        else { return nil }
        let isMet =
            actual.truth == .true || actual.permissionStatus == .authorized
            || actual.currentPlatform.map { $0.label == platform } == true
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
        case .userSetting, .runtimeSwitch, .flag: step.override = "on"
        case .platform: return nil
        }
        return step
    }

    /// Returns the title of a purchase step.
    ///
    /// If enough units remain, the step does not suggest buying more, because the app decides what they unlock.
    private func purchaseTitle(_ state: RequirementState) -> String {
        guard let balance = source.balance(of: state), let productID = state.key, balance.left > 0 else {
            return "buy \(state.title)"
        }
        let missing = balance.needed - balance.left
        return missing > 0
            ? "buy \(missing) more \(source.name(ofProduct: productID))" : "unlock it in the app with \(state.title)"
    }
}

extension FeaturePlans {
    /// Finds and describes the plans that make a feature available.
    ///
    /// - Parameters:
    ///   - source: The information about the app.
    ///   - find: A closure that finds minimal sets of requirements, given the range of possible changes and the maximum
    ///     number of sets.
    package init(describedWith source: any UnlockStepFormatter.Source, find: (UnlockScope, Int) -> FeatureUnlocks) {
        func described(_ unlocks: FeatureUnlocks) -> [[UnlockStep]] {
            UnlockStepFormatter(source, platform: unlocks.platform?.label).described(unlocks.plans)
        }
        let found = find(.thisDevice, Self.limit)
        let plans = described(found)
        guard plans.isEmpty, found.areComplete else {
            self.init(plans: plans, areComplete: found.areComplete)
            return
        }
        self.init(plans: [], areComplete: true, impossiblePlans: described(find(.anywhere, 8)))
    }
}
