import InspectorKit
import TerminalKit

/// The line that lists the screens with the keys that open them, and says what the app is doing.
struct TabLine {
    /// A screen's place on the line.
    struct Tab {
        /// The screen.
        let screen: ConsoleScreen
        /// Its number and name, with a blank on either side.
        let text: String
        /// The cells it takes.
        let columns: Range<Int>
    }

    /// The screens, from left to right.
    let tabs: [Tab]
    /// The screen that is shown.
    let current: ConsoleScreen
    /// What the app is doing, cut to the room that is left.
    let activity: String

    /// Makes the line for a state.
    init(_ state: ConsoleState) {
        var column = 0
        var tabs: [Tab] = []
        for screen in ConsoleScreen.allCases {
            var text = " \(screen.rawValue) \(screen.title) "
            if screen == .permissions, state.snapshot.flow != nil { text += "(asking) " }
            tabs.append(Tab(screen: screen, text: text, columns: column..<(column + text.utf8.count)))
            column += text.utf8.count
        }
        self.tabs = tabs
        current = state.screen
        let room = state.environment.size.columns - column - 4
        activity =
            room < 12
            ? "" : Fit.clipped(state.snapshot.activity ?? "", to: room, ellipsis: state.signs.ellipsis)
    }

    /// Draws the line on the second row.
    func draw(on canvas: inout Canvas, theme: Theme) {
        for tab in tabs {
            let role: Role = tab.screen == current ? .current : .plain
            canvas.draw(tab.text, column: tab.columns.lowerBound, row: 1, style: theme.style(role))
        }
        let start = canvas.size.columns - DisplayWidth.of(activity) - 1
        canvas.draw(activity, column: start, row: 1, style: theme.style(.dim))
    }
}
