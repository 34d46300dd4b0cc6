// SPDX-License-Identifier: MIT

import FlintTerminal

/// The layout and drawing of a ``HelpDialog``.
///
/// The list takes most of the window's height. It is wide enough for its longest description if the window is;
/// otherwise, descriptions wrap. If the marked key's command cannot run, the lines below the list state the reason.
struct HelpView: DialogView {
    private struct Row {
        let line: StyledLine
        /// `nil` for the title of a section.
        let entryIndex: Int?
    }

    private static let unavailable = "  (unavailable)"
    private static let reasonLines = 2

    private let help: HelpDialog
    private let glyphs: GlyphSet
    private let reason: String?
    private let rect: Rect
    private let matches: [HelpDialog.Entry]
    private let rows: [Row]
    private let visible: Range<Int>

    init(_ help: HelpDialog, in state: ConsoleState) {
        self.help = help
        glyphs = state.glyphs
        matches = help.matches
        reason =
            matches.indices.contains(help.selected)
            ? matches[help.selected].command.flatMap { state.reasonNotAllowed($0) } : nil
        let size = state.environment.size
        // All entries determine the width, so that it stays the same while a search is typed.
        let termColumns = min(20, help.entries.map { DisplayWidth.of($0.term) }.max() ?? 0) + 4
        let widest = help.entries.map { DisplayWidth.of($0.description) }.max() ?? 0
        let needed = termColumns + widest + Self.unavailable.utf8.count + 4
        rect = DialogFrame.rect(
            lines: DialogFrame.tallest(columns: needed, in: size) - 2, columns: needed, in: size)
        let columns = rect.columns - 4
        var rows: [Row] = []
        var section: String?
        for (index, entry) in matches.enumerated() {
            if entry.section != section { rows.append(Row(line: StyledLine(entry.section, .heading), entryIndex: nil)) }
            section = entry.section
            let lines = Self.lines(
                of: entry, isSelected: index == help.selected, termColumns: termColumns, columns: columns, in: state)
            rows += lines.map { Row(line: $0, entryIndex: index) }
        }
        self.rows = rows
        let height = max(0, rect.rows - 2 - 2 - Self.reasonLines)
        let end = (rows.lastIndex { $0.entryIndex == help.selected } ?? 0) + 1
        var first = min(max(0, end - height), max(0, rows.count - height))
        // The first visible row is the first row of an entry, unless the marked entry is taller than the list.
        let marked = rows.firstIndex { $0.entryIndex == help.selected } ?? 0
        while first > 0, first < marked, rows[first].entryIndex != nil,
            rows[first].entryIndex == rows[first - 1].entryIndex
        {
            first += 1
        }
        var last = min(rows.count, first + height)
        // The last visible entry is complete, unless the marked entry is taller than the list.
        while last < rows.count, last > end, let entry = rows[last].entryIndex, entry == rows[last - 1].entryIndex {
            last -= 1
        }
        visible = first..<last
    }

    /// Returns the entry to mark after a page down or up.
    ///
    /// After a page down, the next page begins where the visible page ends. After a page up, it ends where the visible
    /// page begins.
    func entry(afterPageDown isDown: Bool) -> Int {
        var next = min(visible.upperBound, max(0, rows.count - 1))
        // The next page begins with the entry that is not completely visible.
        while next > 0, rows[next].entryIndex != nil, rows[next].entryIndex == rows[next - 1].entryIndex { next -= 1 }
        let last = isDown ? next + visible.count - 1 : visible.lowerBound - 1
        let found = rows.indices.last { row in
            row <= last && rows[row].entryIndex != nil
                && (row + 1 == rows.count || rows[row + 1].entryIndex != rows[row].entryIndex)
        }
        let entry = found.flatMap { rows[$0].entryIndex } ?? 0
        // The mark moves at least to the next entry, even if an entry is taller than the page.
        return isDown ? max(entry, min(help.selected + 1, max(0, matches.count - 1))) : min(entry, help.selected)
    }

    private static func lines(
        of entry: HelpDialog.Entry, isSelected: Bool, termColumns: Int, columns: Int, in state: ConsoleState
    ) -> [StyledLine] {
        let applies = entry.command.flatMap { state.reasonNotAllowed($0) } == nil
        var line = StyledLine(isSelected ? "> " : "  ", .strong)
        line.append(entry.term, applies ? .key : .dim)
        var lines: [StyledLine] = []
        if line.width > termColumns - 2 {
            lines = line.wrapped(to: columns, indent: 2)
            line = StyledLine()
        }
        line.pad(to: termColumns)
        line.append(entry.description, applies ? .plain : .dim)
        if !applies { line.append(unavailable, .dim) }
        return lines + line.wrapped(to: columns, indent: termColumns)
    }

    func draw(on canvas: inout Canvas, theme: Theme) {
        let note = matches.isEmpty ? "" : "\(help.selected + 1) of \(matches.count)"
        canvas.drawPane(
            rect, title: "Keys \(glyphs.dash) type to search, enter runs the marked one", note: note, isActive: true,
            theme: theme, glyphs: glyphs)
        let columns = rect.columns - 4
        let view = FieldView(help.field, columns: columns - 2, isSensitive: false)
        var lines = [StyledLine("/ ", .key).adding(view.text, .strong), StyledLine()]
        lines += rows[visible].map(\.line)
        if matches.isEmpty { lines.append(StyledLine("  No matches", .dim)) }
        canvas.drawLines(lines, in: rect, from: 0, theme: theme)
        for index in visible where rows[index].entryIndex == help.selected {
            let row = rect.row + 3 + index - visible.lowerBound
            canvas.restyle(row: row, in: rect, theme.style(.selection))
        }
        if let reason {
            let text = TextLayout.wrapped(
                "unavailable: \(reason)", to: columns, limit: Self.reasonLines, ellipsis: glyphs.ellipsis)
            for (offset, line) in text.enumerated() {
                let row = rect.maxRow - 1 - text.count + offset
                canvas.draw(line, column: rect.column + 2, row: row, style: theme.style(.doubtful))
            }
        }
        canvas.cursor = Point(column: rect.column + 4 + view.cursor, row: rect.row + 1)
    }

    func hit(_ point: Point) -> DialogHit {
        let hit = DialogFrame.hit(point, in: rect, top: 2, rows: visible)
        guard case .row(let row) = hit else { return hit }
        return rows[row].entryIndex.map(DialogHit.row) ?? .inside
    }
}
