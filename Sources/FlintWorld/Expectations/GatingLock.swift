// SPDX-License-Identifier: MIT

/// The gates of an app as lines of text that version control can compare.
///
/// A line states the condition of a feature and the groups above it, or the title of a fact that conditions name. The
/// lines are sorted, and so are the parts of each condition, so that the text changes only with the gates.
///
/// ```
/// Smart playlists: Location when in use and Premium subscription
/// purchase podcasts.premium: Premium subscription
/// ```
package struct GatingLock: Sendable, Hashable {
    package struct Difference: Encodable, Sendable, Hashable {
        package let removed: [String]
        package let added: [String]

        package var isEmpty: Bool { removed.isEmpty && added.isEmpty }

        package var lines: [String] { removed.map { "- \($0)" } + added.map { "+ \($0)" } }
    }

    private static let firstWords = "# The gates of"
    private static let factHeading = "# Facts"

    private let features: [String]
    private let facts: [String]

    package var lines: [String] { features + facts }

    package init(_ gating: DeclaredGating) {
        let gating = gating.withEveryPlatform
        let names = Dictionary(grouping: gating.features, by: \.name)
        self.features = gating.features.map { feature in
            // Ids distinguish features with the same name.
            let isUnique = names[feature.name]?.count == 1
            let name = isUnique ? feature.name : "\(feature.name) (\(feature.id))"
            return Self.line(name, feature.normalCondition ?? "always")
        }.sorted()
        var titles: Set<String> = []
        for row in gating.features.lazy.flatMap(\.rows) {
            guard let fact = row.factReference, fact.kind != .platform, !fact.kind.belongsToFeature else { continue }
            titles.insert(Self.line(fact, row.title))
        }
        facts = titles.sorted()
    }

    /// Reads the lines of a file, or returns `nil` for a file of another kind.
    package init?(text: String) {
        guard text.hasPrefix(Self.firstWords) else { return nil }
        let parts = text.split(whereSeparator: \.isNewline).split(separator: Self.factHeading[...], maxSplits: 1)
            .map { lines in
                lines.filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }.map(String.init)
            }
        features = parts.first ?? []
        facts = parts.dropFirst().first ?? []
    }

    package func names(_ fact: FactReference) -> Bool {
        facts.contains { $0.hasPrefix(Self.line(fact, "")) }
    }

    package func fileText(of app: String, command: String) -> String {
        let head = [
            "\(Self.firstWords) \(TextFormat.lineComment.escaped(app)), for review.",
            "# Compare: \(TextFormat.lineComment.escaped(command))",
        ]
        return (head + [""] + features + ["", Self.factHeading] + facts).joined(separator: "\n") + "\n"
    }

    package func difference(to new: GatingLock) -> Difference {
        let changes = new.lines.sorted().difference(from: lines.sorted())
        func changedLines(_ changes: [CollectionDifference<String>.Change]) -> [String] {
            changes.map { change in
                switch change {
                case .insert(_, let line, _), .remove(_, let line, _): line
                }
            }
        }
        return Difference(removed: changedLines(changes.removals), added: changedLines(changes.insertions))
    }

    private static func line(_ fact: FactReference, _ title: String) -> String {
        // The first colon ends the key, so colons inside the key are escaped.
        line("\(fact.kind.rawValue) \(fact.key.replacing(":", with: "\\:"))", title)
    }

    /// Returns a line that is neither a comment nor empty.
    private static func line(_ subject: String, _ text: String) -> String {
        let line = TextFormat.lineComment.escaped("\(subject): \(text)")
        return line.first.map { $0 == "#" || $0.isWhitespace } == true ? "\\" + line : line
    }
}
