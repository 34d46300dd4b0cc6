import TerminalKit

/// One line of text whose parts look different.
///
/// Everything that is appended is sanitised at once, so widths counted on a line are the widths that are drawn.
struct StyledLine: Sendable, Hashable {
    /// A part of a line with one look.
    struct Span: Sendable, Hashable {
        /// The sanitised text.
        var text: String
        /// What it is for.
        var role: Role
    }

    /// The parts from left to right.
    private(set) var spans: [Span] = []
    /// The cells all parts take together.
    private(set) var width = 0

    /// Creates a line of one part, by default an empty line.
    init(_ text: String = "", _ role: Role = .plain) {
        append(text, role)
    }

    /// Adds a part at the right end.
    mutating func append(_ text: String, _ role: Role = .plain) {
        guard !text.isEmpty else { return }
        let safe = TextSanitizer.sanitized(text)
        width += DisplayWidth.of(safe)
        spans.append(Span(text: safe, role: role))
    }

    /// Adds blanks until the line is a given number of cells wide; a wider line stays as it is.
    mutating func pad(to columns: Int) {
        guard width < columns else { return }
        append(String(repeating: " ", count: columns - width))
    }

    /// Adds all parts of another line at the right end.
    mutating func append(_ other: StyledLine) {
        spans += other.spans
        width += other.width
    }

    /// The same line with a part added at the right end.
    func adding(_ text: String, _ role: Role = .plain) -> StyledLine {
        var line = self
        line.append(text, role)
        return line
    }

    /// The text of all parts.
    var text: String {
        spans.reduce(into: "") { $0 += $1.text }
    }
}
