import TerminalKit

/// How each role looks.
///
/// The standard theme uses only the terminal's own colours with bold, dim and reverse, so it is readable on every
/// palette. The selected row is reversed as a whole, without colours of its own, because a colour that is legible on
/// the user's background need not be legible on its foreground.
struct Theme: Sendable, Hashable {
    /// Whether colours may be used in addition to attributes.
    let usesColor: Bool

    /// Chooses the theme for a terminal.
    ///
    /// - Parameter colors: How many colours the terminal has; with fewer than eight only attributes are used.
    init(colors: Int) {
        usesColor = colors >= 8
    }

    /// The look of a role.
    func style(_ role: Role) -> Style {
        switch role {
        case .plain: .plain
        case .dim, .frame: .dim
        case .strong, .heading, .key, .activeFrame, .faintSelection: .bold
        case .good: colored(2)
        case .bad: colored(1)
        case .doubtful: colored(3)
        case .overridden: colored(5).adding(.bold)
        case .current: Style(attributes: [.bold, .reverse])
        case .banner, .selection: .reversed
        }
    }

    /// One of the terminal's own colours, or plain text where there are none.
    private func colored(_ number: UInt8) -> Style {
        usesColor ? Style(foreground: .ansi(number)) : .plain
    }
}
