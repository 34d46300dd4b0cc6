import FeatureGating

extension ExplanationBuilder {
    /// Returns the smallest sets of facts to change, each fact as the row of the nearest feature that needs it, and
    /// whether every set was considered.
    ///
    /// Two features that require the same product are two conditions and one thing to buy, so the conditions are
    /// replaced by facts before the plans are made and cut to the best few.
    func plans() -> (plans: [[RequirementState]], areComplete: Bool) {
        let mentions = mentions
        let found = Requirement.all(owners.map(\.requirement))
            .flatMap { changes(for: $0, among: mentions) }
            .searchUnlockPlans(truth: { _ in .false }, canChange: { _ in true })
        // Plans have most of their facts in common.
        var rows: [FactKey: RequirementState] = [:]
        for key in found.plans.joined() where rows[key] == nil { rows[key] = mentions[key].map { row(of: $0) } }
        return (found.plans.map { plan in plan.compactMap { rows[$0] } }, found.isComplete)
    }

    /// A condition and the index of the owner that has it.
    private struct Mention {
        let condition: Condition
        let owner: Int
    }

    /// By fact, the condition of the nearest feature that needs it, or of the nearest that mentions it.
    private var mentions: [FactKey: Mention] {
        var mentions: [FactKey: Mention] = [:]
        for (distance, owner) in owners.enumerated() {
            for condition in owner.requirement.facts {
                let key = condition.factKeys[0]
                let isFirst = mentions[key].map { truth($0.condition) == .true && truth(condition) != .true } ?? true
                if isFirst { mentions[key] = Mention(condition: condition, owner: distance) }
            }
        }
        return mentions
    }

    /// Returns the facts that would meet a condition: none where it is met, and never enough where nothing can help.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - mentions: The facts that the feature and its ancestors mention. A wider permission than
    ///     these is not asked for.
    /// - Returns: The requirement in terms of facts.
    private func changes(for condition: Condition, among mentions: [FactKey: Mention]) -> Requirement<FactKey> {
        if truth(condition) == .true { return .always }
        switch condition {
        case .platform:
            return .never
        case .purchase, .userToggle, .runtimeSwitch, .featureFlag:
            return .fact(condition.factKeys[0])
        case .permission(let permission):
            // A wider permission does not help against an override of this one.
            let isOverridden = facts[.permission(permission)]?.override != nil
            let wider = isOverridden ? nil : PermissionRules.wider(than: permission)
            let candidates = [permission, wider].compactMap { $0 }
                .filter { mentions[.permission($0)] != nil && canBeGranted($0) }
            return .any(candidates.map { .fact(.permission($0)) })
        }
    }

    /// Whether the user can grant a permission.
    private func canBeGranted(_ permission: SystemPermissionConstraint) -> Bool {
        switch Condition.effectiveStatus(of: permission, { facts[$0] }) {
        case .notDetermined, .denied, .authorized: true
        case .restricted, .unsupported: false
        }
    }

    /// Returns the row of a fact as the nearest feature that needs it shows it.
    private func row(of mention: Mention) -> RequirementState {
        row(
            Explanation.Row(
                kind: .fact(mention.condition), truth: truth(mention.condition), depth: 0, isBlocking: true),
            declaredBy: mention.owner)
    }
}
