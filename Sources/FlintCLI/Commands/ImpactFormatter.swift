// SPDX-License-Identifier: MIT

import FlintCore
import FlintWorld

enum ImpactFormatter {
    static func lines(_ ranking: FactRanking) -> [String] {
        guard !ranking.facts.isEmpty else { return ["No feature requires a fact."] }
        func counts(of loss: FactRanking.Loss) -> String { "\(loss.features.count) / \(loss.actionCount)" }
        func padded(_ text: String, to width: Int) -> String {
            String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let width = 9
        return ["Features and actions that are lost without a fact, on \(ranking.platform):", "  granted      now"]
            + ranking.facts.map { entry in
                "\(padded(counts(of: entry.granted), to: width))\(padded(counts(of: entry.now), to: width))  \(entry.title) "
                    + "(\(entry.fact.kind.rawValue) \(entry.fact.key))"
            } + ["granted: if everything else is granted; now: in the current state."]
    }

    static func lines(_ states: [Impact], opposite: FactImpact?) -> [String] {
        let lines = states.map(line)
        guard let impact = opposite else { return lines }
        let names = impact.gained.map(\.featureName).joined(separator: ", ")
        return lines + ["now, \(impact.gainText)" + (names.isEmpty ? "" : ": \(names)")] + impact.otherTexts
    }

    /// Formats a state's impact as a line, such as `now: Smart playlists, Dynamic Speed`.
    static func line(_ impact: Impact) -> String {
        let names = impact.lost.map(\.featureName).joined(separator: ", ")
        return "\(impact.name): " + (names.isEmpty ? FactImpact.noLoss : names)
    }
}
