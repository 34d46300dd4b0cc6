import TerminalKit

/// The list of keys, as it is drawn.
struct HelpView {
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
        let height = rect.rows - 2 - 4
        let first = min(max(0, help.selected - height + 1), max(0, matches.count - height))
        for (index, binding) in matches.enumerated().dropFirst(first).prefix(height) {
            lines.append(line(of: binding, isSelected: index == help.selected, columns: columns))
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
                let text = TextLayout.clipped("not now: \(reason)", to: columns, ellipsis: signs.ellipsis)
                canvas.draw(text, column: rect.column + 2, row: reasonRow, style: theme.style(.doubtful))
            }
        }
        canvas.cursor = Point(column: rect.column + 4 + view.cursor, row: rect.row + 1)
    }

    /// A key and what it does; what cannot be done now is dimmed.
    private func line(of binding: KeyBinding, isSelected: Bool, columns: Int) -> StyledLine {
        let applies = state.reason(against: binding.command) == nil
        var line = StyledLine(isSelected ? "> " : "  ", .strong)
        line.append(TextLayout.cell(binding.keyText, 16, ellipsis: state.signs.ellipsis), applies ? .key : .dim)
        let suffix = applies ? "" : "  (not now)"
        let room = columns - line.width - suffix.utf8.count
        line.append(
            TextLayout.clipped(binding.summary, to: room, ellipsis: state.signs.ellipsis), applies ? .plain : .dim)
        line.append(suffix, .dim)
        return line
    }
}
