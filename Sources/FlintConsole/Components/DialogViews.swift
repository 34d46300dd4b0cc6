// SPDX-License-Identifier: MIT

import FlintTerminal

extension ConsoleState {
    func drawDialog(on canvas: inout Canvas, theme: Theme) {
        guard let dialog else { return }
        canvas.cursor = nil
        // The status line and the two lines at the bottom are not dimmed.
        canvas.restyle(Rect(column: 0, row: 1, columns: canvas.size.columns, rows: layout.eventRow - 1)) {
            $0 = theme.style(.dim)
        }
        dialogView(of: dialog).draw(on: &canvas, theme: theme)
    }
}

/// A dialog's layout on a screen of a given size.
///
/// A view is created for each frame and for each mouse click, so that drawing and hit testing use the same layout.
protocol DialogView {
    func draw(on canvas: inout Canvas, theme: Theme)
    func hit(_ point: Point) -> DialogHit
}

/// The geometry shared by all dialogs.
///
/// A dialog is centered between the two lines at the top and the two lines at the bottom. If only a small margin would
/// remain beside or above the dialog, the dialog is enlarged to cover it, because two frames close together are hard to
/// read.
enum DialogFrame {
    private static let smallMargin = 2

    /// Returns the width of a dialog, widened to the whole window if only a small margin would remain.
    ///
    /// Both the `needed` width and the result include the frame.
    static func columns(_ needed: Int, in size: TerminalSize) -> Int {
        needed + 2 * smallMargin >= size.columns ? size.columns : needed
    }

    /// Returns the height of the tallest dialog of a given width, including its frame.
    static func tallest(columns: Int, in size: TerminalSize) -> Int {
        size.rows - 4 - (Self.columns(columns, in: size) == size.columns ? 0 : 2)
    }

    /// Returns the row of a list dialog at a point, or whether the point is inside the dialog.
    ///
    /// The list begins `top` lines below the frame's upper border.
    static func hit(_ point: Point, in rect: Rect, top: Int, rows: Range<Int>) -> DialogHit {
        guard rect.contains(point) else { return .outside }
        let row = rows.lowerBound + point.row - rect.row - 1 - top
        return rows.contains(row) && point.row < rect.maxRow - 1 ? .row(row) : .inside
    }

    /// Returns the centered frame of a dialog, limited to the screen.
    ///
    /// The dialog fills the screen if only a small margin would remain. The number of lines does not include the
    /// borders.
    static func rect(lines: Int, columns: Int, in size: TerminalSize) -> Rect {
        let (columns, room) = (Self.columns(columns, in: size), tallest(columns: columns, in: size))
        let rows = lines + 2 + smallMargin >= room ? room : lines + 2
        return Rect(
            column: (size.columns - columns) / 2, row: 2 + (size.rows - 4 - rows) / 2, columns: columns, rows: rows)
    }
}

/// The layout and drawing of a ``FormDialog``.
///
/// A field takes three rows: its label, the typed text, and a blank row. If not all fields fit, the ones around the
/// focused field are visible. A line is always reserved for a problem, so that the form keeps its size.
struct FormView: DialogView {
    private static let standardColumns = 76

    private let form: FormDialog
    private let glyphs: GlyphSet
    private let rect: Rect
    private let body: [StyledLine]
    private let visible: Range<Int>

    init(_ form: FormDialog, in state: ConsoleState) {
        self.form = form
        glyphs = state.glyphs
        let size = state.environment.size
        let columns = DialogFrame.columns(max(Self.standardColumns, Self.columns(of: form)), in: size)
        let room = size.rows - 6
        var body = form.body.flatMap { $0.wrapped(to: columns - 4) }
        if !body.isEmpty { body.append(StyledLine()) }
        // A body that leaves no room for a field and a problem is omitted.
        if body.count > room - 4 { body = [] }
        let height = max(1, min(form.fields.count, (room - body.count - 1) / 3))
        let first = min(max(0, form.focus - height + 1), max(0, form.fields.count - height))
        visible = first..<min(form.fields.count, first + height)
        self.body = body
        rect = DialogFrame.rect(lines: body.count + height * 3 + 1, columns: columns, in: size)
    }

    private static func columns(of form: FormDialog) -> Int {
        let labels = form.fields.map { field in
            let name = DisplayWidth.of(field.name) + (field.isRequired ? 11 : 0)
            return name + DisplayWidth.of(field.description)
        }
        // The frame and its margins take four cells, and the mark and the spaces around the name take four more.
        return max(4 + 4 + (labels.max() ?? 0), DisplayWidth.of(form.title) + 14)
    }

    func hit(_ point: Point) -> DialogHit {
        let rows = visible.lowerBound..<visible.lowerBound + visible.count * 3
        let hit = DialogFrame.hit(point, in: rect, top: body.count, rows: rows)
        guard case .row(let row) = hit else { return hit }
        return .row(visible.lowerBound + (row - visible.lowerBound) / 3)
    }

    func draw(on canvas: inout Canvas, theme: Theme) {
        let note = form.fields.count > visible.count ? "\(form.focus + 1) of \(form.fields.count)" : ""
        canvas.drawPane(rect, title: form.title, note: note, isActive: true, theme: theme, glyphs: glyphs)
        let columns = rect.columns - 4
        var lines = body
        for index in visible {
            let field = form.fields[index]
            let isFocused = index == form.focus
            var label = StyledLine(isFocused ? "> " : "  ", .strong)
            label.append(TextLayout.clipped(field.name, to: columns / 2, ellipsis: glyphs.ellipsis), .strong)
            label.append(field.isRequired ? " (required)" : "", .doubtful)
            let text = TextLayout.clipped(field.description, to: columns - label.width - 2, ellipsis: glyphs.ellipsis)
            label.append("  " + text, .dim)
            let view = FieldView(field.field, columns: columns - 2, isSensitive: field.isSensitive)
            let row = rect.row + 1 + lines.count + 1
            lines += [label, StyledLine("  " + view.text), StyledLine()]
            if isFocused { canvas.cursor = Point(column: rect.column + 4 + view.cursor, row: row) }
        }
        if let problem = form.problem {
            let words = StyledLine("no  " + problem, .bad).wrapped(to: columns, indent: 4)
            // A second line uses the blank row under the fields.
            if words.count > 1 { lines.removeLast() }
            lines += words.prefix(2)
        }
        canvas.drawLines(lines, in: rect, from: 0, theme: theme)
        for index in visible {
            let row = rect.row + 1 + body.count + (index - visible.lowerBound) * 3 + 1
            let area = Rect(column: rect.column + 4, row: row, columns: columns - 2, rows: 1)
            canvas.restyle(area) { $0 = $0.adding(.underline) }
        }
    }
}
