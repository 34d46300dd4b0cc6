// SPDX-License-Identifier: MIT

import FlintTerminal

package struct ConsoleOptions: Sendable, Hashable {
    /// The name of a theme, or ``Theme/automaticName``.
    package var themeName: String
    package var alert: WatchAlert
    /// Whether the terminal was asked for its background.
    ///
    /// If it was not, the automatic theme is the standard one.
    package var reportsColorScheme: Bool
    package var showsNotifications: Bool
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
/// Options and environment variables take precedence over them. Unknown names, such as names from other versions, are
/// ignored.
package struct ConsolePreferences: Codable, Sendable, Hashable {
    package var theme: String?
    /// The raw value of a ``WatchAlert``.
    package var alert: String?
    /// The names of the hidden columns by screen.
    var hiddenColumns: [String: [String]]?

    package init() {}
}

enum TableColumn: String, Sendable, Hashable {
    case time, session, cause, outcome
    case duration = "took"
    case level, topic
}

enum SettingChange: Sendable, Hashable {
    case theme(String)
    case alert(WatchAlert)
    case column(TableColumn, ConsoleScreen)
}

enum SettingGroup: Sendable, Hashable {
    case theme
    case alert
    case columns(ConsoleScreen)
}
