import InspectorKit

/// A row of the tree of features.
struct FeatureRow: ListRow, Hashable {
    /// The feature's id.
    let id: String
    /// The feature's index in the model.
    let index: Int
    /// How many groups it sits under.
    let depth: Int
    /// Whether there is anything under it.
    let hasChildren: Bool
    /// Whether what is under it is shown.
    let isExpanded: Bool
    let isContext: Bool

    var itemID: String? { id }
}

/// Makes the rows of the tree of features.
enum FeatureRows {
    /// The features in reading order, without what is collapsed or filtered out.
    ///
    /// - Parameters:
    ///   - tree: The features.
    ///   - collapsed: The ids of the groups whose members are hidden; ignored while a filter is active, because
    ///     matches must not stay hidden.
    ///   - filter: What to look for, and the texts to look in, one for each feature; `nil` to show all.
    /// - Returns: The rows, parents before their children.
    static func rows(
        tree: FeatureTree, collapsed: Set<String>,
        filter: (terms: SearchTerms, texts: [String])?
    ) -> [FeatureRow] {
        let features = tree.features
        var isMatch: [Bool] = []
        var isShown: [Bool] = []
        if let filter {
            isMatch = filter.texts.map { filter.terms.match(lowercased: $0) }
            isShown = isMatch
            // What is under a group comes right after it, so a group is shown if anything in its range is.
            var nextShown = features.count
            for index in isShown.indices.reversed() {
                if !isShown[index], nextShown < tree.end(of: index) { isShown[index] = true }
                if isShown[index] { nextShown = index }
            }
        }
        var rows: [FeatureRow] = []
        rows.reserveCapacity(features.count)
        var index = 0
        while index < features.count {
            let feature = features[index]
            let isExpanded = filter != nil || !collapsed.contains(feature.id)
            if filter == nil || isShown[index] {
                rows.append(
                    FeatureRow(
                        id: feature.id, index: index, depth: Int(feature.depth), hasChildren: tree.hasChildren(index),
                        isExpanded: isExpanded, isContext: filter != nil && !isMatch[index]))
            }
            index = isExpanded ? index + 1 : tree.end(of: index)
        }
        return rows
    }

    /// The texts a filter looks in, in lower case: the name and the last part of the id.
    static func searchTexts(_ features: [FeatureSummary]) -> [String] {
        features.map { feature in
            let type = feature.id.split(separator: "/").last ?? ""
            return (feature.name + " " + type).lowercased()
        }
    }
}
