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
        @NullWhenAbsent package var id: String?
        /// The name of the feature, or what else is meant.
        package let name: String
        /// The Swift type that declares the feature; `nil` for the platform.
        @NullWhenAbsent package var typeName: String?
        /// What was expected.
        package let expected: Side
        /// What was found.
        package let found: Side
        /// What the feature requires, in words; `nil` if that is nothing.
        @NullWhenAbsent package var condition: String?
        /// What became of the reasons that are expected, one sentence each.
        package let notes: [String]

        /// The title of the difference, such as `Smart playlists (PodcastFeatures/…)`.
        package var title: String { id.map { "\(name) (\($0))" } ?? name }
    }

    /// What was expected or found.
    package struct Side: Encodable, Sendable, Hashable {
        /// An availability, or a platform.
        package let value: String
        /// The requirements that are not met; `nil` where no reason is expected.
        @NullWhenAbsent package var because: [String]?
        /// The same in sentences, such as "Premium subscription is not purchased".
        package var statements: [String] = []
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
        @NullWhenAbsent package var nearest: String?
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
