// SPDX-License-Identifier: MIT

import FlintTerminal

/// The position of the draggable divider between a list and its details.
///
/// The position is stored in ``ConsolePlace`` and clamped to the window by ``ConsoleLayout``. A `nil` value represents
/// the default position.
struct Divider: Sendable, Hashable, Codable {
    /// The width in cells of a list beside its details.
    var columns: Int?
    /// The height in rows of a table above its details.
    var rows: Int?
}

struct TableRows: Sendable, Hashable {
    var timeline = 0
    var activity = 0
    var logs = 0
    var matrix = 0

    /// Returns the number of rows, or `nil` if the screen is not a table or the table is empty.
    func count(of screen: ConsoleScreen) -> Int? {
        let count =
            switch screen {
            case .timeline: timeline
            case .stacks: activity
            case .logs: logs
            case .matrix: matrix
            case .features, .purchases, .permissions, .flags: 0
            }
        return count == 0 ? nil : count
    }
}

/// The layout of the panes on a screen of a given size.
///
/// Scrolling needs the number of rows that fit, and drawing needs their positions. Both use the layout, so they always
/// agree. If the window is at least ``wideColumns`` wide, the list and the details share the screen: side by side with
/// one line between them, or one above the other if the list is a table. A table that needs little room leaves the rest
/// to the details. A narrower window shows only the pane that has the focus. The top two rows show the status and the
/// tabs, and the bottom two rows show the newest event and the keys.
struct ConsoleLayout: Sendable, Hashable {
    static let minimum = TerminalSize(columns: 60, rows: 16)
    /// The minimum width in cells at which the list and the details are shown together.
    static let wideColumns = 90

    let size: TerminalSize
    /// The number of lines that show the simulated store's state above the list of products.
    var storeLines = 0
    var divider = Divider()
    var tables = TableRows()

    var isTooSmall: Bool { size.columns < Self.minimum.columns || size.rows < Self.minimum.rows }
    var isWide: Bool { size.columns >= Self.wideColumns }
    var eventRow: Int { size.rows - 2 }
    var body: Rect { Rect(column: 0, row: 2, columns: size.columns, rows: max(0, size.rows - 4)) }

    func listArea(of screen: ConsoleScreen) -> Rect {
        guard isWide else { return body }
        var rect = body
        if screen.behavior.isTable {
            let rows = divider.rows ?? tableRows(of: screen)
            rect.rows = min(max(rows, Self.leastRows), body.rows - Self.leastRows)
        } else {
            let columns = divider.columns ?? min(max(size.columns * 2 / 5, 38), max(54, size.columns / 3))
            rect.columns = min(max(columns, Self.leastListColumns), size.columns - Self.leastDetailColumns)
        }
        return rect
    }

    private static let leastRows = 5
    private static let leastListColumns = 30
    private static let leastDetailColumns = 40

    func isDivider(_ point: Point, of screen: ConsoleScreen) -> Bool {
        guard isWide else { return false }
        let list = listArea(of: screen)
        if screen.behavior.isTable { return point.row == list.maxRow - 1 }
        return body.contains(point) && point.column == list.maxColumn - 1
    }

    /// Returns the area of the details, which share a border with the list.
    func detailArea(of screen: ConsoleScreen) -> Rect {
        guard isWide else { return body }
        let list = listArea(of: screen)
        guard screen.behavior.isTable else {
            return Rect(
                column: list.columns - 1, row: body.row, columns: body.columns - list.columns + 1, rows: body.rows)
        }
        return Rect(column: 0, row: list.maxRow - 1, columns: body.columns, rows: body.rows - list.rows + 1)
    }

    func listHeight(of screen: ConsoleScreen) -> Int {
        max(1, listArea(of: screen).rows - 2 - screen.behavior.headingLines(in: self))
    }

    func detailHeight(of screen: ConsoleScreen) -> Int { max(1, detailArea(of: screen).rows - 2) }

    /// Returns the width in cells of a line in a screen's detail pane, without the margins.
    func detailColumnCount(of screen: ConsoleScreen) -> Int { max(1, detailArea(of: screen).columns - 4) }

    private func tableRows(of screen: ConsoleScreen) -> Int {
        let usual = body.rows - min(screen.behavior.detailRowLimit, max(6, body.rows * 2 / 5))
        guard let rows = tables.count(of: screen) else { return usual }
        let needed = rows + 2 + screen.behavior.headingLines(in: self)
        // A table that grows gets its rows in two steps, so that the border does not move with each row.
        let step = screen.behavior.grows ? max(body.rows / 3, needed > body.rows / 3 ? usual : 0) : needed
        return min(usual, step)
    }
}

extension Canvas {
    mutating func draw(_ line: StyledLine, column: Int, row: Int, columns: Int, theme: Theme) {
        var used = 0
        for span in line.spans where used < columns {
            let start = column + used
            let style = theme.style(span.role)
            used += draw(span.text, column: start, row: row, style: style, maxColumns: columns - used)
            if style.attributes.contains(.underline), span.text.last == " " {
                // Blanks that align columns are not underlined.
                let blanks = span.text.reversed().prefix { $0 == " " }.count
                let first = max(start, column + used - blanks)
                restyle(Rect(column: first, row: row, columns: column + used - first, rows: 1)) {
                    $0.attributes.remove(.underline)
                }
            }
            if let link = span.link { self.link(columns: start..<(column + used), row: row, to: link) }
        }
    }

    /// Draws a pane's frame and clears its interior.
    ///
    /// The `note`, such as the position in a list, appears in the lower border. The active pane receives the keys, and
    /// its frame has a different style.
    mutating func drawPane(
        _ rect: Rect, title: String, note: String = "", isActive: Bool, theme: Theme, glyphs: GlyphSet
    ) {
        fill(rect)
        let frame = theme.style(isActive ? .activeFrame : .frame)
        let borders = isActive && theme.needsHeavyFrame ? glyphs.heavyBorders : glyphs.borders
        let title = TextLayout.clipped(title, to: rect.columns - 6, ellipsis: glyphs.ellipsis)
        drawBox(
            rect, title: title, style: frame, titleStyle: theme.style(isActive ? .strong : .plain), borders: borders)
        drawNote(note, in: rect, style: frame, glyphs: glyphs)
    }

    private mutating func drawNote(_ note: String, in rect: Rect, style: Style, glyphs: GlyphSet) {
        guard !note.isEmpty else { return }
        let text = TextLayout.clipped(" \(note) ", to: rect.columns - 4, ellipsis: glyphs.ellipsis)
        draw(text, column: rect.maxColumn - 2 - DisplayWidth.of(text), row: rect.maxRow - 1, style: style)
    }

    /// Draws the line that the frames of a list and of its details share, as part of the active frame.
    ///
    /// While a dialog is open, neither frame is active. The details cover the list's lower border, so the list's `note`
    /// is drawn again.
    mutating func joinDetail(
        _ detail: Rect, to list: Rect, note: String, isActive: Bool, theme: Theme, glyphs: GlyphSet
    ) {
        let style = theme.style(isActive ? .activeFrame : .frame)
        let lines = [glyphs.borders.horizontal, glyphs.heavyBorders.horizontal]
        let borders = isActive && theme.needsHeavyFrame ? glyphs.heavyBorders : glyphs.borders
        guard detail.row == list.row else {
            for column in list.column..<list.maxColumn where lines.contains(self[column, detail.row].text) {
                draw(borders.horizontal, column: column, row: detail.row, style: style)
            }
            draw(borders.leftJoint, column: list.column, row: detail.row, style: style)
            draw(borders.rightJoint, column: list.maxColumn - 1, row: detail.row, style: style)
            return drawNote(note, in: list, style: style, glyphs: glyphs)
        }
        for row in list.row..<list.maxRow { draw(borders.vertical, column: detail.column, row: row, style: style) }
        draw(borders.topJoint, column: detail.column, row: list.row, style: style)
        draw(borders.bottomJoint, column: detail.column, row: list.maxRow - 1, style: style)
    }

    /// Draws lines in a pane, with a margin of one cell on either side.
    ///
    /// Drawing starts with the line at index `top` and stops at the pane's lower border.
    mutating func drawLines(_ lines: [StyledLine], in rect: Rect, from top: Int, theme: Theme) {
        let height = max(0, rect.rows - 2)
        for (offset, line) in lines.dropFirst(max(0, top)).prefix(height).enumerated() {
            draw(line, column: rect.column + 2, row: rect.row + 1 + offset, columns: rect.columns - 4, theme: theme)
        }
    }

    /// Marks a row as selected with a glyph and a style.
    ///
    /// If the pane receives keys, the terminal's cursor moves to the row as well.
    mutating func markSelected(row: Int, in rect: Rect, isActive: Bool, theme: Theme) {
        draw(">", column: rect.column + 1, row: row, style: .bold)
        let area = Rect(column: rect.column + 1, row: row, columns: rect.columns - 2, rows: 1)
        if isActive {
            restyle(area) { $0 = theme.selected($0) }
            cursor = Point(column: rect.column + 1, row: row)
        } else {
            restyle(area) { $0 = $0.adding(theme.style(.faintSelection).attributes) }
        }
    }

    /// Sets the style of a pane's rows, except for the frame and its margins.
    mutating func restyle(row: Int, rows: Int = 1, in rect: Rect, _ style: Style) {
        restyle(Rect(column: rect.column + 2, row: row, columns: rect.columns - 4, rows: rows)) { $0 = style }
    }
}
