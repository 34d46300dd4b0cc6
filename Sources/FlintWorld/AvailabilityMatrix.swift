// SPDX-License-Identifier: MIT

/// The availability of each feature in several states of the app.
///
/// Rows are features, with each group before its children, and columns are states.
/// ``Inspector/matrix(of:in:assuming:)`` creates a matrix with the present state in the first column and personas in
/// the others.
///
/// ```swift
/// let model = inspector.list()
/// let matrix = try inspector.matrix(of: inspector.personas().personas, in: model)
/// for feature in matrix.onlyDifferences.features {
///     print(feature.name, matrix.row(feature))
/// }
/// ```
package struct AvailabilityMatrix: Sendable, Hashable {
    /// A state of the app: the present state or a persona.
    ///
    /// The present state is named "now", or "what-if" in a scratch copy.
    package struct Column: Sendable, Hashable {
        package let name: String
        package let availability: AvailabilityColumn

        package init(name: String, availability: AvailabilityColumn) {
            self.name = name
            self.availability = availability
        }
    }

    package let features: [FeatureSummary]
    package let columns: [Column]

    package init(features: [FeatureSummary], columns: [Column]) {
        self.features = features
        self.columns = columns
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
        AvailabilityMatrix(features: features.filter(differs), columns: columns)
    }

    package var withoutHidden: AvailabilityMatrix {
        AvailabilityMatrix(features: features.withoutHidden, columns: columns)
    }

    /// Returns the features whose availability differs between two states.
    ///
    /// - Parameters:
    ///   - first: The index of the first state in ``columns``.
    ///   - second: The index of the second state in ``columns``.
    /// - Returns: The features, in row order.
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
    /// Computes the availability of every feature in the present state and for each of the given personas.
    ///
    /// - Parameters:
    ///   - personas: The personas, one per column.
    ///   - model: The app's model, which resolves the personas' facts.
    ///   - commands: Commands to simulate in every state, including the present one.
    /// - Returns: The matrix, whose first column is the present state.
    /// - Throws: ``PersonaProblem`` if a persona contains an item that the app doesn't have.
    package func matrix(
        of personas: [Persona], in model: AppModel, assuming commands: [Command] = []
    ) throws(PersonaProblem) -> AvailabilityMatrix {
        var scenarios = [commands]
        for persona in personas { scenarios.append(try persona.commands(in: model) + commands) }
        let present = model.status.scratch == nil ? "now" : "what-if"
        var answers = availability(assuming: scenarios)
        if answers.count != scenarios.count || !answers.allSatisfy({ model.features.allSatisfy($0.covers) }) {
            MissingAnswer.note("The app's answer does not contain the availability of every feature in every state.")
            answers = scenarios.map { _ in AvailabilityColumn([]) }
        }
        let columns = zip([present] + personas.map(\.name), answers).map {
            AvailabilityMatrix.Column(name: $0, availability: $1)
        }
        return AvailabilityMatrix(features: model.features, columns: columns)
    }

    /// Computes the features that a command would make unavailable in the present state and for each of the given
    /// personas.
    ///
    /// - Parameters:
    ///   - command: The command, such as a refund.
    ///   - personas: The personas to check.
    ///   - model: The app's model, which resolves the personas' facts.
    /// - Returns: The impact on each state, with the present state first.
    /// - Throws: ``PersonaProblem`` if a persona contains an item that the app doesn't have.
    package func impact(
        of command: Command, on personas: [Persona], in model: AppModel
    ) throws(PersonaProblem) -> [Impact] {
        let before = try matrix(of: personas, in: model)
        let after = try matrix(of: personas, in: model, assuming: [command])
        return zip(before.columns, after.columns).map { before, after in
            let both = AvailabilityMatrix(features: model.features, columns: [before, after])
            return Impact(name: before.name, lost: both.differences(from: 0, to: 1).filter { $0.before == true })
        }
    }
}

/// The features that a command makes unavailable in one state of the app.
///
/// ``Inspector/impact(of:on:in:)`` returns an impact for the present state and for each persona.
package struct Impact: Codable, Sendable, Hashable {
    package let name: String
    package let lost: [FeatureChange]
}

/// The availability of every feature at one moment or after simulated commands.
///
/// A column stores one byte per feature, indexed by ``FeatureSummary/number``, to keep results for many scenarios
/// small.
package struct AvailabilityColumn: Codable, Sendable, Hashable {
    private let values: [UInt8]

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        values = try container.decode([UInt8].self, forKey: .values)
        guard values.allSatisfy({ $0 <= 2 }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .values, in: container, debugDescription: "An availability is 0, 1, or 2.")
        }
    }

    /// Creates a column from availability values.
    ///
    /// - Parameter availability: The availability by ``FeatureSummary/number``, where `nil` means undetermined.
    package init(_ availability: [Bool?]) {
        values = availability.map { $0.map { $0 ? 1 : 0 } ?? 2 }
    }

    /// Returns a feature's availability, or `nil` if it is undetermined or the column does not cover the feature.
    package func availability(of feature: FeatureSummary) -> Bool? {
        guard covers(feature) else { return nil }
        let value = values[Int(feature.number)]
        return value == 2 ? nil : value == 1
    }

    func covers(_ feature: FeatureSummary) -> Bool { values.indices.contains(Int(feature.number)) }
}
