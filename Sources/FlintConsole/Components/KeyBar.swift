// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The line at the bottom of the screen that lists the keys that work now.
///
/// Only bindings that have a label and whose command can run now appear. Keys that open, choose, or go back come first;
/// keys for help, quitting, and closing come last. If the window is too narrow, an ellipsis replaces keys in the
/// middle. While a filter is being typed, the line shows the filter's text, the number of matches, and the filter's
/// keys.
struct KeyBar {
    let line: StyledLine
    let areas: [ClickArea]
    /// The column of the cursor while a filter is being typed; otherwise `nil`.
    let cursor: Int?

    init(_ state: ConsoleState) {
        if case .filter = state.inputMode {
            let bindings = state.keymap.bindings(in: [.filter]).filter { !$0.label.isEmpty }
            // In a narrow window, some keys are omitted, so that at least 16 cells remain for the filter's text.
            let room = state.environment.size.columns - state.foundText.utf8.count - 7 - 16
            let all = Self.keys(bindings, state)
            let keys = Self.keys(
                Array(bindings.prefix(all.areas.prefix { $0.columns.upperBound <= room }.count)), state)
            var (line, cursor) = Self.filterLine(state, columns: keys.line.width)
            areas = Self.areas(keys.areas, from: line.width)
            line.append(keys.line)
            (self.line, self.cursor) = (line, cursor)
            return
        }
        cursor = nil
        let bindings = state.keymap.bindings(in: state.inputMode.contexts)
            .filter { !$0.label.isEmpty && state.offers($0.command) }
        let isLast: (KeyBinding) -> Bool = { [.help, .quit, .close].contains($0.command) }
        // The keys that end a mode come first, so that they are visible in every window.
        let first: [KeyCommand] =
            state.app.whatIf != nil
            ? [.whatIf, .open, .choose, .back]
            : state.isInThePast ? [.back, .earlier, .later, .open, .choose] : [.open, .choose, .back]
        let ordered =
            first.flatMap { command in bindings.filter { $0.command == command } }
            + bindings.filter { !first.contains($0.command) && !isLast($0) }
        let tail = Self.keys(bindings.filter(isLast), state)
        var room = state.environment.size.columns - tail.line.width
        var head = Self.keys(ordered, state)
        if head.line.width > room {
            let mark = StyledLine(" \(state.glyphs.ellipsis) ", .dim)
            room -= mark.width
            let count = head.areas.prefix { $0.columns.upperBound <= room }.count
            head = Self.keys(Array(ordered.prefix(count)), state)
            head.line.append(mark)
        }
        areas = head.areas + Self.areas(tail.areas, from: head.line.width)
        var line = head.line
        line.append(tail.line)
        self.line = line
    }

    private static func areas(_ areas: [ClickArea], from column: Int) -> [ClickArea] {
        areas.map {
            ClickArea(
                columns: $0.columns.lowerBound + column..<$0.columns.upperBound + column, action: $0.action)
        }
    }

    private static func filterLine(_ state: ConsoleState, columns: Int) -> (StyledLine, Int) {
        let found = state.foundText
        let room = max(8, state.environment.size.columns - columns - found.utf8.count - 7)
        let view = FieldView(state.filter.field, columns: room, isSensitive: false)
        var line = StyledLine(" /", .key)
        let cursor = line.width + view.cursor
        line.append(view.text, .strong)
        line.append("   \(found)  ", .dim)
        return (line, cursor)
    }

    private static func keys(
        _ bindings: [KeyBinding], _ state: ConsoleState
    ) -> (line: StyledLine, areas: [ClickArea]) {
        var line = StyledLine()
        var areas: [ClickArea] = []
        for binding in bindings {
            let start = line.width
            line.append(" \(binding.keys.first?.description ?? "")", .key)
            line.append(" \(label(of: binding, state)) ")
            areas.append(ClickArea(columns: start..<line.width, action: .command(binding.command)))
        }
        return (line, areas)
    }

    private static func label(of binding: KeyBinding, _ state: ConsoleState) -> String {
        switch binding.command {
        case .toggleBackground where state.model.status.backgroundWorkIsRunning == false: "resume"
        case .choose where state.formIsAtLastField: "done"
        case .showWholeEffect where state.showsWholeEffect: "options"
        case .restrictTopic where state.screens.logs.topic != nil: "all topics"
        case .narrow where state.ownerOfSelection.map(state.screens.narrowing.ids.contains) == true:
            state.screens.narrowing.ids.count == 1 ? "show all" : "not this"
        case .pin where state.ownerOfSelection.map(state.screens.timeline.pins.contains) == true: "unpin"
        case .back where state.isInThePast && state.pane == .list && !state.filter.isActive: "now"
        case .whatIf where state.app.whatIf != nil: "end what-if"
        case .onlyDifferences where state.screens.matrix.showsOnlyDifferences: "all features"
        default: binding.label
        }
    }

    func draw(on canvas: inout Canvas, theme: Theme) {
        let row = canvas.size.rows - 1
        canvas.draw(line, column: 0, row: row, columns: canvas.size.columns, theme: theme)
        if let cursor { canvas.cursor = Point(column: cursor, row: row) }
    }
}

extension ConsoleState {
    fileprivate func offers(_ command: KeyCommand) -> Bool {
        switch command {
        case .open: pane == .list ? hasSelection : selectedTarget != nil
        case .back: pane == .detail || filter.isActive || isInThePast
        case .earlier, .later: isInThePast
        default: reasonNotAllowed(command) == nil
        }
    }

    /// The id of the feature that the selected item belongs to.
    fileprivate var ownerOfSelection: String? {
        switch screen {
        case .features: selectedFeature?.id
        case .timeline: selectedTimelineRow?.featureID
        case .stacks: selectedActivity?.featureID
        case .logs: selectedLine?.featureID
        case .purchases, .permissions, .flags, .matrix: nil
        }
    }

    var hasSelection: Bool { screen.behavior.hasSelection(in: self) }

    var formIsAtLastField: Bool {
        if case .form(let form) = dialog { form.isAtEnd } else { false }
    }

    fileprivate var showsWholeEffect: Bool {
        if case .choices(let dialog) = dialog { dialog.showsWholeEffect } else { false }
    }

    fileprivate var foundText: String { matchCount.counted("match", plural: "matches") }

    var matchCount: Int { screen.behavior.matchCount(in: self) }
}
