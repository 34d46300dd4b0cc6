// SPDX-License-Identifier: MIT

extension Canvas {
    package var lines: [String] {
        (0..<size.rows).map(text(row:))
    }

    package func text(row: Int) -> String {
        trimmed(row) { $0.text }
    }

    /// Returns the attributes of one row, one letter per cell, without trailing blanks.
    ///
    /// A blank stands for plain text. The letters are `r` for reverse (`R` with bold), `b` for bold, `u` for underline,
    /// `i` for italic, and `d` for dim. If several attributes apply, the first one in this order is shown. The letter
    /// `c` stands for text that only has a color. The letters do not distinguish colors, because themes choose them and
    /// colors alone carry no meaning.
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
