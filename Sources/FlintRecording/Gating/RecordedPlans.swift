import FeatureGating
import InspectorKit

extension RecordedGating {
    /// What may be changed to make a feature available.
    private enum Reach {
        /// What the user or a developer can change on the device.
        case thisDevice
        /// Also the platform, and permissions that the system forbids.
        case anywhere
    }

    /// Finds what would have made a feature available, with the engine's own search.
    ///
    /// - Parameter featureID: The feature's id.
    /// - Returns: The plans; `nil` if the recording does not explain the feature.
    func plans(of featureID: String) -> FeaturePlans? {
        guard let rule = rule(of: featureID) else {
            return model.feature(featureID)?.isAvailable == true ? FeaturePlans(plans: [], areComplete: true) : nil
        }
        let writer = UnlockStepWriter(self, platform: nil)
        // One more than is listed, to know whether there are more.
        let found = search(rule, within: .thisDevice, limit: FeaturePlans.limit + 1)
        let plans = writer.described(found.plans)
        guard plans.isEmpty, found.isComplete else {
            return FeaturePlans(
                plans: Array(plans.prefix(FeaturePlans.limit)),
                areComplete: found.isComplete && plans.count <= FeaturePlans.limit)
        }
        let elsewhere = search(rule, within: .anywhere, limit: 8)
        return FeaturePlans(plans: [], areComplete: true, impossiblePlans: writer.described(elsewhere.plans))
    }

    /// Searches in terms of facts, because what two features require is one thing to buy.
    private func search(
        _ rule: Rule, within reach: Reach, limit: Int
    ) -> (plans: [[RequirementState]], isComplete: Bool) {
        let mentions = Self.mentions(in: rule.rows)
        let requirement = rule.requirement.flatMap { index in
            changes(for: rule.rows[index], among: mentions, within: reach)
        }
        let found = requirement.searchUnlockPlans(truth: { _ in .false }, canChange: { _ in true }, limit: limit)
        return (found.plans.map { plan in plan.compactMap { mentions[$0] } }, found.isComplete)
    }

    /// By fact, the requirement of the nearest feature that is not met, or of the nearest that is about the fact.
    private static func mentions(in rows: [RequirementState]) -> [FactReference: RequirementState] {
        var mentions: [FactReference: RequirementState] = [:]
        for row in rows {
            guard let fact = row.factReference else { continue }
            if mentions[fact].map({ $0.truth == .true && row.truth != .true }) ?? true { mentions[fact] = row }
        }
        return mentions
    }

    /// The facts that would meet a requirement: none where it is met, and never enough where nothing can help.
    private func changes(
        for row: RequirementState, among mentions: [FactReference: RequirementState], within reach: Reach
    ) -> Requirement<FactReference> {
        if row.truth == .true { return .always }
        guard let fact = row.factReference else { return .never }
        switch fact.kind {
        case .platform: return reach == .anywhere ? .fact(fact) : .never
        case .purchase, .toggle, .runtimeSwitch, .flag: return .fact(fact)
        case .permission:
            // A wider permission does not help against an override of this one.
            let candidates = row.override == nil ? Self.facts(of: row) : [fact]
            return .any(
                candidates.filter { candidate in
                    guard let mention = mentions[candidate] else { return false }
                    let isForbidden = [PermissionStatus.restricted, .unsupported].contains {
                        mention.state == .permission($0)
                    }
                    return reach == .anywhere || !isForbidden
                }.map { .fact($0) })
        }
    }
}

extension RecordedGating: UnlockStepWriter.Source {
    func name(ofFeature id: String) -> String { model.feature(id)?.name ?? id }

    func name(ofProduct id: String) -> String { model.products[id]?.name ?? id }

    func offer(ofProduct id: String) -> (price: String?, period: String?) {
        let product = model.products[id]
        return (product?.price, product?.subscriptionPeriod)
    }

    func balance(of state: RequirementState) -> (needed: Int, left: Int)? {
        guard state.kind == .purchase, let needed = state.quantity, let productID = state.key,
            let left = model.products[productID]?.balance
        else { return nil }
        return (needed, left)
    }

    func isMetWithoutOverride(_ fact: FactReference, platform: String?) -> Bool? {
        switch fact.kind {
        case .purchase: model.products[fact.key]?.status == .purchased
        case .permission: model.permissions.first { $0.permission == fact.key }?.status == .authorized
        case .flag: model.flags[fact.key]?.value == true
        // What they would be without the override is not recorded; another override does in any case.
        case .toggle, .runtimeSwitch, .platform: false
        }
    }
}
