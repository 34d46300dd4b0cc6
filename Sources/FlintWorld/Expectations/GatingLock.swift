// SPDX-License-Identifier: MIT

/// The gates of an app as lines of text, which version control compares.
///
/// A line states the condition of a feature and the groups above it, or the title of a fact that conditions name. The
/// lines are sorted, and so are the parts of each condition, so that the text changes only with the gates.
///
/// ```
/// Smart playlists: Location when in use and Premium subscription
/// purchase podcasts.premium: Premium subscription
/// ```
package struct GatingLock: Sendable, Hashable {
    /// The lines of two versions that the other version does not have.
    package struct Difference: Encodable, Sendable, Hashable {
        package let removed: [String]
        package let added: [String]

        package var isEmpty: Bool { removed.isEmpty && added.isEmpty }
    }

    /// The words with which a file begins.
    package static let firstWords = "# The gates of"

    /// The lines about features, followed by the lines about facts.
    package let lines: [String]
    private let features: [String]
    private let facts: [String]

    /// Creates the lines with the conditions for every supported platform.
    package init(_ gating: DeclaredGating) {
        let gating = gating.withEveryPlatform
        let names = Dictionary(grouping: gating.features, by: \.name)
        self.features = gating.features.map { feature in
            let isUnique = names[feature.name]?.count == 1
            let name = isUnique ? feature.name : "\(feature.name) (\(feature.id))"
            return Self.line(name, feature.normalCondition ?? "always")
        }.sorted()
        var titles: Set<String> = []
        for row in gating.features.lazy.flatMap(\.rows) {
            guard let fact = row.factReference, fact.kind != .platform, !fact.kind.belongsToFeature else { continue }
            titles.insert(Self.line("\(fact.kind.rawValue) \(fact.key)", row.title))
        }
        facts = titles.sorted()
        lines = self.features + facts
    }

    /// Creates the lines of a file, without its comments and empty lines.
    package init(text: String) {
        lines = text.split(whereSeparator: \.isNewline).map(String.init)
            .filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }
        (features, facts) = (lines, [])
    }

    /// The content of a file.
    ///
    /// - Parameters:
    ///   - app: The app's name.
    ///   - command: The command line that compares the file.
    /// - Returns: The content, with a trailing line break.
    package func text(of app: String, command: String) -> String {
        let head = [
            "\(Self.firstWords) \(TextFormat.lineComment.escaped(app)), for review.",
            "# Compare: \(TextFormat.lineComment.escaped(command))",
        ]
        return (head + [""] + features + ["", "# Facts"] + facts).joined(separator: "\n") + "\n"
    }

    /// Returns the lines in which a new version differs.
    package func difference(to new: GatingLock) -> Difference {
        let changes = new.lines.sorted().difference(from: lines.sorted())
        func texts(_ changes: [CollectionDifference<String>.Change]) -> [String] {
            changes.map { change in
                switch change {
                case .insert(_, let line, _), .remove(_, let line, _): line
                }
            }
        }
        return Difference(removed: texts(changes.removals), added: texts(changes.insertions))
    }

    /// Returns a line that is neither a comment nor empty.
    private static func line(_ subject: String, _ text: String) -> String {
        let line = TextFormat.lineComment.escaped("\(subject): \(text)")
        return line.first.map { $0 == "#" || $0.isWhitespace } == true ? "\\" + line : line
    }
}
