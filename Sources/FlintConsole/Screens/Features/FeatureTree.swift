import InspectorKit

/// A row of the tree of features.
struct FeatureRow: Sendable, Hashable {
    /// The feature's id.
    let id: String
    /// The feature's index in the snapshot.
    let index: Int
    /// How many groups it sits under.
    let depth: Int
    /// Whether there is anything under it.
    let hasChildren: Bool
    /// Whether what is under it is shown.
    let isExpanded: Bool
    /// Whether it is shown only because something under it matches the filter.
    let isContext: Bool
}

/// Makes the rows of the tree of features.
enum FeatureTree {
    /// The features in reading order, without what is collapsed or filtered out.
    ///
    /// - Parameters:
    ///   - index: The hierarchy.
    ///   - features: The features of the snapshot.
    ///   - collapsed: The ids of the groups whose members are hidden; ignored while a filter is active, because what
    ///     was asked for must not stay hidden.
    ///   - filter: What to look for, and the texts to look in, one for each feature; `nil` to show all.
    /// - Returns: The rows, parents before their children.
    static func rows(
        index: SnapshotIndex, features: [FeatureSnapshot], collapsed: Set<String>,
        filter: (terms: SearchTerms, texts: [String])?
    ) -> [FeatureRow] {
        var isMatch: [Bool] = []
        var isShown: [Bool] = []
        if let filter {
            isMatch = filter.texts.map { filter.terms.match(lowercased: $0) }
            isShown = isMatch
            // Parents come before their children, so one pass from the end reaches every ancestor.
            for place in isShown.indices.reversed() where isShown[place] {
                let parent = index.parents[place]
                if parent >= 0 { isShown[parent] = true }
            }
        }
        var rows: [FeatureRow] = []
        rows.reserveCapacity(features.count)
        var pending = index.roots.reversed().map { (place: $0, depth: 0) }
        while let (place, depth) = pending.popLast() {
            if filter != nil, !isShown[place] { continue }
            let children = index.children[place]
            let isExpanded = filter != nil || !collapsed.contains(features[place].id)
            rows.append(
                FeatureRow(
                    id: features[place].id, index: place, depth: depth, hasChildren: !children.isEmpty,
                    isExpanded: isExpanded, isContext: filter != nil && !isMatch[place]))
            if isExpanded {
                for child in children.reversed() { pending.append((child, depth + 1)) }
            }
        }
        return rows
    }

    /// The texts a filter looks in, in lower case: the name and the last part of the id.
    static func searchTexts(_ features: [FeatureSnapshot]) -> [String] {
        features.map { feature in
            let type = feature.id.split(separator: "/").last ?? ""
            return (feature.name + " " + type).lowercased()
        }
    }
}
