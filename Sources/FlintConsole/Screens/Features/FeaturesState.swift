import InspectorKit

/// What the Features screen remembers.
struct FeaturesState: Sendable {
    /// The selection, the filter and the panes.
    var browser = Browser<String>()
    /// The ids of the groups whose members are hidden; at first there are none.
    var collapsed: Set<String> = []
    /// The rows of the tree, rebuilt when the hierarchy, the collapsed groups or the filter change.
    var rows: [FeatureRow] = []
    /// The texts the filter looks in, made when they are first needed.
    var texts: [String] = []
}

extension ConsoleState {
    /// The selected feature with what explains it, or `nil` if it is gone or there is none.
    var selectedFeature: FeatureSnapshot? {
        features.browser.list.selection.flatMap { details.features[$0] }
    }

    /// A feature by id, as lists show it.
    func feature(_ id: String) -> FeatureSummary? { model.feature(id) }

    /// Makes the rows of the tree again.
    mutating func rebuildFeatureRows() {
        var filter: (terms: SearchTerms, texts: [String])?
        if features.browser.filter.isActive {
            if features.texts.isEmpty { features.texts = FeatureRows.searchTexts(model.features) }
            filter = (features.browser.filter.terms, features.texts)
        }
        features.rows = FeatureRows.rows(tree: model.tree, collapsed: features.collapsed, filter: filter)
        anchorFeatures()
    }

    /// Finds the selected feature in the rows; at the very first, selects the first feature.
    private mutating func anchorFeatures() {
        let rows = features.rows
        let height = layout.listHeight(.features)
        guard let selection = features.browser.list.selection else {
            features.browser.list.move(.first, count: rows.count, height: height) { rows[$0].id }
            return
        }
        let row = rows.firstIndex { $0.id == selection }
        features.browser.list.reanchor(at: row, count: rows.count, height: height)
    }

    /// Moves to the first match if what is selected does not match what is being typed.
    mutating func followFeatureFilter() {
        let rows = features.rows
        let list = features.browser.list
        if list.isPresent, !rows[list.index].isContext { return }
        guard let match = rows.firstIndex(where: { !$0.isContext }) else { return }
        selectFeature(row: match)
    }

    /// Selects the feature in a row.
    mutating func selectFeature(row: Int) {
        features.browser.list.select(features.rows[row].id, at: row)
        features.browser.list.keepVisible(count: features.rows.count, height: layout.listHeight(.features))
        features.browser.detailTop = 0
    }
}
