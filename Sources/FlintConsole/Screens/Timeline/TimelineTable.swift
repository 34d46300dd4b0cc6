// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The widths in cells that the contents of the timeline's columns need.
///
/// A width is 0 while the column has no content. Widths only grow, so that a new event does not move the columns back
/// and forth. They are reset when the screen is left or the window changes its size.
struct TimelineColumns: Sendable, Hashable {
    private static let sessionLimit = 12
    private static let causeLimit = 16
    private static let durationLimit = 7

    private(set) var session = 0
    private(set) var cause = 0
    private(set) var outcome = 0
    private(set) var duration = 0

    mutating func fit(_ row: TimelineRow) {
        if case .feature = row.content { return }
        let event = row.entry.event
        if let name = event.action?.session { Self.widen(&session, for: name, limit: Self.sessionLimit) }
        Self.widen(&cause, for: event.cause, limit: Self.causeLimit)
        outcome = max(outcome, event.outcome?.rawValue.utf8.count ?? 0)
        let took =
            event.duration.map(EventRow.displayText(duration:)) ?? (row.entry.isRunning ? TimelineTable.running : "")
        duration = max(duration, min(Self.durationLimit, took.utf8.count))
    }

    private static func widen(_ width: inout Int, for text: String, limit: Int) {
        // Text never has more cells than bytes, so most text does not have to be measured.
        guard text.utf8.count > width, width < limit else { return }
        width = max(width, DisplayWidth.of(TextLayout.clipped(text, to: limit, ellipsis: ".")))
    }
}

extension ConsoleState {
    mutating func fitTimelineColumns() {
        guard screen == .timeline else {
            screens.timeline.columns = TimelineColumns()
            return
        }
        let tail = screens.timeline.tail
        guard tail.rows.lanes == nil else { return }
        for index in tail.browser.list.visibleRows(count: tail.count, height: layout.listHeight(of: .timeline)) {
            if let row = tail.rows.row(index) { screens.timeline.columns.fit(row) }
        }
    }
}

/// The layout of the table of events.
///
/// A column without content takes no space. A narrow table omits the session first, then the outcome, which the sign
/// also conveys, and then the cause. In a row whose outcome or duration is empty, the title extends into that column.
struct TimelineTable {
    private static let marked = "="
    static let running = "running"

    private let glyphs: GlyphSet
    private let timeColumns: Int
    private let sessionColumns: Int
    private let causeColumns: Int
    private let outcomeColumns: Int
    private let durationColumns: Int
    private let titleColumns: Int

    private struct Cells {
        var marker = " "
        var time = ""
        var sign = StyledLine("  ")
        var session = ""
        var cause = ""
        var title = ""
        var outcome = ""
        var duration = ""
        var role = Role.plain
        var durationRole = Role.dim
    }

    init(columns: Int, in state: ConsoleState) {
        let widths = state.screens.timeline.columns
        // A column with content is at least as wide as its heading.
        func width(_ needed: Int, _ column: TableColumn) -> Int {
            needed > 0 && !state.options.hides(column, of: .timeline) ? max(needed, column.rawValue.utf8.count) : 0
        }
        glyphs = state.glyphs
        timeColumns = width(8, .time)
        sessionColumns = columns >= 84 ? width(widths.session, .session) : 0
        causeColumns = columns >= 62 ? min(width(widths.cause, .cause), max(8, columns / 7)) : 0
        outcomeColumns = columns >= 76 ? width(widths.outcome, .outcome) : 0
        durationColumns = width(widths.duration, .duration)
        let sized = [timeColumns, sessionColumns, causeColumns, outcomeColumns, durationColumns].filter { $0 > 0 }
        // The marker and the sign take 5 cells, and a blank follows each column.
        titleColumns = max(8, columns - 5 - sized.reduce(0) { $0 + $1 + 1 } - 1)
    }

    var heading: StyledLine {
        line(
            Cells(
                time: "time", session: "session", cause: "cause", title: "event", outcome: "outcome",
                duration: "took", role: .dim))
    }

    /// Returns a row as a line of the table.
    ///
    /// If `marksRunning` is `true`, an action's beginning represents a running action.
    func line(_ row: TimelineRow, isPinned: Bool, marksRunning: Bool, in state: ConsoleState) -> StyledLine {
        let isRunning = marksRunning && row.entry.isRunning
        var cells: Cells
        switch row.content {
        case .feature(let change):
            cells = self.cells(change, of: row.entry)
        case .group(let count, let isExpanded):
            let fold = isExpanded.map { ($0 ? glyphs.expanded : glyphs.collapsed) + " " } ?? ""
            let note = Self.annotation(on: row.entry, count: count)
            cells = self.cells(row.entry, isRunning: isRunning, before: fold, after: note, in: state)
        case .repetition, .lane:
            cells = self.cells(row.entry, isRunning: isRunning, before: "  ", after: "", in: state)
        }
        if isPinned { cells.marker = glyphs.pinned }
        if state.screens.timeline.marked.map(row.contains) == true { cells.marker = Self.marked }
        return line(cells)
    }

    private static func annotation(on entry: TimelineEntry, count: Int) -> String {
        if count > 1 { return " x\(count)" }
        let features = entry.featureCount
        return features == 0 ? "" : " (\(features.counted("feature")))"
    }

    /// Returns the cells of an event.
    ///
    /// The strings before and after the title are never truncated.
    private func cells(
        _ entry: TimelineEntry, isRunning: Bool, before: String, after: String, in state: ConsoleState
    ) -> Cells {
        let event = entry.event
        let row = EventRow(event, at: entry.begin?.date, in: state)
        var cells = Cells(
            time: row.time, sign: StyledLine(row.sign, row.role), session: event.action?.session ?? "",
            cause: event.cause,
            outcome: event.outcome?.rawValue ?? "", duration: row.duration)
        if isRunning { (cells.duration, cells.durationRole) = (Self.running, .strong) }
        let room = titleColumns(of: cells) - DisplayWidth.of(before) - after.utf8.count
        cells.title = before + row.title(columns: max(4, room), ellipsis: glyphs.ellipsis) + after
        return cells
    }

    private func cells(_ change: FeatureChange?, of entry: TimelineEntry) -> Cells {
        guard let change else {
            let more = entry.featureCount - entry.event.features.count
            return Cells(title: "  \(more.counted("more feature"))", role: .dim)
        }
        let words = ": \(change.styledText(glyphs).text)"
        let room = max(4, titleColumns(of: Cells()) - 2 - DisplayWidth.of(words))
        return Cells(
            sign: StyledLine(AvailabilityFormatter.sign(change.after), AvailabilityFormatter.role(change.after)),
            title: "  " + TextLayout.clipped(change.featureName, to: room, ellipsis: glyphs.ellipsis) + words)
    }

    private func showsOutcome(of cells: Cells) -> Bool { outcomeColumns > 0 && !cells.outcome.isEmpty }

    /// Returns the width of a row's title.
    ///
    /// The title extends into empty columns to its right.
    private func titleColumns(of cells: Cells) -> Int {
        guard !showsOutcome(of: cells) else { return titleColumns }
        let free = [outcomeColumns, cells.duration.isEmpty ? durationColumns : 0].filter { $0 > 0 }
        return titleColumns + free.reduce(0) { $0 + $1 + 1 }
    }

    private func line(_ cells: Cells) -> StyledLine {
        func cell(_ text: String, _ columns: Int) -> String {
            TextLayout.cell(text, columns, ellipsis: glyphs.ellipsis) + " "
        }
        var line = StyledLine(" ")
        line.append(cells.marker, .strong)
        if timeColumns > 0 { line.append(cell(cells.time, timeColumns), .dim) }
        line.append(cells.sign)
        line.append(" ")
        if sessionColumns > 0 { line.append(cell(cells.session, sessionColumns), .dim) }
        if causeColumns > 0 { line.append(cell(cells.cause, causeColumns), .dim) }
        line.append(cell(cells.title, titleColumns(of: cells)), cells.role)
        if showsOutcome(of: cells) { line.append(cell(cells.outcome, outcomeColumns), cells.role) }
        if durationColumns > 0, !cells.duration.isEmpty {
            let duration = TextLayout.trailing(cells.duration, durationColumns, ellipsis: glyphs.ellipsis)
            line.append(duration, cells.durationRole)
        }
        return line
    }
}
