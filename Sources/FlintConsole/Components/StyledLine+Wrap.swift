import TerminalKit

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
