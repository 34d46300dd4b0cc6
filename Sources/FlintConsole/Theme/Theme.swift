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

    func style(_ role: Role) -> Style { styles[role.index] }

    mutating func set(_ style: Style, for role: Role) { styles[role.index] = style }

    /// Sets the color of frames to that of another role, and keeps their attributes.
    mutating func setFrames(_ role: Role) {
        for frame in [Role.frame, .activeFrame] {
            set(Style(foreground: style(role).foreground, attributes: style(frame).attributes), for: frame)
        }
    }

    /// Returns the theme adapted to the number of colors that a terminal supports.
    ///
    /// - Parameter colors: The number of colors. With fewer than eight, the theme uses attributes only.
    /// - Returns: The adapted theme.
    func limited(toColors colors: Int) -> Theme {
        guard colors < 8 else { return self }
        return Theme { role in
            let style = style(role)
            // A background color is replaced by reversed text.
            let needsReverse = style.background != .standard && !style.attributes.contains(.reverse)
            return Style(attributes: needsReverse ? style.attributes.union(.reverse) : style.attributes)
        }
    }
}

/// The purpose of a piece of text, which the theme maps to a style.
///
/// The raw values name the roles in theme files.
package enum Role: String, Sendable, Hashable, CaseIterable {
    case plain
    /// Text that is less important than its surroundings.
    case dim
    case strong
    case heading
    /// An available, satisfied, or successful state.
    case good
    /// An unavailable, unsatisfied, or failed state.
    case bad
    /// An undetermined state.
    case doubtful
    case overridden
    case key
    /// The current item, such as the tab of the current screen.
    case current
    case banner
    case frame
    case activeFrame = "active-frame"
    case selection
    case faintSelection = "faint-selection"
    case production

    /// The text that is drawn in the role, for authors of theme files.
    package var meaning: String {
        switch self {
        case .plain: "Ordinary text"
        case .dim: "Text that is less important than its surroundings"
        case .strong: "Important text"
        case .heading: "Headings of sections"
        case .good: "Available, met, or successful"
        case .bad: "Not available, not met, or failed"
        case .doubtful: "Undetermined"
        case .overridden: "Overridden values"
        case .key: "Keys"
        case .current: "The current item, such as the tab of the current screen"
        case .banner: "The header"
        case .frame: "Frames of panes"
        case .activeFrame: "The frame of the pane that receives keys"
        case .selection: "The selected row of the pane that receives keys"
        case .faintSelection: "The selected row of another pane"
        case .production: "The mark of a production app"
        }
    }

    fileprivate var index: Int {
        switch self {
        case .plain: 0
        case .dim: 1
        case .strong: 2
        case .heading: 3
        case .good: 4
        case .bad: 5
        case .doubtful: 6
        case .overridden: 7
        case .key: 8
        case .current: 9
        case .banner: 10
        case .frame: 11
        case .activeFrame: 12
        case .selection: 13
        case .faintSelection: 14
        case .production: 15
        }
    }
}
