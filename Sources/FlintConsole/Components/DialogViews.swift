import TerminalKit

extension ConsoleState {
    /// Draws the open dialog, if there is one, in front of the screen, which is dimmed.
    func drawDialog(on canvas: inout Canvas, theme: Theme) {
        guard let dialog else { return }
        canvas.cursor = nil
        canvas.restyle(Rect(column: 0, row: 1, columns: canvas.size.columns, rows: layout.eventRow - 1)) {
            $0 = theme.style(.dim)
        }
        switch dialog {
        case .choices(let choices): ChoiceView(choices, in: self).draw(on: &canvas, theme: theme)
        case .form(let form): FormView(form, in: self).draw(on: &canvas, theme: theme)
        case .palette(let palette): PaletteView(palette, in: self).draw(on: &canvas, theme: theme)
        case .help(let help): HelpView(help, in: self).draw(on: &canvas, theme: theme)
        }
    }
}

/// A dialog as it is drawn.
protocol DialogView {
    /// Returns what a cell of the screen shows of the dialog.
    func hit(_ point: Point) -> DialogHit
}

/// Where a dialog is.
enum DialogFrame {
    /// Returns what a cell shows of a dialog with a list.
    ///
    /// - Parameters:
    ///   - point: The cell.
    ///   - rect: The frame.
    ///   - top: The lines above the list.
    ///   - rows: The rows of the list that are visible.
    /// - Returns: The row of the list, or whether the cell is in the dialog at all.
    static func hit(_ point: Point, in rect: Rect, top: Int, rows: Range<Int>) -> DialogHit {
        guard rect.contains(point) else { return .outside }
        let row = rows.lowerBound + point.row - rect.row - 1 - top
        return rows.contains(row) && point.row < rect.maxRow - 1 ? .row(row) : .inside
    }

    /// The frame of a dialog with a number of lines inside, in the middle of the screen.
    static func rect(lines: Int, columns: Int, in size: TerminalSize) -> Rect {
        let columns = min(columns, size.columns - 4)
        let rows = min(lines + 2, size.rows - 4)
        return Rect(
            column: (size.columns - columns) / 2, row: 2 + (size.rows - 4 - rows) / 2, columns: columns, rows: rows)
    }
}

/// The list of keys, as it is drawn.
struct HelpView: DialogView {
    /// The widest the list gets.
    private static let columns = 84

    private let help: HelpDialog
    private let state: ConsoleState
    private let rect: Rect

    /// How many keys are visible at once on a screen of a given size.
    static func listHeight(_ size: TerminalSize) -> Int { max(1, size.rows - 10) }

    /// Creates the layout of the list.
    init(_ help: HelpDialog, in state: ConsoleState) {
        self.help = help
        self.state = state
        let size = state.environment.size
        rect = DialogFrame.rect(lines: Self.listHeight(size) + 4, columns: Self.columns, in: size)
    }

    /// Draws the list with the cursor where the filter is typed.
    func draw(on canvas: inout Canvas, theme: Theme) {
        let matches = help.matches
        let note = matches.isEmpty ? "" : "\(help.selected + 1) of \(matches.count)"
        let signs = state.signs
        canvas.drawPane(
            rect, title: "Keys \(signs.dash) type to search, enter runs the marked one", note: note, isActive: true,
            theme: theme, signs: signs)
        let columns = rect.columns - 4
        let view = FieldView(help.field, columns: columns - 2, isSensitive: false)
        var lines = [StyledLine("/ ", .key).adding(view.text, .strong), StyledLine()]
        let visible = visible(of: matches.count)
        let first = visible.lowerBound
        for index in visible {
            lines.append(line(of: matches[index], isSelected: index == help.selected, columns: columns))
        }
        if matches.isEmpty { lines.append(StyledLine("  No key matches.", .dim)) }
        let reasonRow = rect.maxRow - 2
        canvas.drawLines(lines, in: rect, from: 0, theme: theme)
        if matches.indices.contains(help.selected) {
            let row = rect.row + 3 + help.selected - first
            canvas.restyle(Rect(column: rect.column + 2, row: row, columns: columns, rows: 1)) {
                $0 = theme.style(.selection)
            }
            if let reason = state.reason(against: matches[help.selected].command) {
                let text = TextLayout.clipped("unavailable: \(reason)", to: columns, ellipsis: signs.ellipsis)
                canvas.draw(text, column: rect.column + 2, row: reasonRow, style: theme.style(.doubtful))
            }
        }
        canvas.cursor = Point(column: rect.column + 4 + view.cursor, row: rect.row + 1)
    }

    /// The keys that are visible of those that match.
    private func visible(of count: Int) -> Range<Int> {
        let height = max(0, rect.rows - 2 - 4)
        let first = min(max(0, help.selected - height + 1), max(0, count - height))
        return first..<min(count, first + height)
    }

    func hit(_ point: Point) -> DialogHit {
        DialogFrame.hit(point, in: rect, top: 2, rows: visible(of: help.matches.count))
    }

    /// A key and what it does; what cannot be done now is dimmed.
    private func line(of binding: KeyBinding, isSelected: Bool, columns: Int) -> StyledLine {
        let applies = state.reason(against: binding.command) == nil
        var line = StyledLine(isSelected ? "> " : "  ", .strong)
        line.append(TextLayout.cell(binding.keyText, 16, ellipsis: state.signs.ellipsis), applies ? .key : .dim)
        let suffix = applies ? "" : "  (unavailable)"
        let room = columns - line.width - suffix.utf8.count
        line.append(
            TextLayout.clipped(binding.summary, to: room, ellipsis: state.signs.ellipsis), applies ? .plain : .dim)
        line.append(suffix, .dim)
        return line
    }
}

/// A dialog with fields, as it is drawn.
struct FormView: DialogView {
    /// How wide a form is unless its fields need more.
    private static let standardColumns = 76

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
        let columns = min(max(Self.standardColumns, Self.columns(of: form)), size.columns - 4)
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

    /// The columns that show the name and the description of every field in one line.
    private static func columns(of form: FormDialog) -> Int {
        let labels = form.fields.map { field in
            let name = DisplayWidth.of(field.name) + (field.isRequired ? 11 : 0)
            return name + DisplayWidth.of(field.description)
        }
        // Its frame, the mark, and the blanks between.
        return max(4 + 4 + (labels.max() ?? 0), DisplayWidth.of(form.title) + 14)
    }

    func hit(_ point: Point) -> DialogHit {
        // A field takes three rows: its name, what is typed, and a blank one.
        let rows = visible.lowerBound..<visible.lowerBound + visible.count * 3
        let hit = DialogFrame.hit(point, in: rect, top: body.count, rows: rows)
        guard case .row(let row) = hit else { return hit }
        return .row(visible.lowerBound + (row - visible.lowerBound) / 3)
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
