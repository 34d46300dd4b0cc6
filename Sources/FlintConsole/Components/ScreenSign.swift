// SPDX-License-Identifier: MIT

/// A sign that the console draws, and its meaning.
///
/// A sign always has a word or a position that conveys the same, but a reader who sees `~~` or `ok*` for the first time
/// has no other place to look it up. The list of keys explains the signs, and the table in the documentation is
/// generated from them.
package struct ScreenSign: Sendable, Hashable {
    let text: String
    let meaning: String

    static let title = "Signs"

    private init(_ text: String, _ meaning: String) {
        (self.text, self.meaning) = (text, meaning)
    }

    static func all(_ signs: GlyphSet) -> [ScreenSign] {
        let lanes = signs.lanes
        return [
            ScreenSign("ok", "Available, met, or successful"),
            ScreenSign("no", "Not available, not met, denied, or failed"),
            ScreenSign("?", "Undetermined, because a fact is unknown"),
            ScreenSign("--", "A message about a key that changed nothing"),
            ScreenSign(signs.overridden, "Overridden; in the periods of a subscription, a purchase or a renewal"),
            ScreenSign("ok*", "In the matrix, different from the compared column"),
            ScreenSign(">", "The selected row"),
            ScreenSign("\(signs.expanded) \(signs.collapsed)", "An expanded group, and a collapsed one"),
            ScreenSign(
                signs.arrow, "The blocking requirement, the provider of a flag's value, or the current step of a flow"),
            ScreenSign(
                signs.watched, "Watched, or a message about a watched item"),
            ScreenSign(signs.marked, "Marked, to be changed together with other rows"),
            ScreenSign("=", "The compared column of the matrix, or the marked moment of the timeline"),
            ScreenSign(signs.pinned, "An event of a pinned feature"),
            ScreenSign("~~", "A fact changed"),
            ScreenSign("$$", "An event of the store"),
            ScreenSign(">>", "The beginning of an action or of a permission flow"),
            ScreenSign("<<", "The end of a permission flow, the answer to a prompt, or the end of an action"),
            ScreenSign("??", "The system shows a prompt"),
            ScreenSign("!!", "An action failed, or the framework gives advice"),
            ScreenSign("x3", "Three equal events in a row"),
            ScreenSign("\(signs.running) \(signs.paused)", "Work is running, and background work is paused"),
            ScreenSign(
                "\(lanes.available) \(lanes.unavailable) \(lanes.undetermined)",
                "On a lane, the feature is available, not available, or undetermined"),
            ScreenSign(lanes.value, "On a lane, the fact has the value that is written on the bar"),
            ScreenSign(
                "\(lanes.action) ! \(lanes.denial)", "On a lane, an action succeeded, failed, or was denied"),
            ScreenSign("~ $ ?", "On a lane, a change, a store event, and a prompt or a flow"),
            ScreenSign(signs.ellipsis, "Text or, in the key bar, keys are omitted"),
        ]
    }

    /// The signs as a Markdown table, with their form in terminals without Unicode if it differs.
    package static var markdownTable: String {
        let rows = zip(all(.unicode), all(.ascii)).map { sign, plain in
            "| `\(sign.text)` | \(plain.text == sign.text ? "" : "`\(plain.text)`") | \(sign.meaning) |\n"
        }
        return "| Sign | ASCII | Meaning |\n|---|---|---|\n" + rows.joined()
    }
}
