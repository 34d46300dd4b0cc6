// SPDX-License-Identifier: MIT

/// The result of comparing an app with its ``Expectations``.
///
/// ``Expectations/compare(with:of:)`` creates the report. The expectations are met if there are no differences, no
/// unproved properties, and no unknown names. Features without an expectation are listed in ``uncovered`` and do not
/// affect the result.
package struct ExpectationReport: Encodable, Sendable, Hashable {
    package struct State: Encodable, Sendable, Hashable {
        package let name: String
        package let platform: String
        package let count: Int
        package let differences: [Difference]
        package let met: [String]

        private enum CodingKeys: CodingKey {
            case name, platform, count, differences
        }
    }

    package struct Difference: Encodable, Sendable, Hashable {
        @NullWhenAbsent package var id: String?
        package let name: String
        @NullWhenAbsent package var typeName: String?
        package let expected: Side
        package let found: Side
        @NullWhenAbsent package var condition: String?
        @NullWhenAbsent package var declaration: Declaration?
        package let notes: [String]

        /// The type, line, and owner of the declaration, such as "Podcasts.Timer (Podcasts/Timer.swift:12; Player)".
        package var origin: String? {
            let details = [declaration?.location?.description, declaration?.summary].compactMap { $0 }
            let text = details.filter { !$0.isEmpty }.joined(separator: "; ")
            return typeName.map { text.isEmpty ? $0 : "\($0) (\(text))" }
        }

        package var title: String { id.map { "\(name) (\($0))" } ?? name }
    }

    package struct Side: Encodable, Sendable, Hashable {
        package let value: String
        /// The deciding requirements.
        ///
        /// The value is `nil` for a platform and for an available feature. On the expected side, it is also `nil` if
        /// any reasons are accepted.
        @NullWhenAbsent package var because: [String]?
        package var statements: [String] = []
    }

    /// A feature, persona, or fact that occurs in the expectations but not in the app.
    ///
    /// The file may belong to another version of the app, or the name may have a typo.
    package struct UnknownName: Encodable, Sendable, Hashable {
        package enum Kind: String, Codable, Sendable, Hashable {
            case feature
            case persona
            case fact
        }

        package let kind: Kind
        package let name: String
        /// The states in which the name occurs.
        ///
        /// For a persona, this is the persona itself, and for a name in a property, the property.
        package let states: [String]
        @NullWhenAbsent package var nearest: String?

        package var message: String {
            let title = kind == .fact ? "fact with the value \"\(name.excerpt)\"" : "\(kind.rawValue) \(name.excerpt)"
            let place = kind == .persona ? "" : " (expected in \(states.map(\.excerpt).joined(separator: ", ")))"
            return "The app has no \(title)\(place)." + (nearest.map { " Did you mean \($0)?" } ?? "")
        }
    }

    package let states: [State]
    /// The proofs of the properties that mention only known names.
    package let properties: [PropertyProof]
    package let unknown: [UnknownName]
    package let uncovered: [String]

    package var count: Int { properties.count + states.map(\.count).reduce(0, +) }
    package var differenceCount: Int {
        properties.count { !$0.holds } + states.map(\.differences.count).reduce(0, +)
    }
    package var isMet: Bool { unknown.isEmpty && differenceCount == 0 }
}
