import TerminalKit

/// Makes text fit a given width.
enum TextLayout {
    /// The beginning of a text that fits, with a sign at its end if something was cut off.
    ///
    /// - Parameters:
    ///   - text: Any text; it is sanitised.
    ///   - columns: The cells it may take at most.
    ///   - ellipsis: The sign, one cell wide.
    /// - Returns: The sanitised text.
    static func clipped(_ text: String, to columns: Int, ellipsis: String) -> String {
        guard columns > 0 else { return "" }
        // A cell holds at least one byte, so a text far longer than its room need not be measured as a whole.
        let limit = text.prefix(columns * 8 + 8)
        let safe = TextSanitizer.sanitized(String(limit))
        if limit.endIndex == text.endIndex, DisplayWidth.of(safe) <= columns { return safe }
        var result = ""
        var used = 0
        for character in safe {
            let width = DisplayWidth.of(character)
            if used + width > columns - 1 { break }
            result.append(character)
            used += width
        }
        return result + ellipsis
    }

    /// The longest beginning of a text that takes at most a number of cells.
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

    /// The text cut off or filled with blanks to take exactly a number of cells.
    static func cell(_ text: String, _ columns: Int, ellipsis: String) -> String {
        let fitted = clipped(text, to: columns, ellipsis: ellipsis)
        return fitted + String(repeating: " ", count: max(0, columns - DisplayWidth.of(fitted)))
    }

    /// The text at the right end of a number of cells.
    static func trailing(_ text: String, _ columns: Int, ellipsis: String) -> String {
        let fitted = clipped(text, to: columns, ellipsis: ellipsis)
        return String(repeating: " ", count: max(0, columns - DisplayWidth.of(fitted))) + fitted
    }

    /// The text broken between words into lines that fit; a word longer than a line is broken inside.
    ///
    /// - Parameters:
    ///   - text: Any text; it is sanitised.
    ///   - columns: The cells a line may take at most.
    ///   - limit: The most lines to return; what is left after them is cut off with a sign.
    ///   - ellipsis: The sign, one cell wide.
    /// - Returns: The lines, sanitised; none for a text without words.
    static func wrapped(_ text: String, to columns: Int, limit: Int = 12, ellipsis: String) -> [String] {
        guard columns > 0, limit > 0 else { return [] }
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
        // The ellipsis marks what is missing even where the last line itself would fit.
        lines[limit - 1] = clipped(lines[limit - 1] + " " + ellipsis, to: columns, ellipsis: ellipsis)
        return lines
    }
}
