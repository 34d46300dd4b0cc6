// SPDX-License-Identifier: MIT

import FlintTerminal

/// The text and the cursor of a single-line input field.
///
/// Typed and pasted text is reduced to one line and sanitized. The editing keys follow Readline's conventions. The
/// cursor's position is counted in characters, not cells.
struct TextField: Sendable, Hashable {
    /// The maximum number of characters, more than any name or link needs.
    static let capacity = 4_096

    private(set) var text = ""
    private(set) var cursor = 0

    init(_ text: String = "") {
        insert(text)
    }

    /// Inserts text at the cursor.
    ///
    /// A run of line breaks becomes a space, and leading and trailing line breaks are dropped.
    mutating func insert(_ addition: String) {
        let oneLine = addition.split(whereSeparator: \.isNewline).joined(separator: " ")
        let safe = TextSanitizer.sanitized(oneLine).prefix(max(0, Self.capacity - text.count))
        text.insert(contentsOf: safe, at: text.index(text.startIndex, offsetBy: cursor))
        cursor += safe.count
        // A combining mark can merge with the preceding character, so the text may grow by fewer characters than were
        // inserted.
        cursor = min(cursor, text.count)
    }

    /// Handles a key that inserts or edits text.
    ///
    /// - Returns: `false` if the key has no meaning in a text field.
    mutating func press(_ key: KeyPress) -> Bool {
        switch (key.key, key.modifiers) {
        case (.character(let character), []): insert(String(character))
        case (.backspace, .alt): remove(from: wordStart, to: cursor)
        case (.backspace, _): remove(from: cursor - 1, to: cursor)
        case (.delete, _): remove(from: cursor, to: cursor + 1)
        case (.left, .control), (.left, .alt), (.character("b"), .alt): cursor = wordStart
        case (.right, .control), (.right, .alt), (.character("f"), .alt): cursor = wordEnd
        case (.left, _): cursor = max(0, cursor - 1)
        case (.right, _): cursor = min(text.count, cursor + 1)
        case (.home, _), (.character("a"), .control): cursor = 0
        case (.end, _), (.character("e"), .control): cursor = text.count
        case (.character("u"), .control): remove(from: 0, to: cursor)
        case (.character("k"), .control): remove(from: cursor, to: text.count)
        case (.character("w"), .control): remove(from: wordStart, to: cursor)
        case (.character("d"), .alt): remove(from: cursor, to: wordEnd)
        default: return false
        }
        return true
    }

    /// Replaces a range of characters and leaves the cursor after the replacement.
    mutating func replace(_ range: Range<Int>, with replacement: String) {
        let range = range.clamped(to: 0..<text.count)
        cursor = range.upperBound
        remove(from: range.lowerBound, to: range.upperBound)
        cursor = range.lowerBound
        insert(replacement)
    }

    private mutating func remove(from start: Int, to end: Int) {
        let start = max(0, start)
        let end = min(text.count, end)
        guard start < end else { return }
        let first = text.index(text.startIndex, offsetBy: start)
        text.removeSubrange(first..<text.index(first, offsetBy: end - start))
        cursor = min(start, text.count)
    }

    private var wordStart: Int {
        var start = cursor
        let characters = Array(text)
        while start > 0, characters[start - 1] == " " { start -= 1 }
        while start > 0, characters[start - 1] != " " { start -= 1 }
        return start
    }

    private var wordEnd: Int {
        var end = cursor
        let characters = Array(text)
        while end < characters.count, characters[end] == " " { end += 1 }
        while end < characters.count, characters[end] != " " { end += 1 }
        return end
    }
}

/// The visible part of a text field.
///
/// If the text is wider than the field, as much text before the cursor as fits is visible, and text after the cursor
/// fills the remaining cells.
struct FieldView {
    private(set) var text = ""
    /// The cell of the cursor, relative to the first cell of the text.
    private(set) var cursor = 0

    /// Creates the view of a text field.
    ///
    /// The width in cells includes one for a cursor at the end. Sensitive text is masked with asterisks.
    init(_ field: TextField, columns: Int, isSensitive: Bool) {
        let shown = isSensitive ? Array(repeating: Character("*"), count: field.text.count) : Array(field.text)
        var start = field.cursor
        var used = 0
        while start > 0 {
            let width = DisplayWidth.of(shown[start - 1])
            // One cell is left for a cursor at the end.
            if used + width > columns - 1 { break }
            used += width
            start -= 1
        }
        cursor = used
        text = String(shown[start..<field.cursor])
        for character in shown[field.cursor...] {
            used += DisplayWidth.of(character)
            if used > columns { break }
            text.append(character)
        }
    }
}
