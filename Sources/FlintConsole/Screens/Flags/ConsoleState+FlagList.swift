import InspectorKit
import TerminalKit

extension ConsoleState {
    /// Draws the list of flags.
    ///
    /// - Returns: How many rows were drawn.
    func drawFlagList(on canvas: inout Canvas, theme: Theme) -> Int {
        let rect = layout.list(.flags)
        let list = flags.browser.list
        let rows = flags.rows
        let isActive = pane == .list && dialog == nil
        canvas.drawPane(
            rect, title: listTitle("Flags", filter), note: position(of: list, count: rows.count),
            isActive: isActive, theme: theme, signs: signs)
        if rows.isEmpty {
            let words = filter.isActive ? "Nothing matches the filter." : FlagsState.emptyWords
            canvas.drawLines([StyledLine(words, .dim)], in: rect, from: 0, theme: theme)
        }
        let visible = list.visibleRows(count: rows.count, height: layout.listHeight(.flags))
        for row in visible {
            guard let flag = flag(rows[row]) else { continue }
            let y = rect.row + 1 + row - visible.lowerBound
            let line = flagLine(flag, columns: rect.columns - 2)
            canvas.draw(line, column: rect.column + 1, row: y, columns: rect.columns - 2, theme: theme)
            if list.isPresent, row == list.index {
                canvas.markSelected(row: y, in: rect, isActive: isActive && !filter.isEditing, theme: theme)
            }
        }
        return visible.count
    }

    /// A row of the list: the marker's place, the key, whether it is overridden, what features see, who says so, why.
    private func flagLine(_ flag: FlagSnapshot, columns: Int) -> StyledLine {
        let sourceColumns = min(36, max(12, columns / 3))
        let valueColumns = 3
        let keyColumns = columns - sourceColumns - valueColumns - 6
        var line = StyledLine("  ")
        let isUsed = flag.isRequired
        line.append(TextLayout.cell(flag.key, keyColumns, ellipsis: signs.ellipsis), isUsed ? .plain : .dim)
        line.append(flag.override == nil ? "   " : " \(signs.overridden) ", .overridden)
        line.append(
            TextLayout.cell(
                flag.effective == nil ? "?" : FlagSnapshot.words(flag.effective), valueColumns, ellipsis: "")
                + " ",
            isUsed ? FlagSnapshot.role(flag.effective) : .dim)
        let source = flag.override == nil ? "\(flag.provider ?? "nobody"), \(flag.reason)" : "override"
        line.append(TextLayout.clipped(source, to: sourceColumns, ellipsis: signs.ellipsis), .dim)
        return line
    }
}
