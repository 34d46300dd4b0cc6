// SPDX-License-Identifier: MIT

import FlintTerminal

/// The symbols that the console draws, in a Unicode and an ASCII set.
///
/// A symbol has the same width in both sets, so the layout does not depend on the terminal's encoding. The exception is
/// the ellipsis, which is wider in ASCII. The console uses the ASCII set if the locale is not UTF-8.
struct GlyphSet: Sendable, Hashable {
    let overridden: String
    /// The sign of an override that is assumed in a what-if session, and of the features that differ because of it.
    let assumed: String
    let expanded: String
    let collapsed: String
    let running: String
    let paused: String
    let arrow: String
    /// The sign of the item that blocks or decides.
    let deciding: String
    /// The upward arrow in the diagram of a flow and below a time axis.
    let up: String
    /// The sign above the cursor of the lanes.
    let down: String
    /// The sign for time without a paid period on the axis of a subscription's periods.
    let dot: String
    let separator: String
    let ellipsis: String
    let dash: String
    let openQuote: String
    let closeQuote: String
    let borders: Borders
    /// The borders of the active pane in a theme whose colors do not distinguish it.
    let heavyBorders: Borders
    let pinned: String
    let marked: String
    let watched: String
    let lanes: Lanes

    struct Lanes: Sendable, Hashable {
        let available: String
        let unavailable: String
        let undetermined: String
        let value: String
        let action: String
        let denial: String
    }

    func quoted(_ text: String) -> String { openQuote + text + closeQuote }

    static let unicode = GlyphSet(
        overridden: "●", assumed: "○", expanded: "▾", collapsed: "▸", running: "▶", paused: "⏸", arrow: "→",
        deciding: "→", up: "▲",
        down: "▼", dot: "·",
        separator: " · ", ellipsis: "…", dash: "–", openQuote: "“", closeQuote: "”", borders: .unicode,
        heavyBorders: .heavy,
        pinned: "◆", marked: "✓", watched: "◉",
        lanes: Lanes(available: "━", unavailable: "·", undetermined: "┄", value: "─", action: "•", denial: "×"))

    static let ascii = GlyphSet(
        overridden: "*", assumed: "&", expanded: "-", collapsed: "+", running: ">", paused: "=", arrow: ">",
        deciding: "!", up: "^",
        down: "v",
        dot: ".",
        separator: ", ", ellipsis: "..", dash: "-", openQuote: "\"", closeQuote: "\"", borders: .ascii,
        heavyBorders: .heavyASCII,
        pinned: "@", marked: "x", watched: "%",
        lanes: Lanes(available: "=", unavailable: ".", undetermined: ":", value: "-", action: "o", denial: "x"))
}
