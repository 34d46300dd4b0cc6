import TerminalKit

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
