public import InspectorKit
import TerminalKit

extension PlainReport {
    /// Why a feature is available or not, requirement by requirement, and what would unlock it.
    ///
    /// ```
    /// Smart playlists
    /// PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature
    /// Unavailable: 1 of 3 requirements is not met
    /// blocked by: Premium subscription is not purchased
    ///   ok  platform    iOS, any version      iOS 17.2       simulated
    ///   no  purchase    Premium subscription  not purchased  store
    ///   ok  parent      Podcast favourites    available
    /// to unlock: buy Premium subscription
    /// actions: show, create, refresh
    /// ```
    public static func explanation(of feature: FeatureSnapshot) -> [String] {
        var lines = [feature.name, feature.id, feature.description, StatusWords.verdict(feature)]
        if let first = feature.blockingRequirement { lines.append("blocked by: \(first.statement)") }
        lines += requirementTable(feature.requirements)
        for plan in feature.unlockPlans ?? [] {
            lines.append("to unlock: \(plan.map(\.title).joined(separator: ", "))")
        }
        if !feature.actions.isEmpty {
            lines.append("actions: \(feature.actions.map(\.name).joined(separator: ", "))")
        }
        return lines
    }

    /// The requirements in columns.
    private static func requirementTable(_ requirements: [RequirementState]) -> [String] {
        let rows = requirements.map { row in
            let indent = String(repeating: "  ", count: row.depth)
            var source = row.source
            if let ancestor = row.inheritedFrom { source += ", inherited from \(ancestor)" }
            let sign = StatusWords.sign(StatusWords.truth(row.status))
            return [sign, row.kind.words, indent + row.title, row.value, source]
        }
        let widths = (0..<5).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - DisplayWidth.of($0)) }
            return "  " + cells.joined(separator: "  ").trimmingTrailingSpaces
        }
    }
}

extension String {
    /// The text without the spaces at its end.
    fileprivate var trimmingTrailingSpaces: String {
        var text = self[...]
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
