// SPDX-License-Identifier: MIT

/// The gates of an app as lines of text that version control can compare.
///
/// A line states the condition of a feature and the groups above it, the title of a fact that conditions name, or the
/// built-in value of a flag. The lines and the parts of each condition are sorted, so that the text changes only with
/// the gates.
///
/// ```
/// Smart playlists: Location when in use and Premium subscription
/// purchase podcasts.premium: Premium subscription
/// flag new-player: off
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
    private static let flagHeading = "# Built-in values of flags"

    private let features: [String]
    private let facts: [String]
    /// The lines of the flags, or `nil` for declarations that do not contain flags.
    private let flags: [String]?

    package var lines: [String] { features + facts + (flags ?? []) }

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
        flags = gating.builtInFlags?.map { key, isOn in
            Self.line(FactReference(kind: .flag, key: key), FlagSnapshot.displayText(of: isOn))
        }.sorted()
    }

    /// Reads the lines of a file, or returns `nil` for a file of another kind.
    package init?(text: String) {
        guard text.hasPrefix(Self.firstWords) else { return nil }
        func lines(_ part: ArraySlice<Substring>?) -> [String]? {
            part?.filter { !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace) }.map(String.init)
        }
        let all = text.split(whereSeparator: \.isNewline)
        let parts = all.split(separator: Self.flagHeading[...], maxSplits: 1, omittingEmptySubsequences: false)
        let gates = parts[0].split(separator: Self.factHeading[...], maxSplits: 1)
        features = lines(gates.first) ?? []
        facts = lines(gates.dropFirst().first) ?? []
        flags = lines(parts.dropFirst().first) ?? []
    }

    package func names(_ fact: FactReference) -> Bool {
        facts.contains { $0.hasPrefix(Self.line(fact, "")) }
    }

    package func fileText(of app: String, command: String) -> String {
        let head = [
            "\(Self.firstWords) \(TextFormat.lineComment.escaped(app)), for review.",
            "# Compare: \(TextFormat.lineComment.escaped(command))",
        ]
        let flags = flags.map { $0.isEmpty ? [] : ["", Self.flagHeading] + $0 } ?? []
        return (head + [""] + features + ["", Self.factHeading] + facts + flags).joined(separator: "\n") + "\n"
    }

    package func difference(to new: GatingLock) -> Difference {
        // Without the flags of one side, there is nothing to compare the other side's with.
        let comparesFlags = flags != nil && new.flags != nil
        func compared(_ lock: GatingLock) -> [String] { comparesFlags ? lock.lines : lock.features + lock.facts }
        let changes = compared(new).sorted().difference(from: compared(self).sorted())
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
