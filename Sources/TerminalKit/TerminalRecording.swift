/// What was shown on a terminal and when, as an asciicast of version 2, which asciinema and other players show.
///
/// Frames are recorded as canvases; of each, the recording has the rows that differ from the frame before. Times are
/// what the caller makes them, so that a recording of the same frames is the same file.
package struct TerminalRecording: Sendable {
    private let size: TerminalSize
    private var lines: [String]
    private var last: Canvas
    private var time = 0.0

    /// Starts a recording.
    ///
    /// - Parameters:
    ///   - size: The size of the terminal.
    ///   - title: What is recorded.
    package init(size: TerminalSize, title: String) {
        self.size = size
        last = Canvas(size: size)
        lines = [
            "{\"version\": 2, \"width\": \(size.columns), \"height\": \(size.rows), \"title\": \(Self.quoted(title)), "
                + "\"env\": {\"TERM\": \"xterm-256color\"}}"
        ]
        append("\u{1B}[2J")
    }

    /// The recording as a file, one line for each frame.
    package var text: String { lines.joined(separator: "\n") + "\n" }

    /// Adds time that passes before the next frame.
    ///
    /// - Parameter seconds: The time in seconds; less than 0 counts as 0.
    package mutating func wait(_ seconds: Double) {
        time += max(0, seconds)
    }

    /// Adds a frame; one that looks like the last one adds nothing.
    package mutating func add(_ canvas: Canvas) {
        guard canvas != last else { return }
        var output = "\u{1B}[?25l"
        for row in 0..<size.rows where (0..<size.columns).contains(where: { canvas[$0, row] != last[$0, row] }) {
            output += "\u{1B}[\(row + 1);1H" + Self.text(of: row, in: canvas)
        }
        if let cursor = canvas.cursor { output += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h" }
        last = canvas
        append(output)
    }

    private mutating func append(_ output: String) {
        // Milliseconds, written without the rounding of binary fractions.
        let milliseconds = Int((time * 1_000).rounded())
        let fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
        lines.append("[\(milliseconds / 1_000).\(fraction), \"o\", \(Self.quoted(output))]")
    }

    /// A row of a canvas as a terminal takes it.
    private static func text(of row: Int, in canvas: Canvas) -> String {
        var text = ""
        var style = Style.plain
        for column in 0..<canvas.size.columns {
            let cell = canvas[column, row]
            if cell.style != style {
                style = cell.style
                text += "\u{1B}[\(codes(of: style))m"
            }
            text += cell.text
        }
        return text + (style == .plain ? "" : "\u{1B}[0m")
    }

    /// The parameters that select a style, those before them cleared.
    private static func codes(of style: Style) -> String {
        var codes = ["0"]
        let attributes: [(Style.Attributes, String)] = [
            (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
        ]
        codes += attributes.filter { style.attributes.contains($0.0) }.map(\.1)
        codes += code(of: style.foreground, base: 30) + code(of: style.background, base: 40)
        return codes.joined(separator: ";")
    }

    private static func code(of color: Color, base: Int) -> [String] {
        switch color {
        case .standard: []
        case .ansi(let index) where index < 8: [String(base + Int(index))]
        case .ansi(let index) where index < 16: [String(base + 60 + Int(index) - 8)]
        case .ansi(let index), .indexed(let index): ["\(base + 8);5;\(index)"]
        case .rgb(let red, let green, let blue): ["\(base + 8);2;\(red);\(green);\(blue)"]
        }
    }

    /// A text in JSON.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                result += "\\u00" + String(scalar.value + 0x100, radix: 16).dropFirst()
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
