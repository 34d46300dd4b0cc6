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
        private(set) var requirements: [Row]
        /// The platforms that the feature itself supports; `nil` if it supports all of them, and in an answer without them.
        let platforms: String?
        /// Whether the answer has the platforms, which those of old versions of the program have not.
        let hasPlatforms: Bool

        /// Everything that is required, without what follows from the hierarchy, with groups that are in several places
        /// written out in each.
        var rows: [RequirementState] {
            let states = requirements.map(\.state).filter { $0.kind != .parent && $0.kind != .registration }
            return DeclaredPart.writingOutGroups(in: states)
        }

        /// What the feature and the groups above it require in words; `nil` if nothing is required.
        package var condition: String? { ConditionReader.condition(of: rows) }

        private enum CodingKeys: CodingKey {
            case id, name, parent, requirements, platforms
        }

        /// Reads a feature.
        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            name = try container.decode(String.self, forKey: .name)
            parent = try container.decodeIfPresent(String.self, forKey: .parent)
            requirements = try container.decode([Row].self, forKey: .requirements)
            platforms = try container.decodeIfPresent(String.self, forKey: .platforms)
            hasPlatforms = container.contains(.platforms)
        }

        /// Puts all platforms that the feature and the groups above it support in place of the current one.
        ///
        /// - Parameter owners: The ids of the feature and of the groups above it with the platforms of each.
        mutating func requireEveryPlatform(_ owners: [(id: String, platforms: String)]) {
            requirements.removeAll { $0.kind == .platform }
            let rows = owners.map { owner in
                Row(
                    kind: .platform, key: nil, title: owner.platforms, quantity: nil,
                    inheritedFrom: owner.id == id ? nil : owner.id, depth: nil)
            }
            requirements.insert(contentsOf: rows, at: 0)
        }
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
    package private(set) var features: [Feature]

    /// Whether the answer has the platforms that features support, and not only what they require of the current one.
    package var hasEveryPlatform: Bool { features.allSatisfy(\.hasPlatforms) }

    /// The same with all platforms that features support in place of the current one.
    package var withEveryPlatform: DeclaredGating {
        let known = Dictionary(features.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var gating = self
        for index in gating.features.indices {
            var owners: [(id: String, platforms: String)] = []
            var next = Optional(gating.features[index])
            // Hostile answers may have groups that are in themselves.
            for _ in 0..<Self.depthLimit {
                guard let feature = next else { break }
                if let platforms = feature.platforms { owners.append((feature.id, platforms)) }
                next = feature.parent.flatMap { known[$0] }
            }
            gating.features[index].requireEveryPlatform(owners)
        }
        return gating
    }

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

    /// Returns rows with the parts of each group under every heading with its number.
    ///
    /// A group that would bring the rows above ``DeclaredGating/rowLimit`` stays as its heading.
    static func writingOutGroups(in rows: [RequirementState]) -> [RequirementState] {
        guard rows.contains(where: { $0.isHeading && $0.key != nil }) else { return rows }
        var result: [RequirementState] = []
        // The rows of each group that have been written, and the groups whose rows are being written.
        var written: [String: Range<Int>] = [:]
        var open: [(number: String, start: Int, depth: Int)] = []
        for row in rows {
            while let group = open.last, group.depth >= row.depth {
                written[group.number] = group.start..<result.count
                open.removeLast()
            }
            guard row.isHeading, let number = row.key else {
                result.append(row)
                continue
            }
            if let range = written[number], result.count + range.count <= DeclaredGating.rowLimit {
                let shift = row.depth - result[range.lowerBound].depth
                for index in range {
                    var copy = result[index]
                    copy.depth += shift
                    result.append(copy)
                }
            } else {
                var heading = row
                if written[number] == nil {
                    open.append((number, result.count, row.depth))
                    heading.key = nil
                }
                result.append(heading)
            }
        }
        return result
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
        words =
            rows.first.flatMap { $0.kind == .platform ? "platform \($0.title)" : nil }
            ?? ConditionReader.condition(of: Array(rows)) ?? rows.first?.title ?? ""
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
        return "\(row.kind.rawValue)\(row.key.map { "#" + $0 } ?? "")(" + parts.joined(separator: ",") + ")"
    }
}
