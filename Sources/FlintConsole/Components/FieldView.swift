import TerminalKit

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
