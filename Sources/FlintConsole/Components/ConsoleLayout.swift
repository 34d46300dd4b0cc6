import TerminalKit

/// Where the user put the line between lists and details; `nil` for where it is at first.
struct Divider: Sendable, Hashable, Codable {
    /// The cells of a list beside its details.
    var columns: Int?
    /// The rows of a table above its details.
    var rows: Int?
}

/// Where everything is on a screen of a given size.
///
/// Scrolling needs to know what fits, and drawing needs to know where; both ask here, so they cannot disagree.
struct ConsoleLayout: Sendable, Hashable {
    /// The smallest screen the console can be used on.
    static let minimum = TerminalSize(columns: 60, rows: 16)
    /// From how many columns on there is room for two panes side by side.
    static let wideColumns = 90

    /// The size of the screen.
    let size: TerminalSize
    /// How many lines at the top of the list of products show the simulated store's state.
    var storeLines = 0
    /// Where the user put the line between lists and details.
    var divider = Divider()

    /// Whether there is too little room to show anything useful.
    var isTooSmall: Bool { size.columns < Self.minimum.columns || size.rows < Self.minimum.rows }
    /// Whether both panes of a screen are shown at once.
    var isWide: Bool { size.columns >= Self.wideColumns }
    /// The row of the newest event and of announcements.
    var eventRow: Int { size.rows - 2 }
    /// The room for panes.
    var body: Rect { Rect(column: 0, row: 2, columns: size.columns, rows: max(0, size.rows - 4)) }

    /// The frame of the list pane of a screen.
    func list(_ screen: ConsoleScreen) -> Rect {
        guard isWide else { return body }
        var rect = body
        if screen.behavior.isTable {
            let rows = divider.rows ?? body.rows - detailRowsOfTable
            rect.rows = min(max(rows, Self.leastRows), body.rows - Self.leastRows)
        } else {
            let columns = divider.columns ?? min(max(size.columns * 2 / 5, 38), 54)
            rect.columns = min(max(columns, Self.leastListColumns), size.columns - Self.leastDetailColumns)
        }
        return rect
    }

    /// The fewest rows of a table and of the details below it.
    private static let leastRows = 5
    /// The fewest cells of a list.
    private static let leastListColumns = 30
    /// The fewest cells of the details beside a list.
    private static let leastDetailColumns = 40

    /// Returns whether a cell is on the line between the list and the details of a screen.
    func isDivider(_ point: Point, of screen: ConsoleScreen) -> Bool {
        guard isWide else { return false }
        let list = list(screen)
        if screen.behavior.isTable { return (list.maxRow - 1...list.maxRow).contains(point.row) }
        return body.contains(point) && (list.maxColumn - 1...list.maxColumn).contains(point.column)
    }

    /// The frame of the detail pane of a screen.
    func detail(_ screen: ConsoleScreen) -> Rect {
        guard isWide else { return body }
        let list = list(screen)
        guard screen.behavior.isTable else {
            return Rect(
                column: list.columns, row: body.row, columns: body.columns - list.columns, rows: body.rows)
        }
        return Rect(column: 0, row: list.maxRow, columns: body.columns, rows: body.rows - list.rows)
    }

    /// How many items of a screen's list are visible at once.
    func listHeight(_ screen: ConsoleScreen) -> Int {
        max(1, list(screen).rows - 2 - screen.behavior.headingLines(in: self))
    }

    /// How many lines of a screen's detail pane are visible at once.
    func detailHeight(_ screen: ConsoleScreen) -> Int { max(1, detail(screen).rows - 2) }

    /// How many cells a line of a screen's detail pane has, without the margin on either side.
    func detailColumns(_ screen: ConsoleScreen) -> Int { max(1, detail(screen).columns - 4) }

    /// A table wants the full width, so its details are below it.
    private var detailRowsOfTable: Int { min(15, max(6, body.rows * 2 / 5)) }
}

extension Canvas {
    /// Draws a styled line, cut off where its area ends.
    mutating func draw(_ line: StyledLine, column: Int, row: Int, columns: Int, theme: Theme) {
        var used = 0
        for span in line.spans where used < columns {
            used += draw(
                span.text, column: column + used, row: row, style: theme.style(span.role),
                maxColumns: columns - used)
        }
    }

    /// Draws the frame of a pane and blanks what it encloses.
    ///
    /// - Parameters:
    ///   - rect: The frame.
    ///   - title: What the pane shows.
    ///   - note: A few words in the lower edge, such as the position in a list.
    ///   - isActive: Whether keys go to the pane.
    ///   - theme: How it looks.
    ///   - signs: What it is drawn with.
    mutating func drawPane(
        _ rect: Rect, title: String, note: String = "", isActive: Bool, theme: Theme, signs: GlyphSet
    ) {
        fill(rect)
        let frame = theme.style(isActive ? .activeFrame : .frame)
        let title = TextLayout.clipped(title, to: rect.columns - 6, ellipsis: signs.ellipsis)
        drawBox(
            rect, title: title, style: frame, titleStyle: theme.style(isActive ? .strong : .plain),
            borders: signs.borders)
        guard !note.isEmpty else { return }
        let text = TextLayout.clipped(" \(note) ", to: rect.columns - 4, ellipsis: signs.ellipsis)
        draw(text, column: rect.maxColumn - 2 - DisplayWidth.of(text), row: rect.maxRow - 1, style: frame)
    }

    /// Draws lines into a pane from a given one on, with a margin of one cell on either side.
    mutating func drawLines(_ lines: [StyledLine], in rect: Rect, from top: Int, theme: Theme) {
        let height = max(0, rect.rows - 2)
        for (offset, line) in lines.dropFirst(max(0, top)).prefix(height).enumerated() {
            draw(line, column: rect.column + 2, row: rect.row + 1 + offset, columns: rect.columns - 4, theme: theme)
        }
    }

    /// Marks a row of a list as the selected one: with a sign, with its look, and with the cursor if keys go there.
    mutating func markSelected(row: Int, in rect: Rect, isActive: Bool, theme: Theme) {
        draw(">", column: rect.column + 1, row: row, style: .bold)
        let style = theme.style(isActive ? .selection : .faintSelection)
        let area = Rect(column: rect.column + 1, row: row, columns: rect.columns - 2, rows: 1)
        if isActive {
            restyle(area) { $0 = style }
            cursor = Point(column: rect.column + 1, row: row)
        } else {
            restyle(area) { $0 = $0.adding(style.attributes) }
        }
    }
}
