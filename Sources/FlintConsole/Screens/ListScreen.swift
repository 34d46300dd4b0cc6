// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// A row of a ``ListScreen``: an item, or a heading that cannot be selected.
protocol ListRow: Sendable {
    var itemID: String? { get }
    /// Whether the row is visible only because a row below it in the hierarchy matches the filter.
    var isContext: Bool { get }
}

extension ListRow {
    var isContext: Bool { false }
}

extension String: ListRow {
    var itemID: String? { self }
}

/// The stored state of a ``ListScreen``.
///
/// The value is a member of ``ConsoleState``. The screen itself is stateless and accesses it through a key path.
protocol ListContent: Sendable {
    associatedtype Row: ListRow
    var browser: Browser<String> { get set }
    var rows: [Row] { get set }
}

struct SimpleList<Row: ListRow>: ListContent {
    var browser = Browser<String>()
    var rows: [Row] = []
}

/// A screen with a list of items that have ids.
///
/// The protocol's extension implements most of ``ScreenBehavior``: the selection, the filter, drawing, and checking
/// whether a command can run. A conforming screen supplies the rows, the line of a row, and the details of an item.
protocol ListScreen: ScreenBehavior {
    associatedtype Content: ListContent
    associatedtype Item

    var content: WritableKeyPath<ConsoleState, Content> { get }
    /// The singular noun for an item in messages, such as `product`.
    var noun: String { get }
    var emptyText: String { get }
    /// Whether some rows are headings, which are not counted.
    var hasHeadings: Bool { get }

    func row(of id: String, in state: ConsoleState) -> Int?
    /// Returns the row to select when the screen first gets rows, or `nil` for the first item.
    func firstRow(in state: ConsoleState) -> Int?
    func isFailure(_ row: Content.Row, in state: ConsoleState) -> Bool
    func rows(in state: ConsoleState) -> [Content.Row]
    /// Returns the line of a row. The line begins with space for the selection mark.
    func line(_ row: Content.Row, in state: ConsoleState, columns: Int) -> StyledLine
    func heading(in state: ConsoleState, columns: Int) -> [StyledLine]
    func emptyLines(in state: ConsoleState) -> [StyledLine]
    func activeFilters(in state: ConsoleState) -> [ActiveFilter]
    func emptyText(in state: ConsoleState) -> String
    func listTitle(in state: ConsoleState) -> String
    /// Returns the number of items without a filter.
    func itemCount(in state: ConsoleState) -> Int
    /// Returns the position of the selection, such as `3 of 12`, for the list's frame.
    func position(in state: ConsoleState) -> String

    func selectedItem(in state: ConsoleState) -> Item?
    func name(of item: Item) -> String
    func detailTitle(of item: Item) -> String
    func detail(of item: Item, in state: ConsoleState) -> [StyledLine]
    func unselectedLines(in state: ConsoleState) -> [StyledLine]
    func reasonNotAllowed(_ command: KeyCommand, on item: Item, in state: ConsoleState) -> String?
}

// MARK: - The list

extension ListScreen {
    var hasHeadings: Bool { false }

    func activeFilters(in state: ConsoleState) -> [ActiveFilter] { state.typedFilter }

    func emptyText(in state: ConsoleState) -> String { emptyText }

    func listTitle(in state: ConsoleState) -> String { state.markedTitle(countedTitle(in: state)) }

    func view(in state: ConsoleState) -> BrowserView { state[keyPath: content].browser.view }

    func setView(_ view: BrowserView, in state: inout ConsoleState) { state[keyPath: content].browser.view = view }

    func rebuildRows(in state: inout ConsoleState) { setRows(rows(in: state), in: &state) }

    func rememberPosition(in state: inout ConsoleState) {
        state[keyPath: content].browser.unfiltered = state[keyPath: content].browser.list
    }

    func restorePosition(keepsSelection: Bool, in state: inout ConsoleState) {
        state[keyPath: content].browser.leaveFilter(keepsSelection: keepsSelection)
        anchor(in: &state)
    }

    func setRows(_ rows: [Content.Row], in state: inout ConsoleState) {
        state[keyPath: content].rows = rows
        anchor(in: &state)
    }

    func firstRow(in state: ConsoleState) -> Int? { nil }

    /// Updates the selection after the rows have changed.
    ///
    /// When the list first gets rows, this method selects the item that was selected when the console last quit, the
    /// screen's preferred row, or the first item.
    func anchor(in state: inout ConsoleState) {
        let rows = state[keyPath: content].rows
        let height = state.layout.listHeight(of: screen)
        // The selection to restore is kept until the list contains its row.
        if let row = state[keyPath: content].browser.restoredSelection.flatMap({ self.row(of: $0, in: state) }) {
            select(row: row, in: &state)
            return
        }
        guard let selection = state[keyPath: content].browser.list.selection else {
            guard !rows.isEmpty else { return }
            if let row = firstRow(in: state) {
                select(row: row, in: &state)
                return
            }
            state[keyPath: content].browser.list.move(.first, count: rows.count, height: height) { rows[$0].itemID }
            return
        }
        let row = row(of: selection, in: state)
        state[keyPath: content].browser.list.reanchor(at: row, count: rows.count, height: height)
    }

    func row(of id: String, in state: ConsoleState) -> Int? {
        state[keyPath: content].rows.firstIndex { $0.itemID == id }
    }

    func filterChanged(in state: inout ConsoleState) {
        state[keyPath: content].browser.restoreUnfilteredSelection()
        rebuildRows(in: &state)
        if !state[keyPath: content].browser.list.isPresent { move(.first, in: &state) }
    }

    /// Selects the first match unless the selected row matches the filter.
    ///
    /// Trees use this method, because their filtered rows include groups that do not match.
    func followFilter(in state: inout ConsoleState) {
        state[keyPath: content].browser.restoreUnfilteredSelection()
        rebuildRows(in: &state)
        let (list, rows) = (state[keyPath: content].browser.list, state[keyPath: content].rows)
        guard state[keyPath: content].browser.filter.isActive else { return }
        if list.isPresent, !rows[list.index].isContext { return }
        guard let row = rows.firstIndex(where: { $0.itemID != nil && !$0.isContext }) else { return }
        select(row: row, in: &state)
    }

    func move(_ motion: Motion, in state: inout ConsoleState) {
        let rows = state[keyPath: content].rows
        let before = state[keyPath: content].browser.list.selection
        let height = state.layout.listHeight(of: screen)
        state[keyPath: content].browser.restoredSelection = nil
        state[keyPath: content].browser.list.move(motion, count: rows.count, height: height) { rows[$0].itemID }
        if before != state[keyPath: content].browser.list.selection {
            state[keyPath: content].browser.details = DetailPosition()
        }
    }

    func selectMatch(_ step: Int, in state: inout ConsoleState) -> MatchSearch {
        let (browser, rows) = (state[keyPath: content].browser, state[keyPath: content].rows)
        let isFiltered = browser.filter.isActive
        let found = MatchSearch.findNext(from: browser.list.index, by: step, count: rows.count) { row in
            rows[row].itemID != nil && (isFiltered ? !rows[row].isContext : isFailure(rows[row], in: state))
        }
        guard let found else { return .none }
        select(row: found.row, in: &state)
        return found.result
    }

    func select(line: Int, in state: inout ConsoleState) {
        select(row: state[keyPath: content].browser.list.top + line, in: &state)
    }

    func select(_ id: String, in state: inout ConsoleState) {
        guard let row = row(of: id, in: state) else { return }
        select(row: row, in: &state)
    }

    func select(row: Int, in state: inout ConsoleState) {
        let rows = state[keyPath: content].rows
        guard rows.indices.contains(row), let id = rows[row].itemID else { return }
        state[keyPath: content].browser.restoredSelection = nil
        state[keyPath: content].browser.list.select(id, at: row)
        state[keyPath: content].browser.list.keepVisible(count: rows.count, height: state.layout.listHeight(of: screen))
        state[keyPath: content].browser.details = DetailPosition()
    }

    func visibleRows(in state: ConsoleState) -> ArraySlice<Content.Row> {
        let content = state[keyPath: content]
        let height = state.layout.listHeight(of: screen)
        return content.rows[content.browser.list.visibleRows(count: content.rows.count, height: height)]
    }

    /// Returns the visible rows, and the same number of rows above and below them.
    func nearbyRows(in state: ConsoleState) -> ArraySlice<Content.Row> {
        let (rows, visible) = (state[keyPath: content].rows, visibleRows(in: state).indices)
        return rows[max(0, visible.lowerBound - visible.count)..<min(rows.count, visible.upperBound + visible.count)]
    }

    func visibleFacts(in state: ConsoleState) -> [FactReference] {
        visibleRows(in: state).compactMap(\.itemID).compactMap(fact(ofRow:))
    }

    func adjacentFacts(in state: ConsoleState) -> [FactReference] {
        let ids = nearbyRows(in: state).compactMap(\.itemID)
        guard let index = ids.firstIndex(of: state[keyPath: content].browser.list.selection ?? "") else { return [] }
        return ids[max(0, index - 1)...min(index + 1, ids.count - 1)].compactMap(fact(ofRow:))
    }

    func itemCounts(in state: ConsoleState) -> (matching: Int, all: Int) {
        (matchCount(in: state), itemCount(in: state))
    }

    func matchCount(in state: ConsoleState) -> Int {
        state[keyPath: content].rows.count { $0.itemID != nil && !$0.isContext }
    }
}

// MARK: - Drawing

extension ListScreen {
    func heading(in state: ConsoleState, columns: Int) -> [StyledLine] { [] }

    func emptyLines(in state: ConsoleState) -> [StyledLine] {
        if !activeFilters(in: state).isEmpty { return filteredLines(in: state) }
        let line = state.missingLine(on: self) ?? StyledLine(emptyText(in: state), .dim)
        return line.wrapped(to: state.layout.listArea(of: screen).columns - 4)
    }

    func filteredLines(in state: ConsoleState) -> [StyledLine] {
        let columns = state.layout.listArea(of: screen).columns - 4
        let hint = state.filterHint.map { StyledLine($0, .doubtful).wrapped(to: columns) } ?? []
        return ActiveFilter.lines(activeFilters(in: state), noun: noun, columns: columns, glyphs: state.glyphs) + hint
    }

    func position(in state: ConsoleState) -> String { itemPosition(in: state) }

    func itemPosition(in state: ConsoleState) -> String {
        let (list, rows) = (state[keyPath: content].browser.list, state[keyPath: content].rows)
        // Without headings, every row is an item. If each frame counted the items, the cost of a frame would depend on
        // the app's size.
        let count = hasHeadings ? rows.count { $0.itemID != nil } : rows.count
        guard count > 0 else { return "" }
        guard list.isPresent else { return "\(count)" }
        let number = hasHeadings ? rows[...list.index].count { $0.itemID != nil } : list.index + 1
        return "\(number) of \(count)"
    }

    func frameNote(in state: ConsoleState) -> String {
        state.frameNote(
            position(in: state), visible: visibleRows(in: state).indices, count: state[keyPath: content].rows.count)
    }

    func drawList(of state: ConsoleState, on canvas: inout Canvas, theme: Theme) -> Int {
        let rect = state.layout.listArea(of: screen)
        let browser = state[keyPath: content].browser
        let isActive = browser.pane == .list && state.dialog == nil
        canvas.drawPane(
            rect, title: state.listTitle(listTitle(in: state), browser.filter), note: frameNote(in: state),
            isActive: isActive, theme: theme, glyphs: state.glyphs)
        var head = heading(in: state, columns: rect.columns - 4)
        if state[keyPath: content].rows.isEmpty { head += emptyLines(in: state) }
        canvas.drawLines(head, in: rect, from: 0, theme: theme)
        let visible = visibleRows(in: state)
        let top = rect.row + 1 + headingLines(in: state.layout)
        for (index, row) in zip(visible.indices, visible) {
            let y = top + index - visible.startIndex
            let line = line(row, in: state, columns: rect.columns - 2)
            canvas.draw(line, column: rect.column + 1, row: y, columns: rect.columns - 2, theme: theme)
            if let glyph = row.itemID.flatMap({ state.glyph(of: watchable($0)) }) {
                canvas.draw(glyph, column: rect.column + 2, row: y, style: theme.style(.strong))
            }
            if browser.list.isPresent, index == browser.list.index {
                canvas.markSelected(row: y, in: rect, isActive: isActive && !browser.filter.isEditing, theme: theme)
            }
        }
        return visible.count
    }

    private func watchable(_ id: String) -> WatchList.Item {
        fact(ofRow: id).map(WatchList.Item.fact) ?? .feature(id)
    }

    func shownItem(in state: ConsoleState) -> Item? {
        state[keyPath: content].browser.hidesSelection ? nil : selectedItem(in: state)
    }

    func hasSelection(in state: ConsoleState) -> Bool { shownItem(in: state) != nil }

    func detailTitle(of item: Item) -> String { name(of: item) }

    func detailTitle(in state: ConsoleState) -> String? { shownItem(in: state).map(detailTitle) }

    func detailLines(in state: ConsoleState) -> [StyledLine] {
        shownItem(in: state).map { detail(of: $0, in: state) } ?? unselectedLines(in: state)
    }

    func unselectedLines(in state: ConsoleState) -> [StyledLine] {
        if state[keyPath: content].browser.filter.isActive, state[keyPath: content].rows.isEmpty {
            // The list beside the details already states that the filter matches no row.
            return state.layout.isWide ? [] : emptyLines(in: state)
        }
        if selectedItem(in: state) != nil { return [state.hiddenSelectionLine] }
        if let line = state.missingLine(on: self) {
            return line.wrapped(to: state.layout.detailColumnCount(of: screen))
        }
        return state.linesWithoutSelection(
            state[keyPath: content].browser.list.selection, empty: emptyText(in: state))
    }
}

// MARK: - Commands

extension ListScreen {
    func reasonNotAllowed(_ command: KeyCommand, on item: Item, in state: ConsoleState) -> String? { nil }

    func reasonNotAllowed(_ command: KeyCommand, in state: ConsoleState) -> String? {
        let browser = state[keyPath: content].browser
        guard let item = selectedItem(in: state) else {
            return state.reasonNothingIsChosen(noun, wasSelected: browser.list.selection != nil)
        }
        if command == .removeOverride, !state.chosenFacts.contains(where: { $0.record(in: state.model) != nil }) {
            return state.chosenFacts.count == 1
                ? "\(name(of: item)) is not overridden" : "None of the marked items is overridden"
        }
        if browser.hidesSelection { return "\(name(of: item)) is hidden by the filter: esc shows everything" }
        return reasonNotAllowed(command, on: item, in: state)
    }
}

extension ConsoleState {
    func reasonNothingIsChosen(_ noun: String, wasSelected: Bool) -> String {
        model.status.disconnection
            ?? (wasSelected ? "The selected \(noun) was removed: choose another" : "There is no \(noun) to choose")
    }
}
