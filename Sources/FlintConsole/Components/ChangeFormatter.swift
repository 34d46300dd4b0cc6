// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// Fits the message about a change into one line of the console.
///
/// The full message consists of one or more parts and the effect on features, such as `Premium: overridden, purchased
/// until removed; Playlists is available.` If the message is too wide, the parts' subjects are truncated first. If that
/// is not enough, the parts that fit are followed by the number of the others. If the names of the affected features
/// leave too little room for the parts, a count replaces the names.
enum ChangeFormatter {
    /// The minimum width in cells for the parts of the message.
    private static let leastColumns = 16

    /// Returns the message, sanitized and shortened to a width in cells.
    static func fitted(_ change: CommandChange, to columns: Int, ellipsis: String) -> String {
        let text = TextSanitizer.sanitized(change.message)
        guard DisplayWidth.of(text) > columns, let effect = change.effect else {
            return TextLayout.clipped(text, to: columns, ellipsis: ellipsis)
        }
        let note = change.note.map { " " + TextSanitizer.sanitized($0) } ?? ""
        let count = effect.count.counted("feature changes", plural: "features change")
        for ending in [TextSanitizer.sanitized(effect.text), count] {
            let ending = ending + "." + note
            let room = columns - DisplayWidth.of(ending) - CommandChange.separator.count
            guard room >= leastColumns else { continue }
            return shortened(change.parts, to: room, ellipsis: ellipsis) + CommandChange.separator + ending
        }
        // Even with the count, too little room remains for the parts.
        return TextLayout.clipped("\(count).\(note)", to: columns, ellipsis: ellipsis)
    }

    private static func shortened(_ parts: [CommandChange.Part], to columns: Int, ellipsis: String) -> String {
        let pieces = parts.map { part in
            let (subject, text) = (TextSanitizer.sanitized(part.subject), TextSanitizer.sanitized(part.text))
            return (subject: subject, rest: subject.isEmpty ? text : ": " + text)
        }
        let separators = CommandChange.separator.count * (pieces.count - 1)
        let rest = pieces.reduce(separators) { $0 + DisplayWidth.of($1.rest) }
        let room = pieces.isEmpty ? 0 : (columns - rest) / pieces.count
        // The subjects are shortened only if at least six cells remain for each of them. Otherwise, the parts that fit
        // are followed by the number of the others.
        guard room < 6 else {
            return pieces.map { TextLayout.clipped($0.subject, to: room, ellipsis: ellipsis) + $0.rest }
                .joined(separator: CommandChange.separator)
        }
        let texts = pieces.map { $0.subject + $0.rest }
        for count in (1..<max(1, texts.count)).reversed() {
            let some = texts.prefix(count).joined(separator: CommandChange.separator)
            let text = "\(some), and \(texts.count - count) more"
            if DisplayWidth.of(text) <= columns { return text }
        }
        return TextLayout.clipped(texts.joined(separator: CommandChange.separator), to: columns, ellipsis: ellipsis)
    }
}
