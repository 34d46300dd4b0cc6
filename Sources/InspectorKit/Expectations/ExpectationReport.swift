/// The result of comparing an app with its ``Expectations``.
///
/// ``Expectations/compared(with:of:)`` creates it. Its JSON form is the output of the `check` command.
package struct ExpectationReport: Encodable, Sendable, Hashable {
    /// A state of the app that was compared.
    package struct State: Encodable, Sendable, Hashable {
        /// The state's name: ``Expectations/presentState`` or the name of a persona.
        package let name: String
        /// The platform in this state, such as `iOS 17.2`.
        package let platform: String
        /// The number of expectations.
        package let count: Int
        /// The unmet expectations in the order of the features, after the platform.
        package let differences: [Difference]
        /// The names of the met expectations.
        package let met: [String]

        private enum CodingKeys: CodingKey {
            case name, platform, count, differences
        }
    }

    /// An unmet expectation.
    package struct Difference: Encodable, Sendable, Hashable {
        /// The feature's id, or `nil` for the platform.
        @NullWhenAbsent package var id: String?
        /// The feature's name, or "platform".
        package let name: String
        /// The Swift type that declares the feature, or `nil` for the platform.
        @NullWhenAbsent package var typeName: String?
        package let expected: Side
        package let found: Side
        /// The feature's condition in words, or `nil` if the feature requires nothing.
        @NullWhenAbsent package var condition: String?
        /// Explanations of the differences between expected and found reasons, one sentence each.
        package let notes: [String]

        /// The title of the difference, such as `Smart playlists (PodcastFeatures/…)`.
        package var title: String { id.map { "\(name) (\($0))" } ?? name }
    }

    /// The expected or the found side of a difference.
    package struct Side: Encodable, Sendable, Hashable {
        /// An availability or a platform.
        package let value: String
        /// The unmet requirements, or `nil` where no reason is expected.
        @NullWhenAbsent package var because: [String]?
        /// The unmet requirements in sentences, such as "Premium subscription is not purchased".
        package var statements: [String] = []
    }

    /// A name in the expectations that the app does not have.
    package struct UnknownName: Encodable, Sendable, Hashable {
        package enum Kind: String, Codable, Sendable, Hashable {
            case feature
            /// The name of a state, which is that of a persona.
            case persona
        }

        package let kind: Kind
        package let name: String
        /// The states in which the name occurs.
        ///
        /// For a persona, this is the persona itself.
        package let states: [String]
        /// The most similar name in the app.
        @NullWhenAbsent package var nearest: String?
    }

    package let states: [State]
    /// The names that the app does not have, because the file belongs to another version or has a typo.
    package let unknown: [UnknownName]
    /// The ids of features without an expectation in any state.
    package let uncovered: [String]

    /// The number of expectations in all states.
    package var count: Int { states.map(\.count).reduce(0, +) }
    /// The number of unmet expectations in all states.
    package var differenceCount: Int { states.map(\.differences.count).reduce(0, +) }
    package var isMet: Bool { unknown.isEmpty && differenceCount == 0 }
}
