// SPDX-License-Identifier: MIT

internal import FeatureGating

/// The availability of each feature in several states of the app.
///
/// Rows are features, with each group before its children, and columns are states. ``Inspector/matrix(of:in:after:)``
/// creates a matrix with the current state in the first column and personas in the others.
///
/// ```swift
/// let matrix = try inspector.matrix(of: try inspector.personas().personas, in: try inspector.world(of: nil))
/// for feature in matrix.onlyDifferences.features {
///     print(feature.name, matrix.row(feature))
/// }
/// ```
package struct AvailabilityMatrix: Sendable, Hashable {
    /// A state of the app: a persona, or the current state.
    ///
    /// The current state is named "now", or "what-if" after simulated commands.
    package struct Column: Sendable, Hashable {
        package var name: String
        package let availability: AvailabilityColumn

        package init(name: String, availability: AvailabilityColumn) {
            self.name = name
            self.availability = availability
        }
    }

    package struct FlagRow: Sendable, Hashable, Encodable {
        package let key: String
        package let values: [Bool?]

        package var differs: Bool { Set(values).count > 1 }
    }

    package let features: [FeatureSummary]
    package var columns: [Column]
    /// The flags that the app has adopted and that no feature requires.
    ///
    /// No other row would show their effect.
    package let flags: [FlagRow]

    package init(features: [FeatureSummary], columns: [Column], flags: [FlagRow] = []) {
        self.features = features
        self.columns = columns
        self.flags = flags
    }

    /// Returns the feature's availability in each state, where `nil` means undetermined.
    package func row(_ feature: FeatureSummary) -> [Bool?] {
        columns.map { $0.availability.availability(of: feature) }
    }

    package func differs(_ feature: FeatureSummary) -> Bool {
        let row = row(feature)
        return row.contains { $0 != row.first ?? nil }
    }

    package var onlyDifferences: AvailabilityMatrix {
        AvailabilityMatrix(features: features.filter(differs), columns: columns, flags: flags.filter(\.differs))
    }

    package var withoutHidden: AvailabilityMatrix {
        AvailabilityMatrix(features: features.withoutHidden, columns: columns, flags: flags)
    }

    package func selecting(_ indices: [Int]) -> AvailabilityMatrix {
        AvailabilityMatrix(
            features: features, columns: indices.map { columns[$0] },
            flags: flags.map { flag in FlagRow(key: flag.key, values: indices.map { flag.values[$0] }) })
    }

    package func differences(from first: Int, to second: Int) -> [FeatureChange] {
        features.compactMap { feature in
            let before = columns[first].availability.availability(of: feature)
            let after = columns[second].availability.availability(of: feature)
            guard before != after else { return nil }
            return FeatureChange(featureID: feature.id, featureName: feature.name, before: before, after: after)
        }
    }
}

extension Inspector {
    /// Computes the availability of every feature in the current state and for each of the given personas.
    ///
    /// The first column is the current state. `whatIf` contains the simulated commands that led to `world`.
    ///
    /// - Throws: ``PersonaProblem`` if a persona contains an item that the app does not have, or ``MissingAnswer``.
    package func matrix(
        of personas: [Persona], in world: World, after whatIf: WhatIf? = nil
    ) throws -> AvailabilityMatrix {
        let states = try states(of: personas, in: world, after: whatIf)
        let plans = try plans(states.map(\.commands), after: whatIf).map { $0.refusal == nil ? $0.facts : nil }
        let columns = zip(states, plans).map { state, facts in
            AvailabilityMatrix.Column(name: state.name, availability: world.availability(with: facts))
        }
        let flags = world.model.flags.filter(\.isAdopted).map { flag in
            let key = FactKey.featureFlag(FeatureKey(rawValue: flag.key))
            return AvailabilityMatrix.FlagRow(
                key: flag.key,
                values: plans.map { facts in
                    facts.flatMap { ($0[key] ?? world.facts[key])?.effective.truth.boolValue }
                })
        }
        return AvailabilityMatrix(features: world.model.features, columns: columns, flags: flags)
    }

    private func states(
        of personas: [Persona], in world: World, after whatIf: WhatIf?
    ) throws -> [(name: String, commands: [Command])] {
        try [(whatIf == nil ? "now" : "what-if", [])] + personas.map { ($0.name, try $0.commands(in: world.model)) }
    }

    /// Computes the features that a command would make unavailable in several states.
    ///
    /// The first element is the impact on the current state, and one element follows for each persona. `whatIf`
    /// contains the simulated commands that led to `world`.
    ///
    /// - Throws: ``PersonaProblem`` if a persona contains an item that the app does not have, or ``MissingAnswer``.
    package func impact(
        of command: Command, on personas: [Persona], in world: World, after whatIf: WhatIf? = nil
    ) throws -> [Impact] {
        let states = try states(of: personas, in: world, after: whatIf)
        // The plans for the states without the command are followed by the plans for the same states with the command.
        let plans = try plans(states.map(\.commands) + states.map { $0.commands + [command] }, after: whatIf)
        return states.enumerated().map { index, state in
            let (before, after) = (plans[index], plans[index + states.count])
            let changes = after.refusal == nil ? world.changes(from: before.facts, to: after.facts) : []
            return Impact(name: state.name, lost: changes.filter(\.isLoss))
        }
    }
}

package struct Impact: Codable, Sendable, Hashable {
    package let name: String
    package let lost: [FeatureChange]
}

/// The availability of every feature at one moment or after simulated commands.
///
/// A column stores one byte per feature, indexed by ``FeatureSummary/number``, to keep results for many scenarios
/// small.
package struct AvailabilityColumn: Sendable, Hashable {
    private let values: [Bool?]

    package init(_ availability: [Bool?]) {
        values = availability
    }

    /// Returns a feature's availability, or `nil` if it is undetermined or the column does not cover the feature.
    package func availability(of feature: FeatureSummary) -> Bool? {
        covers(feature) ? values[Int(feature.number)] : nil
    }

    func covers(_ feature: FeatureSummary) -> Bool { values.indices.contains(Int(feature.number)) }
}
