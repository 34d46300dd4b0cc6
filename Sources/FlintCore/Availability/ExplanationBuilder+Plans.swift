import FeatureGating

extension ExplanationBuilder {
    /// Returns the smallest sets of facts to change, each fact as the row of the nearest feature that needs it.
    ///
    /// Two features that require the same product are two conditions and one thing to buy, so the conditions are
    /// replaced by facts before the plans are made and cut to the best few.
    func plans() -> [[RequirementState]] {
        let conditions = owners.flatMap(\.requirement.facts)
        let declared = Set(conditions.map { $0.factKeys[0] })
        return Requirement.all(owners.map(\.requirement))
            .flatMap { changes(for: $0, among: declared) }
            .unlockPlans(truth: { _ in .false }, canChange: { _ in true })
            .map { plan in plan.compactMap { key in row(of: key, among: conditions) } }
    }

    /// Returns the facts that would meet a condition: none where it is met, and never enough where nothing can help.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - declared: The facts that the feature and its ancestors mention. A wider permission than
    ///     these is not asked for.
    /// - Returns: The requirement in terms of facts.
    private func changes(for condition: Condition, among declared: Set<FactKey>) -> Requirement<FactKey> {
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
                .filter { declared.contains(.permission($0)) && canBeGranted($0) }
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
    private func row(of key: FactKey, among conditions: [Condition]) -> RequirementState? {
        let mentions = conditions.filter { $0.factKeys[0] == key }
        guard let condition = mentions.first(where: { truth($0) != .true }) ?? mentions.first else { return nil }
        let owner = owners.first { $0.requirement.facts.contains(condition) } ?? metadata
        return row(
            Explanation.Row(kind: .fact(condition), truth: truth(condition), depth: 0, isBlocking: true),
            declaredBy: owner)
    }
}
