// SPDX-License-Identifier: MIT

/// An SVG picture of a canvas, with the colors of a dark terminal.
///
/// Each run of text has a fixed width, so that columns align in any monospaced font. A picture depends only on the
/// canvas: equal canvases produce identical files.
package struct CanvasPicture {
    /// The colors of the picture, as `#rrggbb`.
    ///
    /// ``hexColor(of:)`` returns `nil` for the terminal's default color.
    private struct Palette {
        let background = "#1b1d23"
        let foreground = "#d6d9e0"
        let named = [
            "#2b2f38", "#ff6b6b", "#7bd88f", "#f0c674", "#6ea8fe", "#c792ea", "#66d9e8", "#d6d9e0",
            "#6b7280", "#ff8787", "#98e6a8", "#ffe08a", "#93c0ff", "#dbb2f5", "#8ce8f2", "#ffffff",
        ]

        func hexColor(of color: Color) -> String? {
            switch color {
            case .standard: nil
            case .ansi(let index) where index < 16: named[Int(index)]
            case .ansi(let index), .indexed(let index):
                index < 16 ? named[Int(index)] : Self.hex(ColorPalette.parts(of: Int(index)))
            case .rgb(let red, let green, let blue): Self.hex([Int(red), Int(green), Int(blue)])
            }
        }

        private static func hex(_ parts: [Int]) -> String {
            "#" + parts.map { part in (part < 16 ? "0" : "") + String(part, radix: 16) }.joined()
        }
    }

    private struct Run {
        let column: Int
        var columns: Int
        var text = ""
        let style: Style
    }

    /// The width and the height of a cell, in SVG user units.
    private static let cell = (width: 9, height: 19)
    private static let margin = 12

    private let canvas: Canvas
    private let palette = Palette()

    package init(_ canvas: Canvas) {
        self.canvas = canvas
    }

    package func svg(title: String) -> String {
        let width = canvas.size.columns * Self.cell.width + 2 * Self.margin
        let height = canvas.size.rows * Self.cell.height + 2 * Self.margin
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" role=\"img\" "
                + "font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"15\" "
                + "fill=\"\(palette.foreground)\">",
            "<title>\(Self.escaped(TextSanitizer.sanitized(title)))</title>",
            "<style>.b{font-weight:bold}.d{opacity:.6}.i{font-style:italic}"
                + ".u{text-decoration:underline}</style>",
            "<rect width=\"\(width)\" height=\"\(height)\" rx=\"8\" fill=\"\(palette.background)\"/>",
        ]
        for row in 0..<canvas.size.rows {
            for run in runs(in: row) { lines += elements(of: run, row: row) }
        }
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    private func runs(in row: Int) -> [Run] {
        var runs: [Run] = []
        for column in 0..<canvas.size.columns {
            let cell = canvas[column, row]
            if let last = runs.indices.last, runs[last].style == cell.style {
                runs[last].columns += 1
            } else {
                runs.append(Run(column: column, columns: 1, style: cell.style))
            }
        }
        return runs
    }

    private func elements(of run: Run, row: Int) -> [String] {
        let isReversed = run.style.attributes.contains(.reverse)
        let ink = palette.hexColor(of: isReversed ? run.style.background : run.style.foreground)
        let paper = palette.hexColor(of: isReversed ? run.style.foreground : run.style.background)
        let fill = isReversed ? ink ?? palette.background : ink
        let (x, y) = (Self.margin + run.column * Self.cell.width, Self.margin + row * Self.cell.height)
        var elements: [String] = []
        if let fill = isReversed ? paper ?? palette.foreground : paper {
            elements.append(
                "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(run.columns * Self.cell.width)\" height=\"\(Self.cell.height)\" "
                    + "fill=\"\(fill)\"/>")
        }
        let marks = classes(run.style.attributes)
        for phrase in phrases(of: run, row: row) {
            elements.append(
                "<text x=\"\(Self.margin + phrase.column * Self.cell.width)\" y=\"\(y + 14)\" "
                    + "textLength=\"\(phrase.columns * Self.cell.width)\""
                    + (marks.isEmpty ? "" : " class=\"\(marks)\"") + (fill.map { " fill=\"\($0)\"" } ?? "")
                    + ">\(Self.escaped(phrase.text))</text>")
        }
        return elements
    }

    /// Returns the parts of a run between sequences of two or more blanks, which some viewers would collapse.
    private func phrases(of run: Run, row: Int) -> [Run] {
        var phrases: [Run] = []
        // A run begins as if blanks preceded it, so that its first character starts a phrase.
        var blanks = 2
        for column in run.column..<run.column + run.columns {
            let cell = canvas[column, row]
            guard cell.text != " " else {
                blanks += 1
                continue
            }
            if blanks < 2, let last = phrases.indices.last {
                phrases[last].columns += blanks + 1
                phrases[last].text += String(repeating: " ", count: blanks) + cell.text
            } else {
                phrases.append(Run(column: column, columns: 1, text: cell.text, style: run.style))
            }
            blanks = 0
        }
        return phrases
    }

    private func classes(_ attributes: Style.Attributes) -> String {
        let names: [(Style.Attributes, String)] = [(.bold, "b"), (.dim, "d"), (.italic, "i"), (.underline, "u")]
        return names.filter { attributes.contains($0.0) }.map(\.1).joined(separator: " ")
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
