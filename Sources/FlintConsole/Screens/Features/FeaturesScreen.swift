// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The stored state of the Features screen.
///
/// The rows are rebuilt when the hierarchy, the collapsed groups, the filter, or the choice to list hidden features
/// changes. Without a filter, a change in availability only redraws them.
struct FeaturesState: ListContent {
    var browser = Browser<String>()
    var rows: [FeatureRow] = []
    var collapsed: Set<String> = []
    var showsHidden = false
    var matchCount = 0
}

extension ConsoleState {
    /// The explanation of the selected feature, or `nil` if no feature is selected or the explanation is not available.
    var selectedFeature: FeatureSnapshot? {
        screens.features.browser.list.selection.flatMap { app.explanations.features[$0] }
    }

    func feature(_ id: String) -> FeatureSummary? { model.feature(id) }
}

/// The screen with the hierarchy of features and each feature's availability.
///
/// Groups can be collapsed, and features that are hidden from users are listed on request. A filter shows all matching
/// features together with their groups, even if they are hidden or inside collapsed groups. The details explain the
/// selected feature; see ``FeatureDetail``. In a window without room for the details, each row of an unavailable
/// feature shows its blocking requirement.
struct FeaturesScreen: ListScreen {
    let screen = ConsoleScreen.features
    let title = "Features"
    let shortTitle = "Feat"
    let noun = "feature"
    let emptyText = "The app has no features."
    let keyContext = KeyContext.features

    var content: WritableKeyPath<ConsoleState, FeaturesState> { \.screens.features }

    // MARK: The list

    func rebuildRows(in state: inout ConsoleState) {
        guard state.screens.features.browser.filter.isActive else {
            setRows(rows(in: state), in: &state)
            return
        }
        // The index is kept while the user types, so that each keystroke costs only a search.
        state.prepareFeatureIndex()
        let isMatch = state.featuresMatching(state.screens.features.browser.filter.itemFilter(filterFields))
        state.screens.features.matchCount = isMatch.count { $0 }
        setRows(
            FeatureRows.rows(tree: state.model.tree, collapsed: state.screens.features.collapsed, filter: isMatch),
            in: &state)
    }

    func rows(in state: ConsoleState) -> [FeatureRow] {
        FeatureRows.rows(
            tree: state.model.tree, collapsed: state.screens.features.collapsed, filter: nil,
            showsHidden: state.screens.features.showsHidden)
    }

    func listTitle(in state: ConsoleState) -> String {
        let title = state.markedTitle(countedTitle(in: state))
        return state.screens.features.browser.filter.isActive ? title : state.titleWithHidden(title)
    }

    func emptyText(in state: ConsoleState) -> String {
        let hasHidden = state.model.hiddenCount > 0
        if state.model.hasAdoptedFlags {
            return (hasHidden ? "All features are hidden from users" : "The app has no features")
                + "; the flags are among the facts."
        }
        return hasHidden ? "The app has only features that are hidden from users." : emptyText
    }

    func row(of id: String, in state: ConsoleState) -> Int? {
        guard let wanted = state.model.tree.sortIndex(of: id) else { return nil }
        let rows = state.screens.features.rows
        // The rows are in tree order, so a binary search finds the row.
        let row = rows.partitioningIndex { $0.index >= wanted }
        return row < rows.count && rows[row].index == wanted ? row : nil
    }

    func firstRow(in state: ConsoleState) -> Int? {
        // Users usually open the console to find out why a feature is unavailable.
        state.screens.features.rows.firstIndex { !$0.isContext && isFailure($0, in: state) }
    }

    func noFailureText(in state: ConsoleState) -> String { "Every feature here is available" }

    func isFailure(_ row: FeatureRow, in state: ConsoleState) -> Bool {
        state.model.features[row.index].isAvailable == false
    }

    let filterFields: [FilterField] = [.featureStatus, .needs, .id]

    func filterValues(of field: FilterField, in state: ConsoleState) -> [String] {
        field == .needs ? state.neededValues : state.model.features.lazy.prefix(1_000).map(\.id.lastPart).distinct
    }

    func matchCount(in state: ConsoleState) -> Int {
        state.screens.features.browser.filter.isActive
            ? state.screens.features.matchCount : state.screens.features.rows.count
    }

    func filterChanged(in state: inout ConsoleState) {
        followFilter(in: &state)
        selectNamed(in: &state)
    }

    func restorePosition(keepsSelection: Bool, in state: inout ConsoleState) {
        if keepsSelection, let selection = state.screens.features.browser.list.selection {
            state.reveal(selection)
            rebuildRows(in: &state)
        }
        state[keyPath: content].browser.leaveFilter(keepsSelection: keepsSelection)
        anchor(in: &state)
    }

    /// Selects the first feature whose name or id matches the filter.
    ///
    /// The selection stays if the selected feature already matches by name or id.
    private func selectNamed(in state: inout ConsoleState) {
        let (browser, rows) = (state.screens.features.browser, state.screens.features.rows)
        guard let index = state.app.search.index, browser.filter.isActive, !browser.filter.hasChosen,
            browser.list.isPresent
        else { return }
        // Users mostly type names, but a filter also matches descriptions and requirements.
        let filter = browser.filter.itemFilter(filterFields)
        let selected = rows[browser.list.index]
        if !selected.isContext, index.firstNamed(by: filter, among: [selected.index]) != nil { return }
        let matches = rows.indices.lazy.filter { !rows[$0].isContext }
        guard let found = index.firstNamed(by: filter, among: matches.map { rows[$0].index }) else { return }
        select(row: matches[matches.index(matches.startIndex, offsetBy: found)], in: &state)
    }

    func itemCount(in state: ConsoleState) -> Int { state.model.features.count }

    func position(in state: ConsoleState) -> String {
        let (list, rows) = (state.screens.features.browser.list, state.screens.features.rows)
        guard state.screens.features.browser.filter.isActive else { return itemPosition(in: state) }
        // The groups above the matches are not counted.
        let count = matchCount(in: state)
        guard list.isPresent, !rows[list.index].isContext else { return count == 0 ? "" : "\(count)" }
        return "\(rows[...list.index].count { !$0.isContext }) of \(count)"
    }

    private static func indent(of row: FeatureRow, columns: Int) -> Int { min(row.depth * 2, columns / 3) }

    func foldColumn(ofLine line: Int, in state: ConsoleState) -> Int? {
        let (rows, row) = (state.screens.features.rows, state.screens.features.browser.list.top + line)
        guard rows.indices.contains(row), rows[row].hasChildren else { return nil }
        return 2 + Self.indent(of: rows[row], columns: state.layout.listArea(of: screen).columns - 2)
    }

    func line(_ row: FeatureRow, in state: ConsoleState, columns: Int) -> StyledLine {
        let feature = state.model.features[row.index]
        let glyphs = state.glyphs
        let indent = Self.indent(of: row, columns: columns)
        let fold = row.hasChildren ? (row.isExpanded ? glyphs.expanded : glyphs.collapsed) : " "
        var line = StyledLine("  " + String(repeating: " ", count: indent) + fold + " ")
        let room = columns - line.width - 6
        var notes = feature.isVisible || room < 24 ? "" : " (hidden)"
        if room >= 16 {
            if state.screens.narrowing.contains(feature.id) { notes += " (only)" }
            if state.model.status.focusScope.contains(feature.id) { notes += " (focus)" }
        }
        let name = TextLayout.clipped(feature.name, to: room - notes.utf8.count, ellipsis: glyphs.ellipsis)
        line.append(name, row.isContext || !feature.isVisible ? .dim : .plain)
        line.append(notes, .dim)
        if !state.layout.isWide, feature.isAvailable != true, let reason = state.app.explanations.reasons[feature.id] {
            // Reasons are aligned unless a long name moves one to the right.
            let start = max(line.width + 2, columns * 2 / 5)
            let room = columns - 6 - start
            if room >= 8 {
                line.pad(to: start)
                line.append(TextLayout.clipped(reason, to: room, ellipsis: glyphs.ellipsis), .dim)
            }
        }
        line.pad(to: columns - 5)
        let sign = state.sign(of: feature)
        line.append(mark: sign ?? glyphs.overridden, .overridden, if: sign != nil)
        line.append(" ")
        line.append(
            AvailabilityFormatter.sign(feature.isAvailable),
            row.isContext ? .dim : AvailabilityFormatter.role(feature.isAvailable))
        return line
    }

    func question(in state: ConsoleState) -> ConsoleQuestion? {
        state.screens.features.browser.list.selection.map { .explanation(of: $0) }
    }

    func visibleFeatures(in state: ConsoleState) -> [String] { visibleRows(in: state).map(\.id) }

    func explainedFeatureIDs(in state: ConsoleState) -> [String] {
        // A list beside its details has no room for reasons.
        guard !state.layout.isWide, state.pane == .list else { return [] }
        return visibleRows(in: state).filter { state.model.features[$0.index].isAvailable != true }.map(\.id)
    }

    // MARK: The details

    func selectedItem(in state: ConsoleState) -> FeatureSnapshot? { state.selectedFeature }

    func name(of feature: FeatureSnapshot) -> String { feature.name }

    func detail(of feature: FeatureSnapshot, in state: ConsoleState) -> [StyledLine] {
        FeatureDetail(feature, in: state).lines
    }

    func explainedFeature(in state: ConsoleState) -> String? { state.screens.features.browser.list.selection }

    func nearbyFeatures(in state: ConsoleState) -> [String] { nearbyRows(in: state).compactMap(\.itemID) }

    // MARK: Commands

    func run(_ command: KeyCommand, in state: inout ConsoleState) {
        if command == .showHidden { return state.flipHidden() }
        if command == .unlock { return state.showUnlockPlans() }
        guard let feature = state.selectedFeature else { return }
        switch command {
        case .perform: state.chooseAction(marking: nil)
        case .why: state.showWhy(feature)
        case .override:
            state.chooseFact(
                "Override a requirement of \(feature.name)", of: ConsoleState.overridableRows(of: feature),
                showsOverrides: true
            ) { .chooseValue($0) }
        case .changeUserSetting:
            state.send(.setUserSetting(feature: feature.id, isOn: feature.userSetting != true), .change)
        case .resetUserSetting: state.send(.setUserSetting(feature: feature.id, isOn: nil), .change)
        case .goTo:
            state.chooseFact(
                "Go to a requirement of \(feature.name)", of: ConsoleState.visitableRows(of: feature)
            ) { .goTo($0) }
        case .lastChange: state.goToLastChange(of: feature.id)
        case .pin: state.flipPin(of: feature.id)
        case .narrow: state.flipNarrowing(feature.id)
        case .focus: state.offerFocus(feature.id)
        case .startFlow: state.beginFlow(of: feature.id, thenPerform: nil)
        default: break
        }
    }

    func moveLeft(in state: inout ConsoleState) {
        let (list, rows) = (state.screens.features.browser.list, state.screens.features.rows)
        guard list.isPresent else { return }
        let row = rows[list.index]
        // A filter shows every group expanded.
        if row.hasChildren, row.isExpanded, !state.screens.features.browser.filter.isActive {
            state.screens.features.collapsed.insert(row.id)
            rebuildRows(in: &state)
        } else if let parent = rows[..<list.index].lastIndex(where: { $0.depth < row.depth }) {
            select(row: parent, in: &state)
        }
    }

    func moveRight(in state: inout ConsoleState) -> Bool {
        guard let row = selectedGroup(in: state), !row.isExpanded else { return false }
        state.screens.features.collapsed.remove(row.id)
        rebuildRows(in: &state)
        return true
    }

    func toggle(in state: inout ConsoleState) -> Bool {
        if moveRight(in: &state) { return true }
        guard let row = selectedGroup(in: state), !state.screens.features.browser.filter.isActive else { return false }
        state.screens.features.collapsed.insert(row.id)
        rebuildRows(in: &state)
        return true
    }

    private func selectedGroup(in state: ConsoleState) -> FeatureRow? {
        let list = state.screens.features.browser.list
        guard list.isPresent else { return nil }
        let row = state.screens.features.rows[list.index]
        return row.hasChildren ? row : nil
    }

    func reasonNotAllowed(_ command: KeyCommand, on feature: FeatureSnapshot, in state: ConsoleState) -> String? {
        let permissions = feature.requirements.filter { $0.kind == .permission }
        switch command {
        case .resetUserSetting where feature.userSetting == nil: return "\(feature.name) has no user setting"
        case .perform where state.app.whatIf != nil:
            return "Actions cannot be performed in a what-if session"
        case .perform:
            return feature.actions.isEmpty ? "\(feature.name) has no actions" : nil
        case .changeUserSetting:
            let hasToggle =
                feature.userSetting != nil
                || feature.requirements.contains { $0.kind == .userSetting && $0.inheritedFrom == nil }
            return hasToggle ? nil : "\(feature.name) has no user setting"
        case .unlock where !state.markedFeatures.isEmpty:
            return state.model.features.contains { state.view.marks.contains($0.id) && $0.isAvailable != true }
                ? nil : "The marked features are available"
        case .unlock:
            if feature.available == true { return "\(feature.name) is already available" }
            return state.unlockPlans(of: feature).isEmpty
                ? "\(feature.name) cannot be unlocked, not even with overrides" : nil
        case .focus: return state.focusReason(feature.id, name: feature.name)
        case .narrow: return state.narrowingReason(feature.id, name: feature.name)
        case .goTo:
            return ConsoleState.visitableRows(of: feature).isEmpty
                ? "\(feature.name) needs no product, permission or other fact" : nil
        case .impact:
            return ConsoleState.impactRows(of: feature).isEmpty
                ? "\(feature.name) needs no product, permission, setting or flag" : nil
        case .override:
            return ConsoleState.overridableRows(of: feature).isEmpty
                ? "No requirement of \(feature.name) can be overridden" : nil
        case .startFlow:
            // A flow that is already waiting for this feature is shown again.
            if state.isFlowWaiting, state.model.status.flow?.featureID == feature.id { return nil }
            if permissions.isEmpty { return "\(feature.name) needs no permissions" }
            return permissions.contains { $0.permissionStatus == .notDetermined }
                ? nil : "\(feature.name) needs no permission that can still be requested"
        default: return nil
        }
    }
}

extension ConsoleState {
    func narrowingReason(_ id: String, name: String) -> String? {
        groupName(of: id, in: screens.narrowing).map {
            "\(name) is shown with \($0): narrow the view to that no longer"
        }
    }

    func focusReason(_ id: String, name: String) -> String? {
        groupName(of: id, in: model.status.focusScope).map { "\(name) is in focus with \($0): end that focus" }
    }

    private func groupName(of id: String, in scope: FeatureScope) -> String? {
        scope.root(of: id).flatMap { $0 == id ? nil : feature($0)?.name ?? $0 }
    }
}

/// A row of the feature tree.
///
/// The row refers to the feature by its index in the model, so rows must be rebuilt if features are added or removed.
struct FeatureRow: ListRow, Hashable {
    let id: String
    let index: Int
    let depth: Int
    let hasChildren: Bool
    let isExpanded: Bool
    let isContext: Bool

    var itemID: String? { id }
}

enum FeatureRows {
    /// Returns the rows of the listed features in tree order.
    ///
    /// A hidden group is listed if it contains a listed feature. A filter ignores collapsed groups and always lists
    /// hidden features, so that every match has a row.
    static func rows(
        tree: FeatureTree, collapsed: Set<String>, filter isMatch: [Bool]?, showsHidden: Bool = true
    ) -> [FeatureRow] {
        let features = tree.features
        let isFiltered = isMatch != nil
        let listed = isMatch ?? (showsHidden ? nil : features.map(\.isVisible))
        let (isPartial, isListed) = (listed != nil, listed ?? [])
        var isShown = isListed
        var hasShownInside = isListed
        // The descendants of a group follow it directly, so a group is shown if any feature in its range is.
        var nextShown = features.count
        for index in isShown.indices.reversed() {
            hasShownInside[index] = nextShown < tree.end(of: index)
            if hasShownInside[index] { isShown[index] = true }
            if isShown[index] { nextShown = index }
        }
        var rows: [FeatureRow] = []
        rows.reserveCapacity(isPartial ? isShown.count { $0 } : features.count)
        var index = 0
        while index < features.count {
            let isExpanded = isFiltered || collapsed.isEmpty || !collapsed.contains(features[index].id)
            if !isPartial || isShown[index] {
                let canExpand = isPartial && !isFiltered ? hasShownInside[index] : tree.hasChildren(index)
                rows.append(
                    FeatureRow(
                        id: features[index].id, index: index, depth: Int(features[index].depth),
                        hasChildren: canExpand, isExpanded: isExpanded, isContext: isFiltered && !isListed[index]))
            }
            // The features inside a collapsed group are skipped.
            index = isExpanded ? index + 1 : tree.end(of: index)
        }
        return rows
    }
}
