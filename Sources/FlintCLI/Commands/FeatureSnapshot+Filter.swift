// SPDX-License-Identifier: MIT

import FlintWorld

extension FeatureSnapshot: FilteredItem {
    /// The filter fields of the console, except the status `focus`, which a snapshot does not contain.
    static let filterFields = [
        FilterField(
            statusField,
            values: [
                "no", "ok", "unknown", "overridden", "hidden", "available", "unavailable", "undetermined",
            ]),
        FilterField("needs"), FilterField("id"),
    ]

    static func filter(_ text: String) throws(CommandLineError) -> ItemFilter {
        guard text.utf8.count <= 1_000 else { throw .usage("The pattern is longer than 1,000 bytes.") }
        let filter = ItemFilter(FilterQuery(text), fields: filterFields)
        if let problem = filter.problems.first { throw .usage(CommandOutput.excerpt(problem)) }
        return filter
    }

    package func hasText(where isMatch: (String) -> Bool) -> Bool {
        isMatch(name) || isMatch(description) || hasValue(of: "needs", where: isMatch) || isIDMatch(isMatch)
    }

    /// Returns whether the last part of the ID matches, or the match spans several parts of the ID.
    private func isIDMatch(_ isMatch: (String) -> Bool) -> Bool {
        let parts = id.split(separator: "/").map { String($0).featureStem }
        return parts.last.map(isMatch) == true || isMatch(id) && !(parts + ["Feature"]).contains(where: isMatch)
    }

    package func hasValue(of field: String, where isMatch: (String) -> Bool) -> Bool {
        switch field {
        case statusField:
            if !visible, isMatch("hidden") { return true }
            if requirements.contains(where: { $0.override != nil }), isMatch("overridden") { return true }
            return switch available {
            case true?: isMatch("ok") || isMatch("available")
            case false?: isMatch("no") || isMatch("unavailable")
            case nil: isMatch("unknown") || isMatch("undetermined")
            }
        case "needs":
            return requirements.contains { row in
                guard !row.kind.isHeading, row.kind != .parent else { return false }
                let isOwn = row.kind == .userSetting || row.kind == .runtimeSwitch
                return isMatch(row.title) || isMatch(row.kind.rawValue) || (!isOwn && row.key.map(isMatch) == true)
            }
        case "id": return isMatch(id)
        default: return false
        }
    }
}
