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
    ///   - empty: What to say where there is no row, line by line.
    ///   - canvas: What to draw on.
    ///   - theme: How it looks.
    ///   - line: Draws a row.
    /// - Returns: How many rows were drawn.
    func drawTail<Item>(
        _ tail: FollowingList<Item>, of screen: ConsoleScreen, title: String, heading: StyledLine, empty: [StyledLine],
        on canvas: inout Canvas, theme: Theme, line: (Item) -> StyledLine
    ) -> Int {
        let rect = layout.list(screen)
        let list = tail.browser.list
        let isActive = pane == .list && dialog == nil
        canvas.drawPane(rect, title: title, note: tail.note, isActive: isActive, theme: theme, signs: signs)
        canvas.draw(heading, column: rect.column + 1, row: rect.row + 1, columns: rect.columns - 2, theme: theme)
        if tail.count == 0 {
            for (offset, line) in empty.prefix(layout.listHeight(screen)).enumerated() {
                canvas.draw(
                    line, column: rect.column + 3, row: rect.row + 2 + offset, columns: rect.columns - 6, theme: theme)
            }
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

    /// What is said where a table that grows at its end has no row: why, and what keeps new ones from coming.
    ///
    /// - Parameters:
    ///   - tail: The table.
    ///   - screen: The screen it is on.
    ///   - noun: What its rows are, such as `line`.
    ///   - none: What to say while nothing has come yet.
    ///   - narrowings: What leaves rows out.
    /// - Returns: The words, line by line, no wider than the list.
    func emptyTailLines<Item>(
        _ tail: FollowingList<Item>, of screen: ConsoleScreen, noun: String, none: String, narrowings: [ActiveFilter]
    ) -> [StyledLine] {
        let columns = layout.list(screen).columns - 6
        var lines: [StyledLine] = []
        if tail.recent.items.isEmpty {
            lines += StyledLine(none, .dim).wrapped(to: columns)
        } else {
            lines += ActiveFilter.lines(narrowings, noun: noun, columns: columns, signs: signs)
        }
        if let focus = focusWords {
            lines += StyledLine("Only what is in focus is recorded: \(focus).", .dim).wrapped(to: columns)
        }
        if model.status.backgroundWorkIsRunning == false {
            let key = keymap.keyText(for: .toggleBackground, in: [.console]) ?? ""
            lines.append(StyledLine("paused: ", .dim).adding(key, .key).adding(" resumes", .dim))
        }
        return lines
    }

    /// What the details of a table that grows at its end show while none of its rows is selected.
    ///
    /// - Parameters:
    ///   - tail: The table.
    ///   - none: What to say while nothing has come yet.
    ///   - words: What the list says where it has no row.
    /// - Returns: Nothing beside an empty list, which says why it is empty; its words where only the details are seen.
    func unselectedLines<Item>(_ tail: FollowingList<Item>, none: String, words: [StyledLine]) -> [StyledLine] {
        if tail.count == 0, !tail.recent.items.isEmpty { return layout.isWide ? [] : words }
        if tail.selected != nil { return [leftOutLine] }
        return nothingSelected(tail.browser.list.selection, empty: none)
    }

    /// What is in focus as people read it: the name of a feature, or how many there are; `nil` while nothing is.
    var focusWords: String? {
        guard let first = model.status.focus.first else { return nil }
        return model.status.focus.count == 1 ? feature(first)?.name ?? first : "\(model.status.focus.count) features"
    }

    /// The parts of a table's title that say what it is of and what is in focus, which is all that is recorded.
    func recordTitle(_ screen: ConsoleScreen) -> [String] {
        guard let focus = focusWords else { return [screen.title] }
        // What else restricts the table comes after it and must not be pushed off a narrow frame.
        let room = layout.list(screen).columns / 3
        return [screen.title, "focus: \(TextLayout.clipped(focus, to: room, ellipsis: signs.ellipsis))"]
    }
}
