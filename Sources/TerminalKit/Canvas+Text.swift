extension Canvas {
    /// The text of every row, trailing blanks removed.
    package var lines: [String] {
        (0..<size.rows).map(text(row:))
    }

    /// The text of one row without trailing blanks; empty outside the canvas.
    package func text(row: Int) -> String {
        trimmed(row) { $0.text }
    }

    /// The look of one row, one letter per cell, without trailing blanks.
    ///
    /// A blank is plain text; `r` is reverse (`R` with bold), `b` bold, `u` underline, `i` italic, `d` dim, in this
    /// order where there are several, and `c` is text that is only coloured. The colours themselves are not told
    /// apart: a theme may choose them, and no meaning rests on them.
    package func attributeLine(row: Int) -> String {
        trimmed(row) { cell in
            let attributes = cell.style.attributes
            if attributes.contains(.reverse) { return attributes.contains(.bold) ? "R" : "r" }
            if attributes.contains(.bold) { return "b" }
            if attributes.contains(.underline) { return "u" }
            if attributes.contains(.italic) { return "i" }
            if attributes.contains(.dim) { return "d" }
            return cell.style == .plain ? " " : "c"
        }
    }

    /// One row as text, made of what `letter` gives for each cell, trailing blanks removed.
    private func trimmed(_ row: Int, _ letter: (Cell) -> String) -> String {
        guard row >= 0, row < size.rows else { return "" }
        var line = ""
        for cell in cells[(row * size.columns)..<((row + 1) * size.columns)] {
            line += letter(cell)
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}
