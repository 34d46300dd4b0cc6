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

/// The signs the console draws with, in one set for terminals with UTF-8 and one in ASCII.
///
/// Every sign has the same number of cells in both sets, so that nothing moves between them.
struct GlyphSet: Sendable, Hashable {
    /// Before whatever is overridden.
    let overridden: String
    /// Before a group whose members are shown.
    let expanded: String
    /// Before a group whose members are hidden.
    let collapsed: String
    /// While background work is running.
    let running: String
    /// While background work is held.
    let paused: String
    /// From one thing to the next.
    let arrow: String
    /// Up, in the drawing of a loop.
    let up: String
    /// Between the items of a line.
    let dot: String
    /// Where text was cut off.
    let ellipsis: String
    /// Between a label and what follows.
    let dash: String
    /// Opens quoted words.
    let openQuote: String
    /// Closes quoted words.
    let closeQuote: String
    /// What boxes are drawn with.
    let borders: Borders
    /// Before an event of a pinned feature.
    let pinned: String
    /// The bars of sessions, of stacks and of actions, one cell of each.
    let bars: [String]

    /// Signs for terminals with UTF-8.
    static let unicode = GlyphSet(
        overridden: "●", expanded: "▾", collapsed: "▸", running: "▶", paused: "⏸", arrow: "→", up: "▲", dot: "·",
        ellipsis: "…", dash: "–", openQuote: "“", closeQuote: "”", borders: .unicode,
        pinned: "◆", bars: ["─", "━", "█"])

    /// Signs for terminals with nothing but ASCII.
    static let ascii = GlyphSet(
        overridden: "*", expanded: "-", collapsed: "+", running: ">", paused: "=", arrow: ">", up: "^", dot: ",",
        ellipsis: "~", dash: "-", openQuote: "\"", closeQuote: "\"", borders: .ascii,
        pinned: "@", bars: ["-", "=", "#"])
}

/// What a piece of text is for; the theme decides how it looks.
enum Role: Sendable, Hashable {
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
    case activeFrame
    /// The selected row of the pane that keys go to.
    case selection
    /// The selected row of the other pane.
    case faintSelection
}
