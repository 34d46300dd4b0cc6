// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The line that lists the screens with their keys, and the app's activity if the ``StatusLine`` has no room for it.
///
/// Titles are shortened step by step until all tabs fit. The Permissions tab is marked while the app has an
/// authorization flow.
struct TabLine {
    struct Tab {
        let screen: ConsoleScreen
        let text: String
        let columns: Range<Int>
    }

    let tabs: [Tab]
    let current: ConsoleScreen
    /// The app's activity, truncated to the remaining width, or an empty string if too little room remains.
    let activity: String

    init(_ state: ConsoleState) {
        self.init(state, below: StatusLine(state))
    }

    init(_ state: ConsoleState, below status: StatusLine) {
        let columns = state.environment.size.columns
        let isAsking = state.model.status.flow != nil
        let ways = [
            Self.tabs(mark: isAsking ? " (asking)" : "", after: " ") { $0.title },
            Self.tabs(mark: isAsking ? " (?)" : "", after: "") { $0.title },
            Self.tabs(mark: isAsking ? " (?)" : "", after: "") { $0.behavior.shortTitle },
            Self.tabs(mark: isAsking ? "?" : "", after: "") { String($0.behavior.shortTitle.prefix(4)) },
        ]
        let text = status.showsActivity ? "" : state.model.status.activity ?? ""
        tabs = ways.first { Self.end(of: $0) <= columns } ?? ways[3]
        current = state.screen
        let room = columns - Self.end(of: tabs) - Self.margins
        activity = room < 12 ? "" : TextLayout.clipped(text, to: room, ellipsis: state.glyphs.ellipsis)
    }

    private static let margins = 4

    private static func end(of tabs: [Tab]) -> Int { tabs.last?.columns.upperBound ?? 0 }

    private static func tabs(mark: String, after: String, title: (ConsoleScreen) -> String) -> [Tab] {
        var column = 0
        return ConsoleScreen.allCases.map { screen in
            let text = " \(screen.rawValue) \(title(screen))" + (screen == .permissions ? mark : "") + after
            // The titles are in ASCII, so every byte is one cell.
            defer { column += text.utf8.count }
            return Tab(screen: screen, text: text, columns: column..<(column + text.utf8.count))
        }
    }

    func draw(on canvas: inout Canvas, theme: Theme) {
        for tab in tabs {
            let role: Role = tab.screen == current ? .current : .plain
            canvas.draw(tab.text, column: tab.columns.lowerBound, row: 1, style: theme.style(role))
        }
        let start = canvas.size.columns - DisplayWidth.of(activity) - 1
        canvas.draw(activity, column: start, row: 1, style: theme.style(.dim))
    }
}
