import InspectorKit
import TerminalKit

/// The line that lists the screens with the keys that open them, and shows the app's activity.
struct TabLine {
    /// A screen's position on the line.
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
        let screens = ConsoleScreen.allCases.filter(state.lists)
        let columns = state.environment.size.columns
        let isAsking = state.model.status.flow != nil
        let ways = [
            Self.tabs(screens, mark: isAsking ? " (asking)" : "", after: " ") { $0.title },
            Self.tabs(screens, mark: isAsking ? " (?)" : "", after: "") { $0.title },
            Self.tabs(screens, mark: isAsking ? " (?)" : "", after: "") { $0.behavior.shortTitle },
            Self.tabs(screens, mark: isAsking ? "?" : "", after: "") { String($0.behavior.shortTitle.prefix(4)) },
        ]
        tabs = ways.first { ($0.last?.columns.upperBound ?? 0) <= columns } ?? ways[3]
        current = state.screen
        let room = columns - (tabs.last?.columns.upperBound ?? 0) - 4
        activity =
            room < 12
            ? "" : TextLayout.clipped(state.model.status.activity ?? "", to: room, ellipsis: state.signs.ellipsis)
    }

    /// The tabs side by side.
    ///
    /// - Parameters:
    ///   - screens: The screens.
    ///   - mark: What is added to the screen that asks for something.
    ///   - after: What comes after each name.
    ///   - title: The name of a screen.
    /// - Returns: The tabs, from left to right.
    private static func tabs(
        _ screens: [ConsoleScreen], mark: String, after: String, title: (ConsoleScreen) -> String
    ) -> [Tab] {
        var column = 0
        return screens.map { screen in
            let text = " \(screen.rawValue) \(title(screen))" + (screen == .permissions ? mark : "") + after
            defer { column += text.utf8.count }
            return Tab(screen: screen, text: text, columns: column..<(column + text.utf8.count))
        }
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

extension ConsoleState {
    /// Whether a screen is listed: an app without flags is not bothered with their screen.
    func lists(_ screen: ConsoleScreen) -> Bool {
        screen != .flags || !model.flags.isEmpty || self.screen == .flags
    }
}
