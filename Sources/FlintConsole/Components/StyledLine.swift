import TerminalKit

/// A line of text whose parts have different styles.
///
/// Text is sanitized when it is appended, so that the measured width equals the drawn width. A line holds roles rather
/// than colors; the ``Theme`` resolves them when the line is drawn.
struct StyledLine: Sendable, Hashable {
    /// A part of the line with one style.
    ///
    /// The text is already sanitized.
    struct Span: Sendable, Hashable {
        var text: String
        var role: Role
    }

    private(set) var spans: [Span] = []
    /// The width of the line in cells.
    private(set) var width = 0

    init(_ text: String = "", _ role: Role = .plain) {
        append(text, role)
    }

    mutating func append(_ text: String, _ role: Role = .plain) {
        guard !text.isEmpty else { return }
        let safe = TextSanitizer.sanitized(text)
        width += DisplayWidth.of(safe)
        spans.append(Span(text: safe, role: role))
    }

    /// Appends spaces until the line has the given width.
    ///
    /// A wider line is unchanged.
    mutating func pad(to columns: Int) {
        guard width < columns else { return }
        append(String(repeating: " ", count: columns - width))
    }

    mutating func append(_ other: StyledLine) {
        spans += other.spans
        width += other.width
    }

    func adding(_ text: String, _ role: Role = .plain) -> StyledLine {
        var line = self
        line.append(text, role)
        return line
    }

    var text: String {
        spans.reduce(into: "") { $0 += $1.text }
    }
}

extension StyledLine {
    /// Returns the line wrapped between words.
    ///
    /// Every word keeps its style. A word that is wider than a line is broken.
    ///
    /// - Parameters:
    ///   - columns: The maximum width in cells.
    ///   - indent: The number of spaces before every line except the first.
    /// - Returns: The wrapped lines, at least one.
    func wrapped(to columns: Int, indent: Int = 0) -> [StyledLine] {
        guard width > columns, columns > indent + 1 else { return [self] }
        var lines: [StyledLine] = []
        var line = StyledLine()
        var isFresh = true
        for span in spans {
            let words = span.text.split(separator: " ", omittingEmptySubsequences: false)
            for (index, part) in words.enumerated() {
                let word = String(part)
                // The last word of a span has no separator, because the next span may continue the word.
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

/// Lays out labels and their values in two columns, as in a detail pane.
///
/// The first column is two cells wider than the longest label, but at least 10 and at most 20 cells wide. Long values
/// wrap inside the second column.
struct LabeledValues {
    let columns: Int
    let labelColumns: Int
    let signs: GlyphSet

    init(labels: some Sequence<String>, columns: Int, signs: GlyphSet) {
        self.columns = columns
        self.signs = signs
        labelColumns = min(20, max(10, (labels.map { $0.prefix(20).count }.max() ?? 0) + 2))
    }

    func lines(_ label: String, _ value: String) -> [StyledLine] {
        let texts = TextLayout.wrapped(value, to: columns - labelColumns - 3, limit: 30, ellipsis: signs.ellipsis)
        let first = StyledLine("   " + TextLayout.cell(label, labelColumns, ellipsis: signs.ellipsis), .dim)
        return [first.adding(texts.first ?? "")]
            + texts.dropFirst().map { StyledLine(String(repeating: " ", count: labelColumns + 3) + $0) }
    }
}
