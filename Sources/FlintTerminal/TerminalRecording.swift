// SPDX-License-Identifier: MIT

import FlintFoundation

/// A recording of a terminal in the asciicast v2 format, which asciinema and other players support.
///
/// Frames are added as canvases, and the recording stores only the rows that changed since the previous frame. The
/// caller provides all times with ``wait(_:)``, so recording the same frames again produces an identical file.
///
/// ```swift
/// var recording = TerminalRecording(size: canvas.size, title: "Demo")
/// recording.add(canvas)
/// recording.wait(1.5)
/// recording.add(nextCanvas)
/// ```
package struct TerminalRecording: Sendable {
    private let size: TerminalSize
    private var lines: [String]
    private var last: Canvas
    private var time = 0.0

    package init(size: TerminalSize, title: String) {
        self.size = size
        last = Canvas(size: size)
        let title = Self.quoted(TextSanitizer.sanitized(title))
        lines = [
            "{\"version\": 2, \"width\": \(size.columns), \"height\": \(size.rows), \"title\": \(title), "
                + "\"env\": {\"TERM\": \"xterm-256color\"}}"
        ]
        append("\u{1B}[2J")
    }

    /// The contents of the recording's file: a header, followed by one line for each stored frame.
    package var fileContent: String { lines.joined(separator: "\n") + "\n" }

    /// Adds time, in seconds, before the next frame.
    ///
    /// A negative value counts as 0.
    package mutating func wait(_ seconds: Double) {
        time += max(0, seconds)
    }

    package mutating func add(_ canvas: Canvas) {
        guard canvas != last else { return }
        // The cursor is hidden while the rows are drawn, and stays hidden if the canvas has no cursor.
        var output = "\u{1B}[?25l"
        for row in 0..<size.rows where (0..<size.columns).contains(where: { canvas[$0, row] != last[$0, row] }) {
            output += "\u{1B}[\(row + 1);1H" + Self.styledText(ofRow: row, in: canvas)
        }
        if let cursor = canvas.cursor { output += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h" }
        last = canvas
        append(output)
    }

    private mutating func append(_ output: String) {
        // Integer milliseconds avoid the rounding errors of binary fractions.
        let milliseconds = Int((time * 1_000).rounded())
        let fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
        lines.append("[\(milliseconds / 1_000).\(fraction), \"o\", \(Self.quoted(output))]")
    }

    private static func styledText(ofRow row: Int, in canvas: Canvas) -> String {
        var text = ""
        var style = Style.plain
        for column in 0..<canvas.size.columns {
            let cell = canvas[column, row]
            if cell.style != style {
                style = cell.style
                text += "\u{1B}[\(style.sgrParameters(color: parameters(of:base:)))m"
            }
            text += cell.text
        }
        return text + (style == .plain ? "" : "\u{1B}[0m")
    }

    private static func parameters(of color: Color, base: Int) -> String? {
        switch color {
        case .standard: nil
        case .ansi(let index) where index < 8: String(base + Int(index))
        case .ansi(let index) where index < 16: String(base + 60 + Int(index) - 8)
        case .ansi(let index), .indexed(let index): "\(base + 8);5;\(index)"
        case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
        }
    }

    private static func quoted(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
