/// What the features of one version of an app require, as the answer of `features --json` has it.
///
/// Only what is compared is read, so that answers of other versions of the program can be read too.
package struct DeclaredGating: Decodable, Sendable {
    /// How many headings may enclose a requirement.
    package static let depthLimit = 200
    /// How many requirements a feature may have, because those beside each other are compared pair by pair.
    package static let rowLimit = 2_000

    /// A feature with what it requires.
    package struct Feature: Decodable, Sendable {
        /// The feature's id.
        package let id: String
        /// The name for people.
        package let name: String
        /// The id of the group it sits under; `nil` at the roots.
        package let parent: String?
        /// Everything that decides availability, inherited requirements among them.
        let requirements: [Row]

        /// Everything that is required, without what follows from the hierarchy.
        var rows: [RequirementState] {
            requirements.map(\.state).filter { $0.kind != .parent && $0.kind != .registration }
        }

        /// What the feature and the groups above it require in words; `nil` if nothing is required.
        package var condition: String? { ConditionReader.condition(of: rows) }
    }

    /// A requirement without the values of its fact.
    struct Row: Decodable, Sendable {
        let kind: RequirementKind
        let key: String?
        let title: String
        let quantity: Int?
        let inheritedFrom: String?
        let depth: Int?

        var state: RequirementState {
            RequirementState(
                kind: kind, key: key, title: title, quantity: quantity, status: .notDetermined, value: "", source: "",
                inheritedFrom: inheritedFrom, depth: depth ?? 0)
        }
    }

    /// The app's name.
    package let app: String
    /// The platform for which platforms are required, such as "iOS 17.2".
    package let platform: String
    /// Every feature, groups before what is in them.
    package let features: [Feature]

    /// What is wrong with it, in a sentence; `nil` if it can be compared.
    package var problem: String? {
        for feature in features {
            if feature.requirements.count > Self.rowLimit {
                return "\(feature.id) has more than \(Self.rowLimit) requirements."
            }
            if feature.requirements.contains(where: { !(0...Self.depthLimit).contains($0.depth ?? 0) }) {
                return "The requirements of \(feature.id) are nested more than \(Self.depthLimit) levels deep."
            }
        }
        return nil
    }
}

/// A requirement with everything under it.
struct DeclaredPart: Hashable {
    /// The requirement in words.
    let words: String
    /// What it requires, the same for the same requirements in another order or under other names.
    let identity: String
    /// The fact it is about, as far as a change of the requirement is still about it; `nil` for a group.
    let subject: String?

    static func == (lhs: DeclaredPart, rhs: DeclaredPart) -> Bool { lhs.identity == rhs.identity }

    func hash(into hasher: inout Hasher) { hasher.combine(identity) }

    /// Reads the requirements of rows, each heading with the deeper rows that follow it.
    ///
    /// - Parameter rows: The rows, nested at most ``DeclaredGating/depthLimit`` levels deep.
    /// - Returns: The requirements, in their order.
    static func parts(of rows: [RequirementState]) -> [DeclaredPart] {
        groups(of: rows[...]).map(DeclaredPart.init)
    }

    /// The rows of each requirement.
    private static func groups(of rows: ArraySlice<RequirementState>) -> [ArraySlice<RequirementState>] {
        var groups: [ArraySlice<RequirementState>] = []
        var start = rows.startIndex
        while start < rows.endIndex {
            var end = start + 1
            if rows[start].isHeading {
                while end < rows.endIndex, rows[end].depth > rows[start].depth { end += 1 }
            }
            groups.append(rows[start..<end])
            start = end
        }
        return groups
    }

    private init(_ rows: ArraySlice<RequirementState>) {
        words = ConditionReader.condition(of: Array(rows)) ?? rows.first?.title ?? ""
        identity = Self.identity(of: rows)
        subject = rows.first.flatMap { row in
            row.isHeading ? nil : "\(row.kind.rawValue) \(row.kind == .platform ? "" : row.key ?? row.title)"
        }
    }

    private static func identity(of rows: ArraySlice<RequirementState>) -> String {
        guard let row = rows.first else { return "" }
        guard row.isHeading else {
            let amount = row.quantity.map { " \($0)" } ?? ""
            let key = row.kind == .platform ? row.title : row.key ?? row.title
            // The length keeps keys apart that have separators in them.
            return "\(row.kind.rawValue) \(key.utf8.count) \(key)\(amount)"
        }
        let parts = groups(of: rows.dropFirst()).map(identity).sorted()
        return "\(row.kind.rawValue)(" + parts.joined(separator: ",") + ")"
    }
}
