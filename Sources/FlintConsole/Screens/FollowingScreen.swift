// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// A screen with a table that grows at its end, such as the timeline or the log.
///
/// The protocol's extension implements most of ``ScreenBehavior`` on top of a ``FollowingList``: scrolling, filtering,
/// and following the newest row. A conforming screen supplies the columns, the details of a row, and the restrictions
/// other than the filter.
protocol FollowingScreen: ScreenBehavior {
    associatedtype Rows: FollowedRows

    var tail: WritableKeyPath<ConsoleState, FollowingList<Rows>> { get }
    /// The singular noun for a row in messages, such as `line`.
    var noun: String { get }
    var emptyText: String { get }

    func emptyText(in state: ConsoleState) -> String
    func isFailure(_ row: Rows.Row) -> Bool
    /// Returns the predicate that entries must satisfy, or `nil` if the table shows all of them.
    func restriction(in state: ConsoleState) -> ((Rows.Entry) -> Bool)?
    func tableTitle(in state: ConsoleState) -> String
    func activeFilters(in state: ConsoleState) -> [ActiveFilter]
    func columnHeading(in state: ConsoleState, columns: Int) -> StyledLine
    /// Returns a function that formats a row, to be called for each visible row.
    func rowFormatter(in state: ConsoleState, columns: Int) -> (Rows.Row) -> StyledLine
    func detailTitle(of row: Rows.Row) -> String
    func detail(of row: Rows.Row, in state: ConsoleState) -> [StyledLine]
    func idText(of row: Rows.Row) -> String?
    func value(of row: Rows.Row) -> (any Encodable)?
}

extension FollowingScreen {
    var isTable: Bool { true }
    var grows: Bool { true }

    func emptyText(in state: ConsoleState) -> String { emptyText }

    func headingLines(in layout: ConsoleLayout) -> Int { 1 }

    func view(in state: ConsoleState) -> BrowserView { state[keyPath: tail].browser.view }

    func setView(_ view: BrowserView, in state: inout ConsoleState) { state[keyPath: tail].browser.view = view }

    func append(_ items: [Rows.Item], in state: inout ConsoleState) {
        let isWanted = restriction(in: state)
        state[keyPath: tail].append(items, height: state.layout.listHeight(of: screen), where: isWanted)
    }

    func rebuildRows(in state: inout ConsoleState) {
        state[keyPath: tail].restrict(height: state.layout.listHeight(of: screen), to: restriction(in: state))
    }

    func rememberPosition(in state: inout ConsoleState) { state[keyPath: tail].rememberPosition() }

    func restorePosition(keepsSelection: Bool, in state: inout ConsoleState) {
        state[keyPath: tail].restorePosition(
            keepsSelection: keepsSelection, height: state.layout.listHeight(of: screen))
    }

    func filterChanged(in state: inout ConsoleState) {
        state[keyPath: tail].restoreUnfilteredSelection()
        rebuildRows(in: &state)
        if !state[keyPath: tail].browser.list.isPresent { move(.last, in: &state) }
    }

    func move(_ motion: Motion, in state: inout ConsoleState) {
        state[keyPath: tail].move(motion, height: state.layout.listHeight(of: screen))
    }

    func selectMatch(_ step: Int, in state: inout ConsoleState) -> MatchSearch { selectRow(step, in: &state) }

    func selectRow(_ step: Int, in state: inout ConsoleState) -> MatchSearch {
        let list = state[keyPath: tail]
        let isFiltered = list.browser.filter.isActive
        let found = MatchSearch.findNext(from: list.browser.list.index, by: step, count: list.count) { row in
            isFiltered || list.rows.row(row).map(isFailure) == true
        }
        guard let found else { return .none }
        state[keyPath: tail].select(row: found.row, height: state.layout.listHeight(of: screen))
        // Otherwise, a new row would move the selection away from the row that was found.
        state[keyPath: tail].stopFollowing()
        return found.result
    }

    func select(line: Int, in state: inout ConsoleState) {
        state[keyPath: tail].select(row: state[keyPath: tail].browser.list.top + line)
        state[keyPath: tail].browser.details = DetailPosition()
    }

    func paneChanged(in state: inout ConsoleState) { state[keyPath: tail].paneChanged() }

    func hasSelection(in state: ConsoleState) -> Bool { state[keyPath: tail].shown != nil }

    func matchCount(in state: ConsoleState) -> Int { state[keyPath: tail].count }

    func itemCounts(in state: ConsoleState) -> (matching: Int, all: Int) { state[keyPath: tail].rows.itemCounts }

    func detailTitle(in state: ConsoleState) -> String? { state[keyPath: tail].shown.map { detailTitle(of: $0) } }

    func detailLines(in state: ConsoleState) -> [StyledLine] {
        state[keyPath: tail].shown.map { detail(of: $0, in: state) } ?? unselectedLines(in: state)
    }
}

// MARK: - Drawing

extension FollowingScreen {
    func frameNote(in state: ConsoleState) -> String {
        let tail = state[keyPath: tail]
        let visible = tail.browser.list.visibleRows(count: tail.count, height: state.layout.listHeight(of: screen))
        return state.frameNote(tail.note, visible: visible, count: tail.count)
    }

    func drawList(of state: ConsoleState, on canvas: inout Canvas, theme: Theme) -> Int {
        let tail = state[keyPath: tail]
        let (rect, list, filter) = (state.layout.listArea(of: screen), tail.browser.list, tail.browser.filter)
        let isActive = tail.browser.pane == .list && state.dialog == nil
        canvas.drawPane(
            rect, title: state.listTitle(tableTitle(in: state), filter), note: frameNote(in: state), isActive: isActive,
            theme: theme, glyphs: state.glyphs)
        let heading = columnHeading(in: state, columns: rect.columns - 2)
        canvas.draw(heading, column: rect.column + 1, row: rect.row + 1, columns: rect.columns - 2, theme: theme)
        if tail.count == 0 {
            for (offset, line) in emptyLines(in: state).prefix(state.layout.listHeight(of: screen)).enumerated() {
                canvas.draw(
                    line, column: rect.column + 3, row: rect.row + 2 + offset, columns: rect.columns - 6, theme: theme)
            }
        }
        let visible = list.visibleRows(count: tail.count, height: state.layout.listHeight(of: screen))
        let line = rowFormatter(in: state, columns: rect.columns - 2)
        for row in visible {
            guard let item = tail.rows.row(row) else { continue }
            let y = rect.row + 2 + row - visible.lowerBound
            canvas.draw(line(item), column: rect.column + 1, row: y, columns: rect.columns - 2, theme: theme)
            if list.isPresent, row == list.index {
                canvas.markSelected(row: y, in: rect, isActive: isActive && !filter.isEditing, theme: theme)
            }
        }
        return visible.count
    }

    /// Returns the lines to show in place of rows.
    ///
    /// They state why the table is empty and which settings prevent new rows.
    func emptyLines(in state: ConsoleState) -> [StyledLine] {
        let columns = state.layout.listArea(of: screen).columns - 6
        var lines: [StyledLine] = []
        if state[keyPath: tail].rows.isEmpty || activeFilters(in: state).isEmpty {
            lines += (state.missingLine(on: self) ?? StyledLine(emptyText(in: state), .dim)).wrapped(to: columns)
        } else {
            lines += ActiveFilter.lines(activeFilters(in: state), noun: noun, columns: columns, glyphs: state.glyphs)
            if let hint = state.filterHint { lines += StyledLine(hint, .doubtful).wrapped(to: columns) }
        }
        if let focus = state.focusText {
            lines += StyledLine("Recording is limited to the focus: \(focus).", .dim).wrapped(to: columns)
        }
        if state.model.status.backgroundWorkIsRunning == false {
            let key = state.keymap.keyText(for: .toggleBackground, in: [.console]) ?? ""
            lines.append(StyledLine("paused: ", .dim).adding(key, .key).adding(" resumes", .dim))
        }
        return lines
    }

    private func unselectedLines(in state: ConsoleState) -> [StyledLine] {
        let tail = state[keyPath: tail]
        if tail.count == 0, !tail.rows.isEmpty {
            // The table beside the details already states the reason.
            return state.layout.isWide ? [] : emptyLines(in: state)
        }
        if tail.selected != nil { return [state.hiddenSelectionLine] }
        if let line = state.missingLine(on: self) {
            return line.wrapped(to: state.layout.detailColumnCount(of: screen))
        }
        return state.linesWithoutSelection(tail.browser.list.selection, empty: emptyText(in: state))
    }

    func recordTitle(in state: ConsoleState) -> [String] {
        let title = countedTitle(in: state)
        guard let scope = state.scopeText else { return [title] }
        // The scope is truncated, so that further restrictions still fit into a narrow frame.
        let room = state.layout.listArea(of: screen).columns / 3
        return [title, TextLayout.clipped(scope, to: room + 6, ellipsis: state.glyphs.ellipsis)]
    }
}

extension ConsoleState {
    /// The features whose events, activity, and log lines are shown, or an empty scope to show everything.
    ///
    /// These are the features to which the view is narrowed. If the view is not narrowed, they are the features in the
    /// app's focus.
    var scope: FeatureScope { screens.narrowing.isEmpty ? model.status.focusScope : screens.narrowing }

    var focusText: String? { title(of: model.status.focusScope) }

    /// A description of ``scope``, such as `only Smart playlists`, or `nil` if everything is shown.
    var scopeText: String? {
        title(of: screens.narrowing).map { "only \($0)" } ?? focusText.map { "focus: \($0)" }
    }

    private func title(of scope: FeatureScope) -> String? {
        guard let first = scope.ids.first else { return nil }
        return scope.ids.count == 1 ? feature(first)?.name ?? first : "\(scope.ids.count) features"
    }

    var scopeFilter: [ActiveFilter] {
        let key = keymap.keyText(for: .leaveFocus, in: [.console]) ?? ""
        if let narrowed = title(of: screens.narrowing) {
            return [ActiveFilter(label: "narrowed view", value: narrowed, key: key, effect: "shows everything")]
        }
        return focusText.map { [ActiveFilter(label: "focus", value: $0, key: key, effect: "ends the focus")] } ?? []
    }

    mutating func scopeChanged() {
        ActivityScreen().rebuildRows(in: &self)
        // A lane that is no longer shown cannot stay selected, so the first lane is selected instead.
        defer {
            let tail = screens.timeline.tail
            if tail.rows.lanes != nil, !tail.browser.list.isPresent {
                screens.timeline.tail.select(row: 0, height: layout.listHeight(of: .timeline))
            }
        }
        TimelineScreen().rebuildRows(in: &self)
        LogsScreen().rebuildRows(in: &self)
    }
}
