import InspectorKit
import TerminalKit

/// The line at the bottom: the keys that do something now.
struct KeyBar {
    /// The keys and what they do.
    let line: StyledLine
    /// The position of the cursor while a filter is typed.
    let cursor: Int?

    /// Makes the line for a state, as many keys as fit; help and quit always do.
    init(_ state: ConsoleState) {
        if case .filter = state.inputMode {
            (line, cursor) = Self.filterLine(state)
            return
        }
        cursor = nil
        let bindings = state.keymap.bindings(in: state.inputMode.contexts)
            .filter { !$0.label.isEmpty && state.offers($0.command) }
        let isLast: (KeyBinding) -> Bool = { [.help, .quit, .close].contains($0.command) }
        let isFirst: (KeyBinding) -> Bool = { [.open, .choose, .back].contains($0.command) }
        let ordered = bindings.filter(isFirst) + bindings.filter { !isFirst($0) && !isLast($0) }
        let tail = Self.line(bindings.filter(isLast), state)
        var line = StyledLine()
        for binding in ordered {
            let item = Self.line([binding], state)
            if line.width + item.width + tail.width > state.environment.size.columns { break }
            line.append(item)
        }
        line.append(tail)
        self.line = line
    }

    /// The line with the filter that is typed, how much matches, and the keys that end it; and the cursor's position.
    private static func filterLine(_ state: ConsoleState) -> (StyledLine, Int) {
        let keys = self.line(state.keymap.bindings(in: [.filter]).filter { !$0.label.isEmpty }, state)
        let found = state.matchCount == 1 ? "1 match" : "\(state.matchCount) matches"
        let room = max(8, state.environment.size.columns - keys.width - found.utf8.count - 7)
        let view = FieldView(state.filter.field, columns: room, isSensitive: false)
        var line = StyledLine(" /", .key)
        let cursor = line.width + view.cursor
        line.append(view.text, .strong)
        line.append("   \(found)  ", .dim)
        line.append(keys)
        return (line, cursor)
    }

    /// Some keys with their labels.
    private static func line(_ bindings: [KeyBinding], _ state: ConsoleState) -> StyledLine {
        var line = StyledLine()
        for binding in bindings {
            line.append(" \(binding.keys.first?.description ?? "")", .key)
            line.append(" \(label(of: binding, state)) ")
        }
        return line
    }

    /// The label of a binding, in the words that fit the moment.
    private static func label(of binding: KeyBinding, _ state: ConsoleState) -> String {
        switch binding.command {
        case .toggleBackground where state.model.status.backgroundWorkIsRunning == false: "resume"
        case .choose where state.formIsAtLastField: "done"
        case .restrictTopic where state.logs.topic != nil: "all topics"
        default: binding.label
        }
    }

    /// Draws the line on the last row.
    func draw(on canvas: inout Canvas, theme: Theme) {
        let row = canvas.size.rows - 1
        canvas.draw(line, column: 0, row: row, columns: canvas.size.columns, theme: theme)
        if let cursor { canvas.cursor = Point(column: cursor, row: row) }
    }
}

extension ConsoleState {
    /// Whether the key bar should offer a command: it can be run, and it would do something that is seen.
    fileprivate func offers(_ command: KeyCommand) -> Bool {
        switch command {
        case .open: pane == .list && hasSelection
        case .back: pane == .detail || filter.isActive
        default: reason(against: command) == nil
        }
    }

    /// Whether anything is selected on the present screen that its list shows.
    var hasSelection: Bool { screen.behavior.hasSelection(in: self) }

    /// Whether the next step in a form is to be done with it.
    var formIsAtLastField: Bool {
        if case .form(let form) = dialog { form.isAtEnd } else { false }
    }

    /// How many items of the present screen match its filter.
    var matchCount: Int { screen.behavior.matchCount(in: self) }
}
