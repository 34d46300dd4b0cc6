/// The effect of a persona on one feature, and the facts in which the persona differs from the present state.
///
/// ``Inspector/explanation(of:for:in:)`` creates an explanation without applying the persona.
package struct PersonaExplanation: Sendable, Hashable {
    /// A fact with its values for display in the present state and for the persona.
    package struct Difference: Sendable, Hashable {
        package let title: String
        package let before: String
        package let after: String
    }

    /// The requirement that blocks the feature for the persona, or `nil` if none does.
    package let blockingRequirement: RequirementState?
    /// The facts that differ, ordered by kind and name.
    package let differences: [Difference]
}

extension Inspector {
    /// Explains a feature's availability for a persona.
    ///
    /// The cost depends on the number of facts that the persona sets, not on the number of features.
    ///
    /// - Parameters:
    ///   - featureID: The feature's id.
    ///   - persona: The persona.
    ///   - model: The app's model, which resolves the persona's facts.
    /// - Returns: The explanation.
    /// - Throws: ``PersonaProblem`` if the persona contains an item that the app doesn't have.
    package func explanation(
        of featureID: String, for persona: Persona, in model: AppModel
    ) throws(PersonaProblem) -> PersonaExplanation {
        let plan = self.plan(try persona.commands(in: model))
        let world = self.world(of: nil)
        let differences = FactRecord.sorted(plan.records).compactMap { record -> PersonaExplanation.Difference? in
            let (before, after) = (world.facts[record.key]?.effective, record.fact.effective)
            guard before != after else { return nil }
            return PersonaExplanation.Difference(
                title: world.title(of: record.key), before: before?.displayText(for: record.key) ?? "unknown",
                after: after.displayText(for: record.key))
        }
        return PersonaExplanation(
            blockingRequirement: world.detail(of: featureID, with: plan.facts)?.blockingRequirement,
            differences: differences)
    }
}
