// SPDX-License-Identifier: MIT

import FeatureGating

extension ExplanationBuilder {
    /// Returns the smallest sets of facts whose changes would make the feature available.
    ///
    /// Each fact appears as the row of the nearest feature that needs it. Two features that require the same product
    /// have two conditions but need one purchase. The search therefore replaces conditions with facts before it ranks
    /// the plans.
    ///
    /// - Parameters:
    ///   - reach: The scope of changes that a plan may contain.
    ///   - platform: The platform to which plans may change, or `nil` if they may not change it.
    ///   - limit: The maximum number of plans.
    /// - Returns: The sets, shortest first, and whether there are no others.
    package func plans(
        within reach: UnlockScope = .thisDevice, on platform: CurrentPlatform? = nil, limit: Int = 8
    ) -> (plans: [[RequirementState]], areComplete: Bool) {
        let mentions = mentions
        let found = Requirement.all(owners.map(\.numbered))
            .flatMap { number in
                let condition = basis.conditions[number.index]
                if let rule = condition.platformRule, truth(condition) != .true {
                    return platform.map(rule.allows) == true ? requirement(of: condition.mainKey) : .never
                }
                return changes(for: condition, among: mentions, within: reach)
            }
            // One more plan tells whether the limit leaves any out.
            .searchUnlockPlans(truth: { _ in .false }, canChange: { _ in true }, limit: limit + 1)
        let listed = found.plans.prefix(limit)
        // Plans usually share most of their facts.
        var rows = [RequirementState?](repeating: nil, count: mentions.count)
        for fact in listed.joined() where rows[fact.index] == nil {
            rows[fact.index] = mentions[fact.index].map { row(of: $0) }
        }
        return (
            listed.map { plan in plan.compactMap { rows[$0.index] } },
            found.isComplete && listed.count == found.plans.count
        )
    }

    private struct Mention {
        let condition: Condition
        let owner: Int
    }

    /// The condition to show for each fact, by fact index.
    ///
    /// It is the condition of the nearest feature that needs the fact, or the nearest condition that mentions it.
    private var mentions: [Mention?] {
        var mentions = [Mention?](repeating: nil, count: basis.factKeys.count)
        for (distance, owner) in owners.enumerated() {
            for number in owner.numbered.facts {
                let condition = basis.conditions[number.index]
                guard let index = basis.index(of: condition.mainKey) else { continue }
                let isFirst =
                    mentions[index].map { truth($0.condition) == .true && truth(condition) != .true } ?? true
                if isFirst { mentions[index] = Mention(condition: condition, owner: distance) }
            }
        }
        return mentions
    }

    /// Returns the facts that would meet a condition.
    ///
    /// The result is always met if the condition is already met, and never met if no change in the given scope can meet
    /// it.
    ///
    /// - Parameters:
    ///   - condition: The condition to meet.
    ///   - mentions: The facts that the feature and its ancestors mention. A wider permission is requested only if it
    ///     is among them.
    ///   - reach: The scope of changes that a plan may contain.
    /// - Returns: The requirement over fact indices.
    private func changes(
        for condition: Condition, among mentions: [Mention?], within reach: UnlockScope
    ) -> Requirement<FactID> {
        if truth(condition) == .true { return .always }
        if condition.platformRule != nil { return .never }
        guard case .permission(let permission) = condition.mainKey else { return requirement(of: condition.mainKey) }
        // A wider permission has no effect on a permission with an override.
        let isOverridden = fact(.permission(permission))?.override != nil
        let wider = isOverridden ? nil : PermissionRules.wider(than: permission)
        let candidates = [permission, wider].compactMap { $0 }
            .filter { permission in
                let index = basis.index(of: .permission(permission))
                return index.flatMap { mentions[$0] } != nil && (reach == .anywhere || canBeGranted(permission))
            }
        return .any(candidates.map { requirement(of: .permission($0)) })
    }

    private func requirement(of key: FactKey) -> Requirement<FactID> {
        basis.index(of: key).map { .fact(FactID(rawValue: Int32($0))) } ?? .never
    }

    private func canBeGranted(_ permission: SystemPermissionConstraint) -> Bool {
        switch Condition.effectiveStatus(of: permission, fact) {
        case .notDetermined, .denied, .authorized: true
        case .restricted, .unsupported: false
        }
    }

    private func row(of mention: Mention) -> RequirementState {
        row(
            of: mention.condition, truth: truth(mention.condition), depth: 0, isBlocking: true,
            declaredBy: mention.owner)
    }
}
