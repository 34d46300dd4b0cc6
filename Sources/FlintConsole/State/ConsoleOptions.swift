// SPDX-License-Identifier: MIT

import FlintTerminal

/// The settings of a console that the user can change while it is open.
package struct ConsoleOptions: Sendable, Hashable {
    /// The name of a theme, or ``Theme/automaticName``.
    package var themeName: String
    /// The way to draw attention to changes of watched items.
    package var alert: WatchAlert
    /// Whether the terminal was asked for its background, without which the automatic theme is the standard one.
    package var reportsColorScheme: Bool
    /// Whether the terminal was asked for support of notifications.
    package var showsNotifications: Bool
    /// The choices that the user made in the console, in earlier launches too.
    package internal(set) var preferences: ConsolePreferences
    /// The terminal's background, or `nil` until the terminal reports it.
    var colorScheme: ColorScheme?

    package init(
        themeName: String = Theme.standardName, alert: WatchAlert = .message,
        reportsColorScheme: Bool = false, showsNotifications: Bool = false,
        preferences: ConsolePreferences = ConsolePreferences()
    ) {
        self.themeName = themeName
        self.alert = alert
        self.reportsColorScheme = reportsColorScheme
        self.showsNotifications = showsNotifications
        self.preferences = preferences
    }

    /// The styles in which the console is drawn.
    package var theme: Theme {
        if themeName == Theme.automaticName { return colorScheme.map(Theme.adapted) ?? .standard }
        return Theme.named.first { $0.name == themeName }?.theme ?? .standard
    }

    func hides(_ column: TableColumn, of screen: ConsoleScreen) -> Bool {
        preferences.hiddenColumns?[screen.placeName]?.contains(column.rawValue) == true
    }
}

/// The settings that the user has chosen in the console, in the format in which they are stored.
///
/// Options and environment variables take precedence over them. Unknown names, such as names from other versions, are ignored.
package struct ConsolePreferences: Codable, Sendable, Hashable {
    /// The name of a theme, or `nil` if none was chosen.
    package var theme: String?
    /// The raw value of a ``WatchAlert``, or `nil` if none was chosen.
    package var alert: String?
    /// The names of the hidden columns by screen, or `nil` for none.
    var hiddenColumns: [String: [String]]?

    package init() {}
}

/// A column that can be hidden from a table.
enum TableColumn: String, Sendable, Hashable {
    case time, session, cause, outcome
    case duration = "took"
    case level, topic
}

/// A setting with its new value.
enum SettingChange: Sendable, Hashable {
    /// A theme by its name, or the user's own theme if the value is `nil`.
    case theme(String)
    case alert(WatchAlert)
    /// Hides a column of a screen's table, or shows it again.
    case column(TableColumn, ConsoleScreen)
}

/// A group of settings with a dialog for each.
enum SettingGroup: Sendable, Hashable {
    case theme
    case alert
    case columns(ConsoleScreen)
}
