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

extension StyledLine {
    /// The line broken between words into lines that fit; every word keeps its look.
    ///
    /// - Parameters:
    ///   - columns: The cells a line may take at most.
    ///   - indent: Blanks before every line but the first.
    /// - Returns: The lines, at least one.
    func wrapped(to columns: Int, indent: Int = 0) -> [StyledLine] {
        guard width > columns, columns > indent + 1 else { return [self] }
        var lines: [StyledLine] = []
        var line = StyledLine()
        var isFresh = true
        for span in spans {
            let words = span.text.split(separator: " ", omittingEmptySubsequences: false)
            for (index, part) in words.enumerated() {
                let word = String(part)
                // Blanks between words belong to the line only if something follows on it.
                let separator = index == words.count - 1 ? "" : " "
                if !isFresh, line.width + DisplayWidth.of(word) > columns {
                    lines.append(line)
                    line = StyledLine(String(repeating: " ", count: indent))
                    isFresh = true
                }
                if isFresh, word.isEmpty, !lines.isEmpty { continue }
                var rest = Substring(word)
                while line.width + DisplayWidth.of(String(rest)) > columns {
                    let head = TextLayout.prefix(rest, columns: columns - line.width)
                    guard !head.isEmpty else { break }
                    line.append(String(head), span.role)
                    rest = rest.dropFirst(head.count)
                    lines.append(line)
                    line = StyledLine(String(repeating: " ", count: indent))
                }
                line.append(String(rest) + (line.width < columns ? separator : ""), span.role)
                isFresh = false
            }
        }
        lines.append(line)
        return lines
    }
}

/// The part of a detail pane with labelled values: the names in one column, the values in another.
struct LabelledValues {
    /// The cells a line may take.
    let columns: Int
    /// The cells of the column of names.
    let labelColumns: Int
    /// What is drawn with.
    let signs: GlyphSet

    /// Chooses the width of the column of names.
    ///
    /// - Parameters:
    ///   - labels: The names.
    ///   - columns: The cells a line may take.
    ///   - signs: What is drawn with.
    init(labels: some Sequence<String>, columns: Int, signs: GlyphSet) {
        self.columns = columns
        self.signs = signs
        labelColumns = min(20, max(10, (labels.map { $0.prefix(20).count }.max() ?? 0) + 2))
    }

    /// A named value, which may take several lines.
    func lines(_ label: String, _ value: String) -> [StyledLine] {
        let texts = TextLayout.wrapped(value, to: columns - labelColumns - 3, limit: 30, ellipsis: signs.ellipsis)
        let first = StyledLine("   " + TextLayout.cell(label, labelColumns, ellipsis: signs.ellipsis), .dim)
        return [first.adding(texts.first ?? "")]
            + texts.dropFirst().map { StyledLine(String(repeating: " ", count: labelColumns + 3) + $0) }
    }
}
