/// How an app differs from its ``Expectations``.
package struct ExpectationReport: Encodable, Sendable, Hashable {
    /// A state of the app that was compared.
    package struct State: Encodable, Sendable, Hashable {
        /// Its name: ``Expectations/presentState``, or that of a persona.
        package let name: String
        /// The platform it was decided for, such as `iOS 17.2`.
        package let platform: String
        /// How many expectations there are.
        package let count: Int
        /// The expectations that are not met, in the order of the features; the platform comes first.
        package let differences: [Difference]
        /// The names of the expectations that are met.
        package let met: [String]

        private enum CodingKeys: CodingKey {
            case name, platform, count, differences
        }
    }

    /// An expectation that is not met.
    package struct Difference: Encodable, Sendable, Hashable {
        /// The id of the feature; `nil` for the platform.
        package let id: String?
        /// The name of the feature, or what else is meant.
        package let name: String
        /// The Swift type that declares the feature; `nil` for the platform.
        package let typeName: String?
        /// What was expected.
        package let expected: Side
        /// What was found.
        package let found: Side
        /// What the feature requires, in words; `nil` if that is nothing.
        package let condition: String?
        /// What became of the reasons that are expected, one sentence each.
        package let notes: [String]

        /// The title of the difference, such as `Smart playlists (PodcastFeatures/…)`.
        package var title: String { id.map { "\(name) (\($0))" } ?? name }

        private enum CodingKeys: CodingKey {
            case id, name, typeName, expected, found, condition, notes
        }

        /// Encodes every key, with an explicit `null` for what is absent.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
            try container.encode(typeName, forKey: .typeName)
            try container.encode(expected, forKey: .expected)
            try container.encode(found, forKey: .found)
            try container.encode(condition, forKey: .condition)
            try container.encode(notes, forKey: .notes)
        }
    }

    /// What was expected or found.
    package struct Side: Encodable, Sendable, Hashable {
        /// An availability, or a platform.
        package let value: String
        /// The requirements that are not met; `nil` where no reason is expected.
        package let because: [String]?
        /// The same in sentences, such as "Premium subscription is not purchased".
        package var statements: [String] = []

        private enum CodingKeys: CodingKey {
            case value, because, statements
        }

        /// Encodes every key, with an explicit `null` for what is absent.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(value, forKey: .value)
            try container.encode(because, forKey: .because)
            try container.encode(statements, forKey: .statements)
        }
    }

    /// A name in the file that the app does not have.
    package struct UnknownName: Encodable, Sendable, Hashable {
        /// What kind of name it is.
        package enum Kind: String, Codable, Sendable, Hashable {
            /// That of a feature.
            case feature
            /// That of a state.
            case persona
        }

        /// What kind of name it is.
        package let kind: Kind
        /// The name.
        package let name: String
        /// The states it is in; for a persona, its own.
        package let states: [String]
        /// The name that is probably meant.
        package let nearest: String?

        private enum CodingKeys: CodingKey {
            case kind, name, states, nearest
        }

        /// Encodes every key, with an explicit `null` for what is absent.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(kind, forKey: .kind)
            try container.encode(name, forKey: .name)
            try container.encode(states, forKey: .states)
            try container.encode(nearest, forKey: .nearest)
        }
    }

    /// The states that were compared.
    package let states: [State]
    /// What the app does not have: the file is one of another version, or misspelt.
    package let unknown: [UnknownName]
    /// The ids of features of which nothing is expected in any state.
    package let uncovered: [String]

    /// How many expectations there are.
    package var count: Int { states.map(\.count).reduce(0, +) }
    /// How many of them are not met.
    package var differenceCount: Int { states.map(\.differences.count).reduce(0, +) }
    /// Whether all expectations are met.
    package var isMet: Bool { unknown.isEmpty && differenceCount == 0 }
}
