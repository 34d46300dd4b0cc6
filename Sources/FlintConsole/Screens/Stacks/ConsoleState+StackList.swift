import InspectorKit
import TerminalKit

extension ConsoleState {
    /// Draws the tree of stacks.
    ///
    /// - Returns: How many rows were drawn.
    func drawStackList(on canvas: inout Canvas, theme: Theme) -> Int {
        let rect = layout.list(.stacks)
        let list = stacks.browser.list
        let rows = stacks.rows
        let isActive = pane == .list && dialog == nil
        canvas.drawPane(
            rect, title: listTitle("Stacks", filter), note: stackPosition, isActive: isActive, theme: theme,
            signs: signs)
        if rows.isEmpty {
            canvas.drawLines(emptyStackLines, in: rect, from: 0, theme: theme)
        }
        let visible = list.visibleRows(count: rows.count, height: layout.listHeight(.stacks))
        for row in visible {
            let y = rect.row + 1 + row - visible.lowerBound
            let line = stackLine(rows[row], columns: rect.columns - 2)
            canvas.draw(line, column: rect.column + 1, row: y, columns: rect.columns - 2, theme: theme)
            if list.isPresent, row == list.index {
                canvas.markSelected(row: y, in: rect, isActive: isActive && !filter.isEditing, theme: theme)
            }
        }
        return visible.count
    }

    /// Why there is no stack to show, line by line.
    private var emptyStackLines: [StyledLine] {
        let columns = layout.list(.stacks).columns - 4
        guard filter.isActive else { return StyledLine(StacksState.emptyWords, .dim).wrapped(to: columns) }
        return ActiveFilter.lines(filterNarrowing, noun: "stack", columns: columns, signs: signs)
    }

    /// What the details show while no stack of the list is selected: nothing beside a list that says why.
    var unselectedStackLines: [StyledLine] {
        if filter.isActive, stacks.rows.isEmpty { return layout.isWide ? [] : emptyStackLines }
        if selectedStack != nil { return [leftOutLine] }
        return nothingSelected(stacks.browser.list.selection, empty: StacksState.emptyWords)
    }

    /// The position of the selection among the stacks; the names of sessions do not count.
    private var stackPosition: String {
        let list = stacks.browser.list
        let count = stacks.rows.count { $0.id != nil }
        guard count > 0 else { return "" }
        guard list.isPresent else { return "\(count)" }
        return "\(stacks.rows[...list.index].count { $0.id != nil }) of \(count)"
    }

    /// A row of the tree: a session, or the indented feature, how many steps there have been, and since when.
    private func stackLine(_ row: StackRow, columns: Int) -> StyledLine {
        switch row {
        case .session(let name):
            let words = "session \(name)"
            return StyledLine(" " + TextLayout.clipped(words, to: columns - 2, ellipsis: signs.ellipsis), .heading)
        case .stack(_, let place, let depth, let isContext):
            guard stacks.open.indices.contains(place) else { return StyledLine() }
            let stack = stacks.open[place]
            // Deep down, indentation must not push the names off the screen.
            var line = StyledLine(String(repeating: " ", count: 3 + min(depth * 2, columns / 3)))
            let time = DateWords.second(of: stack.started, offset: environment.timeZoneOffset)
            let end = " \(StackDetail.count(stack.stepCount)) \(time) "
            let room = columns - line.width - DisplayWidth.of(end)
            line.append(
                TextLayout.clipped(stack.featureName, to: room, ellipsis: signs.ellipsis), isContext ? .dim : .plain)
            line.pad(to: columns - DisplayWidth.of(end))
            line.append(end, .dim)
            return line
        }
    }
}
