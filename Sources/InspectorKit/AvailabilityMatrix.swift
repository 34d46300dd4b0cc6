/// Features against states of the app: the availability of each feature in each state.
package struct AvailabilityMatrix: Sendable, Hashable {
    /// A state of the app.
    package struct Column: Sendable, Hashable {
        /// What it is called, such as a persona's name.
        package let name: String
        /// The availability of every feature.
        package let availability: AvailabilityColumn

        /// Creates a column.
        package init(name: String, availability: AvailabilityColumn) {
            self.name = name
            self.availability = availability
        }
    }

    /// A feature whose availability differs between two states.
    package struct Difference: Codable, Sendable, Hashable {
        /// The feature's id.
        package let featureID: String
        /// The feature's name.
        package let featureName: String
        /// Its availability in the first state; `nil` for not known.
        package let before: Bool?
        /// Its availability in the second state; `nil` for not known.
        package let after: Bool?

        /// Encodes every key, with an explicit `null` for what is not known.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(featureID, forKey: .featureID)
            try container.encode(featureName, forKey: .featureName)
            try container.encode(before, forKey: .before)
            try container.encode(after, forKey: .after)
        }
    }

    /// The features, groups before what is in them.
    package let features: [FeatureSummary]
    /// The states.
    package let columns: [Column]

    /// Creates a matrix.
    ///
    /// - Parameters:
    ///   - features: The features, in the order of the rows.
    ///   - columns: The states.
    package init(features: [FeatureSummary], columns: [Column]) {
        self.features = features
        self.columns = columns
    }

    /// The availability of a feature in each state.
    package func row(_ feature: FeatureSummary) -> [Bool?] {
        columns.map { $0.availability.availability(of: feature) }
    }

    /// Whether a feature has another availability in one state than in another.
    package func differs(_ feature: FeatureSummary) -> Bool {
        let row = row(feature)
        return row.contains { $0 != row.first ?? nil }
    }

    /// The matrix with the features only whose availability differs between states.
    package var onlyDifferences: AvailabilityMatrix {
        AvailabilityMatrix(features: features.filter(differs), columns: columns)
    }

    /// The features whose availability differs between two states.
    ///
    /// - Parameters:
    ///   - first: The index of the first state.
    ///   - second: The index of the second one.
    /// - Returns: The features, in the order of the rows.
    package func differences(from first: Int, to second: Int) -> [Difference] {
        features.compactMap { feature in
            let before = columns[first].availability.availability(of: feature)
            let after = columns[second].availability.availability(of: feature)
            guard before != after else { return nil }
            return Difference(featureID: feature.id, featureName: feature.name, before: before, after: after)
        }
    }
}

extension Inspector {
    /// Works out the availability of every feature now and for some personas.
    ///
    /// - Parameters:
    ///   - personas: The personas.
    ///   - model: What the app has, in which the personas' facts are looked up.
    /// - Returns: The matrix, whose first state is the present one, named "now".
    /// - Throws: ``PersonaProblem`` for a persona that names something the app does not have.
    package func matrix(of personas: [Persona], in model: AppModel) throws(PersonaProblem) -> AvailabilityMatrix {
        var scenarios: [[Command]] = []
        for persona in personas { scenarios.append(try persona.commands(in: model)) }
        let columns = zip(personas, availability(assuming: scenarios)).map { persona, availability in
            AvailabilityMatrix.Column(name: persona.name, availability: availability)
        }
        let now = AvailabilityMatrix.Column(name: "now", availability: AvailabilityColumn(model))
        return AvailabilityMatrix(features: model.features, columns: [now] + columns)
    }
}
