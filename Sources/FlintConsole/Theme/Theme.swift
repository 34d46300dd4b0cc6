// SPDX-License-Identifier: MIT

import FlintTerminal

/// A set of styles, one for each role.
///
/// A screen draws text with a ``Role``, and the theme maps the role to colors and attributes. A status never depends on
/// color alone: a word or a sign always conveys it too.
package struct Theme: Sendable, Hashable {
    private var styles: [Style]

    init(_ style: (Role) -> Style) {
        styles = Role.allCases.map(style)
    }

    func style(_ role: Role) -> Style { styles[role.rawValue] }

    mutating func set(_ style: Style, for role: Role) { styles[role.rawValue] = style }

    /// Whether the active pane needs a frame of another shape, because the theme draws inactive frames as plain text.
    var needsHeavyFrame: Bool { style(.frame) == .plain }

    mutating func setActiveFrame(_ role: Role) {
        set(
            Style(foreground: style(role).foreground, attributes: style(.activeFrame).attributes), for: .activeFrame)
    }

    /// Returns the style of a cell in the selected row.
    ///
    /// Statuses keep their colors and attributes. The colors stay readable, because the selection's background is
    /// chosen for them, and reversed text only swaps the color and the background.
    func selected(_ style: Style) -> Style {
        var selected = self.style(.selection)
        guard [Role.good, .bad, .doubtful, .overridden].contains(where: { self.style($0) == style })
        else { return selected }
        if style.foreground != .standard { selected.foreground = style.foreground }
        selected.attributes.formUnion(style.attributes)
        return selected
    }

    /// Returns the theme for a terminal with a number of colors.
    ///
    /// With fewer than eight colors, the theme uses attributes only.
    func limited(toColors colors: Int) -> Theme {
        guard colors < 8 else { return self }
        return Theme { role in
            let style = style(role)
            // A background color is replaced by reversed text.
            let needsReverse = style.background != .standard && !style.attributes.contains(.reverse)
            // Dim text is not visible on many of these terminals.
            if role == .frame { return .plain }
            return Style(attributes: needsReverse ? style.attributes.union(.reverse) : style.attributes)
        }
    }
}

/// The purpose of a piece of text, which the theme maps to a style.
package enum Role: Int, Sendable, Hashable, CaseIterable {
    case plain
    case dim
    case strong
    case heading
    /// An available, satisfied, or successful state.
    case good
    /// An unavailable, unsatisfied, or failed state.
    case bad
    case doubtful
    case overridden
    case key
    /// The current item, such as the tab of the current screen.
    case current
    case banner
    case frame
    case activeFrame
    case selection
    case faintSelection
    case production
}
