// SPDX-License-Identifier: MIT

internal import FeatureGating

/// The effect of a fact on the availability of features in the current state, in both directions.
///
/// ``Inspector/impact(of:for:in:after:)`` computes the impact without changing the app. A feature that requires the
/// fact but changes in neither direction is either blocked by other requirements, or available through an alternative.
package struct FactImpact: Sendable, Hashable {
    package let fact: FactReference
    /// The features that become unavailable, or undetermined instead of available, without the fact.
    ///
    /// The features are in hierarchy order.
    package let lost: [FeatureChange]
    /// The features that become available with the fact, or undetermined instead of unavailable, in hierarchy order.
    package let gained: [FeatureChange]
    /// The ids of the features that require the fact but are unavailable either way.
    package let blocked: [String]
    /// The ids of the features that mention the fact but are available either way.
    package let unaffected: [String]
    package let refusal: String?
    package let personas: [Impact]
    /// The display text of the values that are compared with the current value.
    let grantedValue, removedValue: String
}

extension World {
    /// Returns the values of a fact that meet the most and the fewest conditions of features.
    ///
    /// The result is `nil` for the platform and for a fact without two known values.
    func opposites(of key: FactKey) -> (granted: FactChoice, removed: FactChoice)? {
        guard key.kind.isOwn else { return key.kind.opposites }
        let choices = FactRegions(of: key, in: catalog.features.lazy.flatMap(\.requirement.facts)).values.compactMap {
            value in
            value.knownText(of: key).map { FactChoice(value, id: $0, words: value.displayText(for: key)) }
        }
        guard let granted = choices.first, let removed = choices.last, granted != removed else { return nil }
        return (granted, removed)
    }

    /// Returns the value of a fact that meets the fewest conditions of features, as commands spell it.
    ///
    /// The result is `nil` for the platform, for an unknown fact, and for a fact without two known values.
    package func removedValue(of fact: FactReference) -> String? {
        model.key(of: fact).flatMap(opposites)?.removed.id
    }
}

extension Inspector {
    /// Computes the features that are lost without a fact and gained with it.
    ///
    /// The result is `nil` if the fact has no opposite values, as in the case of the platform. The cost is proportional
    /// to the number of features that depend on the fact. `whatIf` contains the simulated commands that led to `world`.
    ///
    /// - Throws: ``PersonaProblem`` if a persona contains an item that the app does not have, or ``MissingAnswer``.
    package func impact(
        of fact: FactReference, for personas: [Persona] = [], in world: World, after whatIf: WhatIf? = nil
    ) throws -> FactImpact? {
        guard let values = world.model.key(of: fact).flatMap(world.opposites) else { return nil }
        let commands = [values.removed, values.granted].map { Command.override(fact.kind, fact.key, to: $0.id) }
        let plans = try plans(commands.map { [$0] }, after: whatIf)
        let changes = plans.map { world.changes(to: $0.facts) }
        let lost = changes[0].filter(\.isLoss)
        let gained = changes[1].filter { !$0.isLoss }
        let changed = Set((lost + gained).map(\.featureID))
        let others = world.featuresRequiring(fact).filter { !changed.contains($0) }
        let states = personas.isEmpty ? [] : try impact(of: commands[0], on: personas, in: world, after: whatIf)
        let model = world.model
        return FactImpact(
            fact: fact, lost: lost, gained: gained, blocked: others.filter { model.feature($0)?.isAvailable != true },
            unaffected: others.filter { model.feature($0)?.isAvailable == true },
            refusal: plans[0].refusal ?? plans[1].refusal,
            // The first state is the current state. Its changes are already in `lost`.
            personas: states.dropFirst().filter { !$0.lost.isEmpty }, grantedValue: values.granted.words,
            removedValue: values.removed.words)
    }
}

extension FactImpact {
    private static let nameLimit = 3

    package var personaTexts: [String] {
        personas.map { impact in
            let names = impact.lost.map(\.featureName).listed(atMost: Self.nameLimit)
            return "for \(impact.name): \(impact.lost.count) lost (\(names))"
        }
    }

    package static let noLoss = "no feature is lost"

    package var isEmpty: Bool { lost.isEmpty && gained.isEmpty && blocked.isEmpty && unaffected.isEmpty }

    package var lossText: String {
        condition(removedValue) + (Self.summary(counting: lost) ?? Self.noLoss)
    }

    package var gainText: String {
        condition(grantedValue) + (Self.summary(counting: gained) ?? "no feature becomes available")
    }

    /// Returns text such as `2 features become available, 1 feature becomes undetermined`, or `nil` without changes.
    private static func summary(counting changes: [FeatureChange]) -> String? {
        let values: [(value: Bool?, word: String)] = [
            (true, "available"), (false, "unavailable"), (nil, "undetermined"),
        ]
        let texts = values.compactMap { value, word in
            let count = changes.count { $0.after == value }
            return count == 0 ? nil : count.counted("feature becomes", plural: "features become") + " " + word
        }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    package var otherTexts: [String] {
        let noun = lost.isEmpty && gained.isEmpty ? "feature" : "more"
        let plural = lost.isEmpty && gained.isEmpty ? "features" : "more"
        var texts: [String] = []
        if !blocked.isEmpty {
            texts.append(
                blocked.count.counted(
                    "\(noun) needs it but is blocked by other requirements",
                    plural: "\(plural) need it but are blocked by other requirements"))
        }
        if !unaffected.isEmpty {
            texts.append(
                unaffected.count.counted(
                    "\(noun) uses it but is available either way",
                    plural: "\(plural) use it but are available either way"))
        }
        return texts
    }

    private func condition(_ value: String) -> String { "if \(value): " }
}
