import TerminalKit

/// A dialog with fields, as it is drawn.
struct FormView {
    /// The widest a form gets.
    private static let columns = 76

    private let form: FormDialog
    private let signs: GlyphSet
    private let rect: Rect
    private let body: [StyledLine]
    /// The fields that are visible.
    private let visible: Range<Int>

    /// Creates the layout of a form; the field that is typed is always visible.
    init(_ form: FormDialog, in state: ConsoleState) {
        self.form = form
        signs = state.signs
        let size = state.environment.size
        let columns = min(Self.columns, size.columns - 4)
        let room = size.rows - 6
        var body = form.body.flatMap { $0.wrapped(to: columns - 4) }
        if !body.isEmpty { body.append(StyledLine()) }
        // One line is for problems; it is always there so that the form keeps its size.
        if body.count > room - 4 { body = [] }
        let height = max(1, min(form.fields.count, (room - body.count - 1) / 3))
        let first = min(max(0, form.focus - height + 1), max(0, form.fields.count - height))
        visible = first..<min(form.fields.count, first + height)
        self.body = body
        rect = DialogFrame.rect(lines: body.count + height * 3 + 1, columns: columns, in: size)
    }

    /// Draws the form with the cursor in the field that is typed.
    func draw(on canvas: inout Canvas, theme: Theme) {
        let note = form.fields.count > visible.count ? "\(form.focus + 1) of \(form.fields.count)" : ""
        canvas.drawPane(rect, title: form.title, note: note, isActive: true, theme: theme, signs: signs)
        let columns = rect.columns - 4
        var lines = body
        for index in visible {
            let field = form.fields[index]
            let isFocused = index == form.focus
            var label = StyledLine(isFocused ? "> " : "  ", .strong)
            label.append(TextLayout.clipped(field.name, to: columns / 2, ellipsis: signs.ellipsis), .strong)
            label.append(field.isRequired ? " (required)" : "", .doubtful)
            let text = TextLayout.clipped(field.description, to: columns - label.width - 2, ellipsis: signs.ellipsis)
            label.append("  " + text, .dim)
            let view = FieldView(field.field, columns: columns - 2, isSensitive: field.isSensitive)
            let row = rect.row + 1 + lines.count + 1
            lines += [label, StyledLine("  " + view.text), StyledLine()]
            if isFocused { canvas.cursor = Point(column: rect.column + 4 + view.cursor, row: row) }
        }
        if let problem = form.problem {
            let words = StyledLine("no  " + problem, .bad).wrapped(to: columns, indent: 4)
            // What needs a second line takes the empty one under the fields.
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
