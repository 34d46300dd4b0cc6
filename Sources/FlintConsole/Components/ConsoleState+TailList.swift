import InspectorKit
import TerminalKit

extension ConsoleState {
    /// Draws a table that grows at its end.
    ///
    /// - Parameters:
    ///   - tail: The rows.
    ///   - screen: The screen they are on.
    ///   - title: What stands in the frame.
    ///   - heading: The names of the columns.
    ///   - empty: What to say where there is no row.
    ///   - canvas: What to draw on.
    ///   - theme: How it looks.
    ///   - line: Draws a row.
    /// - Returns: How many rows were drawn.
    func drawTail<Item>(
        _ tail: Tail<Item>, of screen: ConsoleScreen, title: String, heading: StyledLine, empty: String,
        on canvas: inout Canvas, theme: Theme, line: (Item) -> StyledLine
    ) -> Int {
        let rect = layout.list(screen)
        let list = tail.browser.list
        let isActive = pane == .list && dialog == nil
        canvas.drawPane(rect, title: title, note: tail.note, isActive: isActive, theme: theme, signs: signs)
        canvas.draw(heading, column: rect.column + 1, row: rect.row + 1, columns: rect.columns - 2, theme: theme)
        if tail.count == 0 {
            let words = Fit.clipped(empty, to: rect.columns - 6, ellipsis: signs.ellipsis)
            canvas.draw(words, column: rect.column + 3, row: rect.row + 2, style: theme.style(.dim))
        }
        let visible = list.visibleRows(count: tail.count, height: layout.listHeight(screen))
        for row in visible {
            guard let item = tail.item(row) else { continue }
            let y = rect.row + 2 + row - visible.lowerBound
            canvas.draw(line(item), column: rect.column + 1, row: y, columns: rect.columns - 2, theme: theme)
            if list.isPresent, row == list.index {
                canvas.markSelected(row: y, in: rect, isActive: isActive && !filter.isEditing, theme: theme)
            }
        }
        return visible.count
    }
}
