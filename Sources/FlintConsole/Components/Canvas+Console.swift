import TerminalKit

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
