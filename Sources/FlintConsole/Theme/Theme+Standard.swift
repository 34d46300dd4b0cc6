// SPDX-License-Identifier: MIT

import FlintTerminal

extension Theme {
    static let named: [(name: String, theme: Theme)] = [
        (standardName, .standard), ("dark", .dark), ("light", .light), ("high-contrast", .highContrast),
    ]

    package static let names = named.map(\.name) + [automaticName]
    package static let standardName = "standard"

    /// The name that selects ``dark`` or ``light``, depending on the terminal's background.
    package static let automaticName = "auto"

    static func adapted(to scheme: ColorScheme) -> Theme {
        switch scheme {
        case .dark: .dark
        case .light: .light
        }
    }

    /// The default theme, which uses only text attributes and the terminal's eight basic colors.
    ///
    /// It is therefore readable with every palette.
    package static let standard = Theme { role in
        switch role {
        case .plain: .plain
        case .dim, .frame: .dim
        case .strong, .heading, .key, .activeFrame, .faintSelection: .bold
        case .good: Style(foreground: .ansi(2))
        case .bad: Style(foreground: .ansi(1))
        case .doubtful: Style(foreground: .ansi(3))
        case .overridden: Style(foreground: .ansi(5), attributes: .bold)
        case .current: Style(attributes: [.bold, .reverse])
        case .banner, .selection: .reversed
        case .production: Style(foreground: .ansi(7), background: .ansi(1), attributes: .bold)
        }
    }

    package static let dark = Theme { role in
        switch role {
        case .plain: .plain
        case .dim: Style(foreground: .indexed(247))
        case .frame: Style(foreground: .indexed(247))
        case .strong, .faintSelection: .bold
        case .heading, .activeFrame: Style(foreground: .indexed(153), attributes: .bold)
        case .key: Style(foreground: .indexed(117), attributes: .bold)
        case .good: Style(foreground: .indexed(114))
        case .bad: Style(foreground: .indexed(210))
        case .doubtful: Style(foreground: .indexed(221))
        case .overridden: Style(foreground: .indexed(183), attributes: .bold)
        case .current: Style(foreground: .indexed(16), background: .indexed(153), attributes: .bold)
        case .banner: Style(foreground: .indexed(255), background: .indexed(237))
        case .selection: Style(foreground: .indexed(231), background: .indexed(20))
        case .production: Style(foreground: .indexed(231), background: .indexed(124), attributes: .bold)
        }
    }

    package static let light = Theme { role in
        switch role {
        case .plain: .plain
        case .dim: Style(foreground: .indexed(240))
        case .frame: Style(foreground: .indexed(241))
        case .strong, .faintSelection: .bold
        case .heading, .activeFrame: Style(foreground: .indexed(24), attributes: .bold)
        case .key: Style(foreground: .indexed(25), attributes: .bold)
        case .good: Style(foreground: .indexed(22))
        case .bad: Style(foreground: .indexed(124))
        case .doubtful: Style(foreground: .indexed(94))
        case .overridden: Style(foreground: .indexed(90), attributes: .bold)
        case .current: Style(foreground: .indexed(231), background: .indexed(24), attributes: .bold)
        case .banner: Style(foreground: .indexed(16), background: .indexed(252))
        case .selection: Style(foreground: .indexed(16), background: .indexed(159))
        case .production: Style(foreground: .indexed(231), background: .indexed(124), attributes: .bold)
        }
    }

    /// A theme without colors or dim text.
    ///
    /// The terminal's default colors usually have the strongest contrast. Statuses are distinguished by bold,
    /// underlined, and reversed text.
    package static let highContrast = Theme { role in
        switch role {
        case .plain, .dim, .frame: .plain
        case .strong, .heading, .key, .activeFrame, .faintSelection, .good: .bold
        case .bad: Style(attributes: [.bold, .underline])
        case .doubtful: Style(attributes: .underline)
        case .overridden, .current: Style(attributes: [.bold, .reverse])
        case .banner, .selection: .reversed
        case .production: Style(attributes: [.bold, .underline, .reverse])
        }
    }
}
