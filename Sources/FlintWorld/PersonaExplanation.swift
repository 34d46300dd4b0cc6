// SPDX-License-Identifier: MIT

/// The effect of a persona on one feature, and the facts in which the persona differs from the current state.
///
/// ``Inspector/explanation(of:for:comparedWith:in:after:)`` creates an explanation without applying the persona.
package struct PersonaExplanation: Sendable, Hashable {
    package let blockingRequirement: RequirementState?
    package let differences: [WorldComparison.FactChange]
}

extension Inspector {
    /// Explains a feature's availability for a persona.
    ///
    /// The explanation also compares the persona's facts with another persona or the current state. The cost depends on
    /// the number of facts that the persona sets, not on the number of features. `whatIf` contains the simulated
    /// commands that led to `world`.
    ///
    /// - Throws: ``PersonaProblem`` if a persona contains an item that the app does not have, or ``MissingAnswer``.
    package func explanation(
        of featureID: String, for persona: Persona, comparedWith base: Persona? = nil, in world: World,
        after whatIf: WhatIf? = nil
    ) throws -> PersonaExplanation {
        let plans = try plans(
            [try persona.commands(in: world.model), try base?.commands(in: world.model) ?? []], after: whatIf)
        let (plan, basePlan) = (plans[0], plans[1])
        let (old, new) = (basePlan.facts, plan.facts)
        // A fact that only the other persona sets is a difference, too.
        let changed = plan.records + basePlan.records.filter { new[$0.key] == nil }
        let differences = FactRecord.sorted(changed).compactMap { record -> WorldComparison.FactChange? in
            let key = record.key
            let before = (old[key] ?? world.facts[key])?.effective ?? key.unreportedValue
            let after = (new[key] ?? world.facts[key])?.effective ?? key.unreportedValue
            guard before != after else { return nil }
            return WorldComparison.FactChange(
                fact: FactReference(key), title: world.title(of: key), before: before.displayText(for: key),
                after: after.displayText(for: key))
        }
        return PersonaExplanation(
            blockingRequirement: world.detail(of: featureID, with: plan.facts)?.blockingRequirement,
            differences: differences)
    }
}
