// SPDX-License-Identifier: MIT

import FlintWorld

extension GatingDifference {
    var lines: [String] { lines(heading: { $0 }, item: { "  " + $0 }, quoted: { $0 }) }

    var markdown: [String] {
        lines(heading: { "**\($0)**\n" }, item: { "- " + $0 }, quoted: TextFormat.markdown.escaped).flatMap { line in
            line.hasSuffix("\n") ? ["", String(line.dropLast()), ""] : [line]
        }
    }

    private func lines(
        heading: (String) -> String, item: (String) -> String, quoted: (String) -> String
    ) -> [String] {
        let (before, after) = (versions.before ?? "", versions.after ?? "")
        var lines: [String] = []
        if before != after { lines.append(quoted("From \(before) to \(after)")) }
        if isEmpty { return lines + ["The requirements are the same."] }
        func section(_ title: String, _ items: [String]) {
            if !items.isEmpty { lines += [heading(title)] + items.map { item(quoted($0)) } }
        }
        section("Features added", addedFeatures.map(Self.summary))
        section("Features removed", removedFeatures.map(Self.summary))
        for change in changedFeatures {
            section("\(quoted(change.name)) (\(quoted(change.id)))", Self.lines(for: change))
        }
        section("Newly required", addedRequirements.map(Self.summary))
        section("No longer required", removedRequirements.map(Self.summary))
        return lines
    }

    private static func summary(of feature: GatingDifference.Feature) -> String {
        "\(feature.name) (\(feature.id)): " + (feature.condition.map { "needs \($0)" } ?? "no requirements")
    }

    private static func summary(of requirement: GatingDifference.Requirement) -> String {
        "\(requirement.fact.kind.rawValue) \(requirement.fact.key) (\(requirement.title))"
    }

    private static func lines(for change: GatingDifference.FeatureChange) -> [String] {
        func both(_ change: GatingDifference.Change) -> String {
            "\(change.before ?? "none") -> \(change.after ?? "none")"
        }
        var lines: [String] = []
        if let names = change.names { lines.append("renamed: \(both(names))") }
        if let parents = change.parents { lines.append("moved: \(both(parents))") }
        lines += change.added.map { "now requires: \($0)" }
        lines += change.removed.map { "no longer requires: \($0)" }
        lines += change.changed.map { "changed requirement: \(both($0))" }
        lines += change.inherited.map { "the requirements of the group \($0) changed" }
        if change.condition.before != change.condition.after { lines.append("needs: \(both(change.condition))") }
        return lines
    }
}
