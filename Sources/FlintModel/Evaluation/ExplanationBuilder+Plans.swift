// SPDX-License-Identifier: MIT

import FeatureGating

extension ExplanationBuilder {
    /// Returns the smallest sets of facts whose changes would make the feature available, shortest first.
    ///
    /// The result also states whether the list is complete.
    ///
    /// Each fact appears as the row of the nearest feature that needs it. Two features that require the same product
    /// have two conditions but need one purchase. The search therefore replaces conditions with facts before it ranks
    /// the plans.
    ///
    /// If `platform` is `nil`, plans may not change the platform. If `platforms` is not empty, plans make the feature
    /// available on each of them, regardless of the current platform. Plans contain only changes that `accepts` allows.
    package func plans(
        within reach: UnlockScope = .thisDevice, on platform: CurrentPlatform? = nil,
        onEach platforms: [CurrentPlatform] = [], limit: Int = 8, accepts: ((RequirementState) -> Bool)? = nil
    ) -> (plans: [[RequirementState]], areComplete: Bool) {
        let mentions = mentions
        let shared = sharedOwnFacts
        // Several plans over conditions on a shared fact can collapse into one plan, so the search needs more of them.
        let searchLimit = shared.isEmpty ? limit : 8 * limit
        let found = gate(onEach: platforms)
            .flatMap { number -> Requirement<FactID> in
                let condition = basis.conditions[number.index]
                if let accepts, truth(condition) != .true, !accepts(row(of: condition, declaredBy: 0)) {
                    return .never
                }
                if condition.mainKey.kind.isOwn || basis.hasRemedies || isUnsold(condition),
                    !canBeMet(condition, within: reach)
                {
                    return .never
                }
                if shared.contains(condition.mainKey) { return .fact(target(of: number)) }
                if let rule = condition.platformRule, truth(condition) != .true {
                    return platform.map(rule.allows) == true ? requirement(of: condition.mainKey) : .never
                }
                return changes(for: condition, among: mentions, within: reach)
            }
            // One more plan shows whether the limit omits any.
            .searchUnlockPlans(truth: { _ in .false }, canChange: { _ in true }, limit: searchLimit + 1)
        // Plans usually share most of their facts.
        var rows: [Step: RequirementState] = [:]
        func listedRows(of steps: some Sequence<Step>) -> [RequirementState] {
            steps.compactMap { step in
                if let row = rows[step] { return row }
                let new = row(of: step, among: mentions)
                rows[step] = new
                return new
            }
        }
        guard !shared.isEmpty else {
            return (
                found.plans.prefix(limit).map { listedRows(of: $0.lazy.map(Step.grant)) },
                found.isComplete && found.plans.count <= limit
            )
        }
        let plans = minimal(found.plans.compactMap(steps))
        return (
            plans.prefix(limit).map { listedRows(of: $0) },
            found.isComplete && found.plans.count <= searchLimit && plans.count <= limit
        )
    }

    /// Returns the combined requirements of all owners, on every given platform if there are any.
    private func gate(onEach platforms: [CurrentPlatform]) -> Requirement<FactID> {
        let gate = Requirement.all(owners.map(\.numbered))
        if platforms.isEmpty { return gate }
        return .all(
            platforms.map { platform in
                gate.flatMap { number in
                    guard let rule = basis.conditions[number.index].platformRule else { return .fact(number) }
                    return rule.allows(platform) ? .always : .never
                }
            })
    }

    func verdict(onEach platforms: [CurrentPlatform]) -> Truth {
        gate(onEach: platforms).evaluate { truth(basis.conditions[$0.index]) }
    }

    private enum Step: Hashable {
        case grant(FactID)
        /// A value of one of the app's own facts, by its index in ``FactRegions/values``.
        ///
        /// The step's row shows the condition if the step is exact. Otherwise, the plan's other conditions accept fewer
        /// values, and the row shows only the value.
        case value(Int, meeting: FactID, isExact: Bool)
    }

    /// The app's own facts with several conditions.
    ///
    /// A value that meets one condition may not meet another.
    private var sharedOwnFacts: Set<FactKey> {
        var (seen, shared): (Set<FactKey>, Set<FactKey>) = ([], [])
        for condition in basis.conditions where condition.mainKey.kind.isOwn {
            if !seen.insert(condition.mainKey).inserted { shared.insert(condition.mainKey) }
        }
        return shared
    }

    /// Returns the number that represents a condition on a shared fact in the search.
    ///
    /// These numbers follow the numbers of facts.
    private func target(of condition: FactID) -> FactID {
        FactID(rawValue: Int32(basis.factKeys.count + condition.index))
    }

    /// Returns the steps of a plan, with one step for each shared fact.
    ///
    /// The result is `nil` if no value of a fact meets all of the plan's conditions.
    private func steps(of plan: [FactID]) -> [Step]? {
        var steps: [Step] = []
        var targets: [FactKey: [FactID]] = [:]
        for fact in plan {
            guard fact.index >= basis.factKeys.count else {
                steps.append(.grant(fact))
                continue
            }
            let condition = FactID(rawValue: Int32(fact.index - basis.factKeys.count))
            targets[basis.conditions[condition.index].mainKey, default: []].append(condition)
        }
        for key in basis.factKeys {
            guard let numbers = targets[key] else { continue }
            let conditions = numbers.map { basis.conditions[$0.index] }
            if conditions.allSatisfy({ truth($0) == .true }) { continue }
            let regions = FactRegions(of: key, in: basis.conditions)
            let accepted = conditions.map(regions.accepted)
            // Each bit is a value of the fact, so the intersection holds the values that meet all of the plan's
            // conditions.
            let common = accepted.reduce(.max, &)
            guard common != 0 else { return nil }
            // The strictest unmet condition describes the step.
            let unmet = accepted.indices.filter { truth(conditions[$0]) != .true }
            guard let strictest = unmet.min(by: { accepted[$0].nonzeroBitCount < accepted[$1].nonzeroBitCount })
            else { return nil }
            steps.append(
                .value(
                    common.trailingZeroBitCount, meeting: numbers[strictest], isExact: accepted[strictest] == common))
        }
        return steps
    }

    /// Removes the plans that change all facts of another plan, and returns the others, shortest first.
    private func minimal(_ plans: [[Step]]) -> [[Step]] {
        let facts = plans.map { Set($0.map(key)) }
        return plans.indices.filter { index in
            !facts.indices.contains { other in
                facts[other].isStrictSubset(of: facts[index]) || other < index && facts[other] == facts[index]
            }
        }
        .map { plans[$0] }.sorted { $0.count < $1.count }
    }

    private func key(of step: Step) -> FactKey {
        switch step {
        case .grant(let fact): basis.factKeys[fact.index]
        case .value(_, meeting: let condition, isExact: _): basis.conditions[condition.index].mainKey
        }
    }

    private struct Mention {
        let condition: Condition
        let owner: Int
    }

    /// The condition to show for each fact: the nearest unmet one, or the nearest one if all are met.
    private var mentions: [Mention?] {
        var mentions = [Mention?](repeating: nil, count: basis.factKeys.count)
        for (distance, owner) in owners.enumerated() {
            for number in owner.numbered.facts {
                let condition = basis.conditions[number.index]
                guard let index = basis.index(of: condition.mainKey) else { continue }
                // An unmet condition replaces a met one, because a plan must show the row to meet.
                let isFirst =
                    mentions[index].map { truth($0.condition) == .true && truth(condition) != .true } ?? true
                if isFirst { mentions[index] = Mention(condition: condition, owner: distance) }
            }
        }
        return mentions
    }

    /// Returns the facts that would meet a condition, as a requirement over fact indices.
    ///
    /// The result is always met if the condition is already met, and never met if no change in the given scope can meet
    /// it.
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

    private func canBeMet(_ condition: Condition, within reach: UnlockScope) -> Bool {
        if truth(condition) == .true { return true }
        let value = fact(condition.mainKey)?.effective ?? condition.mainKey.unreportedValue
        guard
            reach == .anywhere || isMetWithoutOverride(condition) == true
                || remedy(of: condition, from: value, basis.wording(of: condition.mainKey))?.actor != .nobody
        else { return false }
        return !condition.mainKey.kind.isOwn
            || FactRegions(of: condition.mainKey, in: [condition]).accepted(by: condition) != 0
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

    private func row(of step: Step, among mentions: [Mention?]) -> RequirementState? {
        switch step {
        case .grant(let fact):
            guard let mention = mentions[fact.index] else { return nil }
            var row = row(of: mention.condition, declaredBy: mention.owner)
            if mention.condition.mainKey.kind.isOwn {
                let regions = FactRegions(of: mention.condition.mainKey, in: basis.conditions)
                row.target = regions.values.first(where: mention.condition.accepts)
            }
            return row
        case .value(let index, meeting: let number, isExact: let isExact):
            let condition = basis.conditions[number.index]
            let value = FactRegions(of: condition.mainKey, in: basis.conditions).values[index]
            let shown = isExact ? condition : Condition(condition.mainKey, .oneOf([value]))
            let owner = owners.firstIndex { $0.numbered.facts.contains(number) } ?? 0
            var row = row(of: shown, declaredBy: owner)
            row.target = value
            return row
        }
    }

    private func row(of condition: Condition, declaredBy owner: Int) -> RequirementState {
        var row = row(
            of: condition, basis.wording(of: condition.mainKey), truth: truth(condition), depth: 0, isBlocking: true,
            declaredBy: owner)
        if let isMet = isMetWithoutOverride(condition) { row.isMetWithoutOverride = isMet }
        return row
    }

    /// Returns whether removing the override of a condition's fact meets the condition, or `nil` without an override.
    private func isMetWithoutOverride(_ condition: Condition) -> Bool? {
        guard fact(condition.mainKey)?.override != nil else { return nil }
        let actual = condition.truth { key in
            var fact = fact(key)
            if key == condition.mainKey { fact?.override = nil }
            return fact
        }
        return actual == .true
    }
}
