// SPDX-License-Identifier: MIT

/// A sign that the console draws, and its meaning.
///
/// A word or a position always conveys the same information as the sign. A reader who sees `~~` or `ok*` for the first
/// time can look the sign up in the list of keys. The table in the documentation is generated from the signs.
package struct ScreenSign: Sendable, Hashable {
    let text: String
    let meaning: String

    static let title = "Signs"

    private init(_ text: String, _ meaning: String) {
        (self.text, self.meaning) = (text, meaning)
    }

    static func all(_ glyphs: GlyphSet) -> [ScreenSign] {
        let lanes = glyphs.lanes
        return [
            ScreenSign("ok", "Available, met, or successful"),
            ScreenSign("no", "Not available, not met, denied, or failed"),
            ScreenSign("?", "Undetermined, because a fact is unknown"),
            ScreenSign("--", "A message about a key that changed nothing"),
            ScreenSign(glyphs.overridden, "Overridden; in the periods of a subscription, a purchase or a renewal"),
            ScreenSign(glyphs.assumed, "Assumed in a what-if session, or a feature that differs because of it"),
            ScreenSign("ok*", "In the matrix, different from the compared column"),
            ScreenSign(">", "The selected row"),
            ScreenSign("\(glyphs.expanded) \(glyphs.collapsed)", "An expanded group, and a collapsed one"),
            ScreenSign(
                glyphs.deciding,
                "The blocking requirement, the provider of a flag's value, or the current step of a flow"),
            ScreenSign(
                glyphs.watched, "Watched, or a message about a watched item"),
            ScreenSign(glyphs.marked, "Marked, to be changed together with other rows"),
            ScreenSign("=", "The compared column of the matrix, or the marked moment of the timeline"),
            ScreenSign(glyphs.pinned, "An event of a pinned feature"),
            ScreenSign("~~", "A fact changed"),
            ScreenSign("$$", "An event of the store"),
            ScreenSign(">>", "The beginning of an action or of a permission flow"),
            ScreenSign("<<", "The end of a permission flow, the answer to a prompt, or the end of an action"),
            ScreenSign("??", "The system shows a prompt"),
            ScreenSign("!!", "An action failed, or the framework gives advice"),
            ScreenSign("x3", "Three equal events in a row"),
            ScreenSign("\(glyphs.running) \(glyphs.paused)", "Work is running, and background work is paused"),
            ScreenSign(
                "\(lanes.available) \(lanes.unavailable) \(lanes.undetermined)",
                "On a lane, the feature is available, not available, or undetermined"),
            ScreenSign(lanes.value, "On a lane, the fact has the value that is written on the bar"),
            ScreenSign(
                "\(lanes.action) ! \(lanes.denial)", "On a lane, an action succeeded, failed, or was denied"),
            ScreenSign("~ $ ?", "On a lane, a change, a store event, and a prompt or a flow"),
            ScreenSign(glyphs.ellipsis, "Text or, in the key bar, keys are omitted"),
        ]
    }
}
