// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    var theme: Theme { options.theme }

    mutating func listSettings() {
        let tables = ConsoleScreen.allCases.filter { !$0.behavior.tableColumns.isEmpty }
        offer(
            "Settings",
            [
                .init(title: "Theme", note: options.themeName, intent: .listSettings(.theme)),
                .init(title: Self.alertTitle, note: options.alert.rawValue, intent: .listSettings(.alert)),
            ]
                + tables.map { table in
                    let hidden = table.behavior.tableColumns.filter { options.hides($0, of: table) }
                    let note = hidden.isEmpty ? "all" : "without \(hidden.map(\.rawValue).listed())"
                    return .init(
                        title: "Columns of the \(table.title)", note: note, intent: .listSettings(.columns(table)))
                })
    }

    private static let alertTitle = "Alert for watched items"

    mutating func listSettings(_ group: SettingGroup, selected: Int? = nil) {
        let (title, choices): (String, [ChoiceDialog.Option])
        switch group {
        case .theme: (title, choices) = ("Theme", themeOptions)
        case .alert: (title, choices) = (Self.alertTitle, alertOptions)
        case .columns(let screen):
            title = "Columns of the \(screen.title)"
            choices = screen.behavior.tableColumns.map { column in
                .init(
                    title: column.rawValue, note: options.hides(column, of: screen) ? "hidden" : "shown",
                    intent: .set(.column(column, screen)))
            }
        }
        offer(title, choices, selected: selected)
    }

    private var themeOptions: [ChoiceDialog.Option] {
        Theme.names.map { name in
            ChoiceDialog.Option(
                title: name, note: name == Theme.automaticName ? "dark or light, as the terminal's background" : "",
                isCurrent: options.themeName == name, intent: .set(.theme(name)))
        }
    }

    private var alertOptions: [ChoiceDialog.Option] {
        WatchAlert.allCases.map { alert in
            let note =
                switch alert {
                case .message: "only in the console"
                case .bell: "and the message"
                case .notification: "of the desktop, if the terminal supports it, and the message"
                }
            return ChoiceDialog.Option(
                title: alert.rawValue, note: note, isCurrent: options.alert == alert, intent: .set(.alert(alert)))
        }
    }

    /// Changes a setting immediately, and for later launches.
    mutating func set(_ change: SettingChange) {
        switch change {
        case .theme(let name):
            options.themeName = name
            options.preferences.theme = name
            let needsAnswer = name == Theme.automaticName && !options.reportsColorScheme
            announce("Theme: \(name)\(needsAnswer ? Self.nextStart : "")", .done)
        case .alert(let alert):
            options.alert = alert
            options.preferences.alert = alert.rawValue
            let needsAnswer = alert == .notification && !options.showsNotifications
            announce("\(Self.alertTitle): \(alert.rawValue)\(needsAnswer ? Self.nextStart : "")", .done)
        case .column(let column, let screen):
            let columns = screen.behavior.tableColumns
            var hidden = columns.filter { options.hides($0, of: screen) }
            if options.hides(column, of: screen) { hidden.removeAll { $0 == column } } else { hidden.append(column) }
            var all = options.preferences.hiddenColumns ?? [:]
            all[screen.placeName] = hidden.isEmpty ? nil : hidden.map(\.rawValue)
            options.preferences.hiddenColumns = all.isEmpty ? nil : all
            screens.timeline.columns = TimelineColumns()
            // The dialog stays open, because several columns are usually changed together.
            listSettings(.columns(screen), selected: columns.firstIndex(of: column))
        }
    }

    /// A remark on settings that depend on the terminal's abilities, which are requested only at launch.
    private static let nextStart = " (from the next start)"
}
