// SPDX-License-Identifier: MIT

import FlintTerminal

/// Truncates, pads, and wraps text to a width in terminal cells.
///
/// All functions except ``prefix(_:columns:)`` sanitize the text first. The number of characters that a function
/// examines is bounded by the width, so very long text costs no more than text that just fits.
enum TextLayout {
    /// Returns the sanitized text, truncated with an ellipsis if it is too wide.
    static func clipped(_ text: String, to columns: Int, ellipsis: String) -> String {
        guard columns > 0 else { return "" }
        // Text far wider than the available width is not measured completely.
        let limit = text.prefix(columns * 8 + 8)
        let safe = TextSanitizer.sanitized(String(limit))
        if limit.endIndex == text.endIndex, DisplayWidth.of(safe) <= columns { return safe }
        let room = columns - DisplayWidth.of(ellipsis)
        guard room >= 0 else { return String(ellipsis.prefix(columns)) }
        return prefix(Substring(safe), columns: room) + ellipsis
    }

    static func prefix(_ text: Substring, columns: Int) -> Substring {
        var used = 0
        var end = text.startIndex
        for index in text.indices {
            used += DisplayWidth.of(text[index])
            if used > columns { break }
            end = text.index(after: index)
        }
        return text[..<end]
    }

    /// Returns text, truncated or padded at its end to a width in cells.
    static func cell(_ text: String, _ columns: Int, ellipsis: String) -> String {
        let fitted = clipped(text, to: columns, ellipsis: ellipsis)
        return fitted + String(repeating: " ", count: max(0, columns - DisplayWidth.of(fitted)))
    }

    /// Returns text, truncated at its end or padded at its beginning to a width in cells.
    static func trailing(_ text: String, _ columns: Int, ellipsis: String) -> String {
        let fitted = clipped(text, to: columns, ellipsis: ellipsis)
        return String(repeating: " ", count: max(0, columns - DisplayWidth.of(fitted))) + fitted
    }

    /// Returns the sanitized text wrapped between words, or an empty array if the text contains no words.
    ///
    /// A word that is wider than a line is broken. If the text needs more lines than the limit, the last line ends with
    /// the ellipsis.
    static func wrapped(_ text: String, to columns: Int, limit: Int = 12, ellipsis: String) -> [String] {
        guard columns > 0, limit > 0 else { return [] }
        // Some characters have no width, so the text is cut at more characters than there are cells.
        let cut = String(text.prefix(columns * (limit + 1) * 8))
        let safe = TextSanitizer.sanitized(cut)
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in safe.split(separator: " ") {
            let width = DisplayWidth.of(String(word))
            if !line.isEmpty, used + 1 + width <= columns {
                line += " " + word
                used += 1 + width
                continue
            }
            if !line.isEmpty { lines.append(line) }
            line = ""
            used = 0
            for character in word {
                let width = DisplayWidth.of(character)
                if used + width > columns {
                    lines.append(line)
                    line = ""
                    used = 0
                }
                line.append(character)
                used += width
            }
            if lines.count > limit { break }
        }
        if !line.isEmpty { lines.append(line) }
        guard lines.count > limit else { return lines }
        lines.removeLast(lines.count - limit)
        // The ellipsis marks omitted text even if the last line itself fits.
        lines[limit - 1] = clipped(lines[limit - 1] + " " + ellipsis, to: columns, ellipsis: ellipsis)
        return lines
    }
}
