// SPDX-License-Identifier: MIT

import FlintWorld

/// Formats a comparison of two states as text, for the command line and for the console.
///
/// The names of the states, features, and facts can contain control characters, so the text must be sanitized before it
/// is printed.
package struct WorldComparisonFormatter {
    private let comparison: WorldComparison
    private let first: String
    private let second: String
    private let arrow: String

    /// Creates a formatter for a comparison between two named states.
    ///
    /// The `arrow` separates the two values of a difference.
    package init(_ comparison: WorldComparison, from first: String, to second: String, arrow: String = "->") {
        (self.comparison, self.first, self.second, self.arrow) = (comparison, first, second, arrow)
    }

    package var lines: [String] {
        let store = store.map { "  " + $0 }
        guard !comparison.features.isEmpty else { return [summary] + store + others }
        let features = comparison.features.flatMap { feature in
            ["\(feature.change.featureName): \(change(of: feature))"] + reasons(of: feature).map { "  " + $0 }
        }
        return [summary] + explanation.map { "  " + $0 } + store + [""] + features + others
    }

    /// A sentence with the number of features that differ and the number of facts that explain the differences.
    var summary: String {
        guard comparison.commonFeatureCount > 0 else { return "\(first) and \(second) have no features in common." }
        let (facts, features) = (comparison.explanation, comparison.features)
        guard !features.isEmpty else { return "Every feature is as available in \(first) as in \(second)." }
        return "From \(first) to \(second): \(features.count.counted("feature")) "
            + "\(features.count == 1 ? "differs" : "differ"), explained by "
            + "\(facts.count) of \(comparison.differingFactCount.counted("fact that differs", plural: "facts that differ"))."
    }

    /// The facts that explain the differences, followed by a sentence if a smaller set of facts may do so.
    var explanation: [String] {
        comparison.explanation.map { $0.line(arrow: arrow) }
            + (comparison.isSmallest
                ? [] : ["It is not proved that no smaller set of facts explains the differences."])
    }

    func change(of feature: WorldComparison.Feature) -> String {
        let (before, after) = (feature.change.before, feature.change.after)
        return "\(before.availabilityText) \(arrow) \(after.availabilityText)"
    }

    /// Returns the facts that suffice to explain a feature's difference, and a note if its requirements differ.
    func reasons(of feature: WorldComparison.Feature) -> [String] {
        feature.facts.map { $0.line(arrow: arrow) } + (feature.requirementsDiffer ? ["The requirements differ."] : [])
    }

    /// The differences between the stores, one per element.
    var store: [String] { comparison.store.map { $0.line(arrow: arrow) } }

    private var others: [String] {
        let both = [(first, comparison.onlyInFirst), (second, comparison.onlyInSecond)]
        return both.filter { !$0.1.isEmpty }.map { "Only in \($0): \($1.joined(separator: ", "))" }
    }
}
