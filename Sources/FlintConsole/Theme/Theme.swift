import TerminalKit

/// How each role looks.
///
/// Status never depends on a theme: a word or a sign repeats what a color shows.
package struct Theme: Sendable, Hashable {
    /// The looks, in the order of the roles.
    private var styles: [Style]

    /// Creates a theme.
    ///
    /// - Parameter style: Gives the look of a role.
    init(_ style: (Role) -> Style) {
        styles = Role.allCases.map(style)
    }

    /// The look of a role.
    func style(_ role: Role) -> Style { styles[role.index] }

    /// Changes the look of a role.
    mutating func set(_ style: Style, for role: Role) { styles[role.index] = style }

    /// The theme as far as a terminal can show it.
    ///
    /// - Parameter colors: How many colors the terminal has; with fewer than eight only attributes are used.
    /// - Returns: The theme.
    func limited(toColors colors: Int) -> Theme {
        guard colors < 8 else { return self }
        return Theme { role in
            let style = style(role)
            // What stands out only by the color behind it is reversed.
            let needsReverse = style.background != .standard && !style.attributes.contains(.reverse)
            return Style(attributes: needsReverse ? style.attributes.union(.reverse) : style.attributes)
        }
    }
}

/// What a piece of text is for; the theme decides how it looks.
///
/// The raw values name the roles in theme files.
package enum Role: String, Sendable, Hashable, CaseIterable {
    /// Ordinary text.
    case plain
    /// Text that matters less than its surroundings.
    case dim
    /// Text that matters more.
    case strong
    /// The name of a section.
    case heading
    /// Available, met, succeeded.
    case good
    /// Unavailable, not met, failed.
    case bad
    /// Not known yet.
    case doubtful
    /// Something that is overridden.
    case overridden
    /// A key to press.
    case key
    /// The part of a drawing that is current.
    case current
    /// The line at the top of the screen.
    case banner
    /// The frame of a pane.
    case frame
    /// The frame of the pane that keys go to.
    case activeFrame = "active-frame"
    /// The selected row of the pane that keys go to.
    case selection
    /// The selected row of the other pane.
    case faintSelection = "faint-selection"

    /// The position among all roles.
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
        }
    }
}
