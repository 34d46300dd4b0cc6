// SPDX-License-Identifier: MIT

import FlintTerminal

/// A line of text whose parts have different styles.
///
/// Text is sanitized when it is appended, so that the measured width equals the drawn width. A line holds roles rather
/// than colors; the ``Theme`` resolves them when the line is drawn.
struct StyledLine: Sendable, Hashable {
    /// A part of the line with a single style.
    struct Span: Sendable, Hashable {
        var text: String
        var role: Role
        /// Whether wrapping keeps the text on one line.
        var staysTogether = false
        var link: String?
    }

    private(set) var spans: [Span] = []
    /// The width of the line in cells.
    private(set) var width = 0
    /// The intent to carry out when the line is opened, or `nil` for a line that cannot be selected.
    var target: Intent? {
        get { targets.first }
        set { targets = newValue.map { [$0] } ?? [] }
    }
    // Most lines have no target. An empty array takes one word, whereas an optional intent takes more.
    private var targets: [Intent] = []

    init(_ text: String = "", _ role: Role = .plain) {
        append(text, role)
    }

    /// Appends text after sanitizing it.
    ///
    /// If the text stays together, wrapping keeps it on one line, unless it is wider than a line.
    mutating func append(
        _ text: String, _ role: Role = .plain, staysTogether: Bool = false, link: String? = nil
    ) {
        guard !text.isEmpty else { return }
        let safe = TextSanitizer.sanitized(text)
        width += DisplayWidth.of(safe)
        spans.append(Span(text: safe, role: role, staysTogether: staysTogether, link: link))
    }

    /// Appends spaces until the line has the given width.
    ///
    /// A wider line is unchanged.
    mutating func pad(to columns: Int) {
        guard width < columns else { return }
        append(String(repeating: " ", count: columns - width))
    }

    mutating func append(mark: String, _ role: Role, if isMarked: Bool) {
        // A theme may give marks a background. Plain spaces keep it from showing where there is no mark.
        if isMarked { append(mark, role) } else { append(String(repeating: " ", count: DisplayWidth.of(mark))) }
    }

    mutating func append(_ other: StyledLine) {
        spans += other.spans
        width += other.width
    }

    func adding(_ text: String, _ role: Role = .plain, link: String? = nil) -> StyledLine {
        var line = self
        line.append(text, role, link: link)
        return line
    }

    func adding(_ other: StyledLine) -> StyledLine {
        var line = self
        line.append(other)
        return line
    }

    var text: String {
        spans.reduce(into: "") { $0 += $1.text }
    }

    func leading(to target: Intent?) -> StyledLine {
        var line = self
        line.target = target
        return line
    }
}

extension [StyledLine] {
    func leading(to target: Intent?) -> [StyledLine] {
        prefix(1).map { $0.leading(to: target) } + dropFirst()
    }
}

extension StyledLine {
    /// Returns the line wrapped between words, with at least one line.
    ///
    /// Every word keeps its style. A word that is wider than a line is broken. The indentation precedes every line
    /// except the first.
    func wrapped(to columns: Int, indent: Int = 0) -> [StyledLine] {
        // Room for a wide character must remain beside the indentation.
        guard width > columns, columns > indent + 1 else { return [self] }
        var wrapper = LineWrapper(columns: columns, indent: indent)
        wrapper.append(self, keepsTogether: true)
        return wrapper.lines + [wrapper.line]
    }

    /// Returns at most the given number of wrapped lines, with an ellipsis at the end if text is omitted.
    func wrapped(to columns: Int, indent: Int = 0, limit: Int, ellipsis: String) -> [StyledLine] {
        let lines = wrapped(to: columns, indent: indent)
        guard limit > 0, lines.count > limit else { return lines }
        let mark = " \(ellipsis)"
        return lines[..<(limit - 1)] + [
            lines[limit - 1].prefix(columns: columns - DisplayWidth.of(mark)).adding(mark, .dim)
        ]
    }

    func clipped(to columns: Int, ellipsis: String) -> StyledLine {
        guard width > columns else { return self }
        return prefix(columns: columns - DisplayWidth.of(ellipsis)).adding(ellipsis, .dim)
    }

    private func prefix(columns: Int) -> StyledLine {
        var line = StyledLine()
        for span in spans where line.width < columns {
            let text = TextLayout.prefix(Substring(span.text), columns: columns - line.width)
            line.append(String(text), span.role, link: span.link)
            if text.count < span.text.count { break }
        }
        return line
    }
}

/// Distributes the words of a styled line over lines of limited width.
///
/// A word ends at a space, not where the style changes.
private struct LineWrapper {
    let columns: Int
    let indent: Int
    private(set) var lines: [StyledLine] = []
    private(set) var line = StyledLine()
    private var isFresh = true

    init(columns: Int, indent: Int) {
        self.columns = columns
        self.indent = indent
    }

    mutating func append(_ text: StyledLine, keepsTogether: Bool) {
        var word = StyledLine()
        for span in text.spans {
            if keepsTogether, span.staysTogether {
                word.append(span.text, span.role, staysTogether: true, link: span.link)
                continue
            }
            for (index, part) in span.text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
                if index > 0 {
                    append(word: word)
                    appendSpace(span.role)
                    word = StyledLine()
                }
                word.append(String(part), span.role, link: span.link)
            }
        }
        append(word: word)
    }

    private mutating func append(word: StyledLine) {
        guard !word.spans.isEmpty else { return }
        if !isFresh, line.width + word.width > columns { beginLine() }
        if line.width + word.width <= columns {
            line.append(word)
            isFresh = false
        } else if word.spans.contains(where: \.staysTogether) {
            // The text is wider than a line, so it wraps at its spaces after all.
            append(word, keepsTogether: false)
        } else {
            for span in word.spans { appendBroken(span) }
        }
    }

    private mutating func appendBroken(_ span: StyledLine.Span) {
        var rest = Substring(span.text)
        while line.width + DisplayWidth.of(String(rest)) > columns {
            let head = TextLayout.prefix(rest, columns: columns - line.width)
            // A character that is wider than a line would begin new lines forever.
            if head.isEmpty, isFresh { break }
            line.append(String(head), span.role, link: span.link)
            rest = rest.dropFirst(head.count)
            beginLine()
        }
        guard !rest.isEmpty else { return }
        line.append(String(rest), span.role, link: span.link)
        isFresh = false
    }

    private mutating func appendSpace(_ role: Role) {
        // A continued line begins with a word.
        if isFresh, !lines.isEmpty { return }
        if line.width < columns { line.append(" ", role) }
        isFresh = false
    }

    private mutating func beginLine() {
        lines.append(line)
        line = StyledLine(String(repeating: " ", count: indent))
        isFresh = true
    }
}

/// Lays out labels and their values in two columns, as in a detail pane.
///
/// The first column is two cells wider than the longest label, but at least 10 and at most 20 cells wide. Long values
/// wrap inside the second column.
struct LabeledValues {
    let columns: Int
    let labelColumns: Int
    let glyphs: GlyphSet

    init(labels: some Sequence<String>, columns: Int, glyphs: GlyphSet) {
        self.columns = columns
        self.glyphs = glyphs
        labelColumns = min(20, max(10, (labels.map { $0.prefix(20).count }.max() ?? 0) + 2))
    }

    func lines(_ label: String, _ value: String) -> [StyledLine] {
        StyledLine("   " + TextLayout.cell(label, labelColumns, ellipsis: glyphs.ellipsis), .dim).adding(value)
            .wrapped(to: columns, indent: labelColumns + 3, limit: 30, ellipsis: glyphs.ellipsis)
    }
}
