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
    /// Works out the availability of every feature now and for some personas.
    ///
    /// - Parameters:
    ///   - personas: The personas.
    ///   - model: What the app has, in which the personas' facts are looked up.
    ///   - commands: What is assumed besides, in each state.
    /// - Returns: The matrix, whose first state is the present one, named "now".
    /// - Throws: ``PersonaProblem`` for a persona that names something the app does not have.
    package func matrix(
        of personas: [Persona], in model: AppModel, assuming commands: [Command] = []
    ) throws(PersonaProblem) -> AvailabilityMatrix {
        var scenarios = [commands]
        for persona in personas { scenarios.append(try persona.commands(in: model) + commands) }
        let columns = zip(["now"] + personas.map(\.name), availability(assuming: scenarios)).map { name, availability in
            AvailabilityMatrix.Column(name: name, availability: availability)
        }
        return AvailabilityMatrix(features: model.features, columns: columns)
    }

    /// Works out what stops working, now and for some personas, if a command were carried out.
    ///
    /// - Parameters:
    ///   - command: The command, which takes something away.
    ///   - personas: The personas.
    ///   - model: What the app has.
    /// - Returns: The features that are lost in each state.
    /// - Throws: ``PersonaProblem`` for a persona that names something the app does not have.
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

/// What stops working in one state of the app.
package struct Impact: Codable, Sendable, Hashable {
    /// What the state is called.
    package let name: String
    /// The features that were available in it.
    package let lost: [FeatureChange]
}

/// The availability of every feature at one moment or under some assumptions, at a byte a feature.
package struct AvailabilityColumn: Codable, Sendable, Hashable {
    private let values: [UInt8]

    /// Creates a column.
    ///
    /// - Parameter availability: The availability by ``FeatureSummary/number``; `nil` for not known.
    package init(_ availability: [Bool?]) {
        values = availability.map { $0.map { $0 ? 1 : 0 } ?? 2 }
    }

    /// Returns the availability of a feature; `nil` for not known, and `false` for one that is not there.
    package func availability(of feature: FeatureSummary) -> Bool? {
        guard values.indices.contains(Int(feature.number)) else { return false }
        let value = values[Int(feature.number)]
        return value == 2 ? nil : value == 1
    }
}
