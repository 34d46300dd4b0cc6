import TerminalKit

/// A line of text that is being typed.
struct TextField: Sendable, Hashable {
    /// The most characters a field takes; more than any name or link needs.
    static let capacity = 4_096

    /// What was typed so far, without anything a terminal could obey.
    private(set) var text = ""
    /// How many characters stand before the cursor.
    private(set) var cursor = 0

    /// Creates a field, with the cursor at the end of its text.
    init(_ text: String = "") {
        insert(text)
    }

    /// Adds text at the cursor, on one line.
    mutating func insert(_ addition: String) {
        let oneLine = addition.split(whereSeparator: \.isNewline).joined(separator: " ")
        let safe = TextSanitizer.sanitized(oneLine).prefix(max(0, Self.capacity - text.count))
        text.insert(contentsOf: safe, at: text.index(text.startIndex, offsetBy: cursor))
        cursor += safe.count
        // A mark that joins the character before it makes the text shorter than the sum of its parts.
        cursor = min(cursor, text.count)
    }

    /// Does what an editing key does; the keys are those of a shell's line, as Readline has them.
    ///
    /// - Returns: Whether the key means something in a text field.
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

    /// Puts text in place of the characters in a range, with the cursor behind it.
    mutating func replace(_ range: Range<Int>, with replacement: String) {
        let range = range.clamped(to: 0..<text.count)
        cursor = range.upperBound
        remove(from: range.lowerBound, to: range.upperBound)
        cursor = range.lowerBound
        insert(replacement)
    }

    /// Removes the characters between two positions and leaves the cursor at the first.
    private mutating func remove(from start: Int, to end: Int) {
        let start = max(0, start)
        let end = min(text.count, end)
        guard start < end else { return }
        let first = text.index(text.startIndex, offsetBy: start)
        text.removeSubrange(first..<text.index(first, offsetBy: end - start))
        cursor = min(start, text.count)
    }

    /// Where the word before the cursor begins.
    private var wordStart: Int {
        var start = cursor
        let characters = Array(text)
        while start > 0, characters[start - 1] == " " { start -= 1 }
        while start > 0, characters[start - 1] != " " { start -= 1 }
        return start
    }

    /// Where the word behind the cursor ends.
    private var wordEnd: Int {
        var end = cursor
        let characters = Array(text)
        while end < characters.count, characters[end] == " " { end += 1 }
        while end < characters.count, characters[end] != " " { end += 1 }
        return end
    }
}

/// The part of a text field that is on the screen.
struct FieldView {
    /// What is shown.
    private(set) var text = ""
    /// The cell of the cursor, counted from where the text begins.
    private(set) var cursor = 0

    /// Chooses the part around the cursor.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - columns: The cells it may take, the one for a cursor at the end included.
    ///   - isSensitive: Whether stars are shown in place of what was typed.
    init(_ field: TextField, columns: Int, isSensitive: Bool) {
        let shown = isSensitive ? Array(repeating: Character("*"), count: field.text.count) : Array(field.text)
        // The text before the cursor is shown from as far left as fits; what follows fills the rest.
        var start = field.cursor
        var used = 0
        while start > 0 {
            let width = DisplayWidth.of(shown[start - 1])
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
