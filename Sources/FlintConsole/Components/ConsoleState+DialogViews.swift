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
        case .help(let help): HelpView(help, in: self).draw(on: &canvas, theme: theme)
        }
    }
}

/// Where a dialog is.
enum DialogFrame {
    /// The frame of a dialog with a number of lines inside, in the middle of the screen.
    static func rect(lines: Int, columns: Int, in size: TerminalSize) -> Rect {
        let columns = min(columns, size.columns - 4)
        let rows = min(lines + 2, size.rows - 4)
        return Rect(
            column: (size.columns - columns) / 2, row: 2 + (size.rows - 4 - rows) / 2, columns: columns, rows: rows)
    }
}
