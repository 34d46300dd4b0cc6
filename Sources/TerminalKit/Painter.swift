import CNcurses

/// Draws canvases with curses, and sends the terminal only what differs from the last one.
@MainActor
final class Painter {
    /// The present size in cells.
    private(set) var size: TerminalSize
    /// How many colours the terminal has and may use.
    let colors: Int
    /// Whether the terminal shows everything between two marks at once.
    var synchronizesOutput = false

    private let screen: OpaquePointer
    private let output: Int32
    private let usesUTF8: Bool
    private let palette: ColorPalette
    private let hasDefaultColors: Bool
    private let lastPair: Int32
    /// The pairs defined so far, by their two colours.
    private var pairs: [Pair: Int32] = [:]
    /// What curses holds, cell by cell.
    private var shown: Canvas
    /// Whether the next frame must repaint every cell, whatever `shown` holds.
    private var mustRepaint = true
    /// Room for the scalars of one cell.
    private var scalars: [UInt32] = []

    /// Two colours by their curses numbers.
    private struct Pair: Hashable {
        let foreground, background: Int
    }

    /// Takes a terminal over; nil if curses refuses it.
    ///
    /// - Parameters:
    ///   - term: The name of its description.
    ///   - input: Its descriptor for input; curses sets its modes and does not read it.
    ///   - output: Its descriptor for output.
    ///   - usesColor: Whether colours may be used.
    ///   - usesUTF8: Whether libc writes UTF-8; if not, what is not ASCII is shown by stand-ins.
    init?(term: String, input: Int32, output: Int32, usesColor: Bool, usesUTF8: Bool) {
        guard let screen = cn_open(term, input, output, usesColor) else { return nil }
        self.screen = screen
        self.output = output
        self.usesUTF8 = usesUTF8
        colors = Int(cn_colors(screen))
        palette = ColorPalette(colors: colors)
        hasDefaultColors = cn_has_default_colors(screen)
        lastPair = cn_last_pair(screen)
        size = TerminalSize(columns: Int(cn_columns(screen)), rows: Int(cn_rows(screen)))
        shown = Canvas(size: size)
        scalars.reserveCapacity(8)
    }

    /// Gives the terminal back; nothing else may be called afterwards.
    func close() {
        cn_close(screen)
    }

    /// Shows a canvas, cut off or filled with blanks to the terminal's size.
    func paint(_ canvas: Canvas) {
        let target = canvas.size == size ? canvas : canvas.resized(to: size)
        let changed = update(to: target)
        guard changed || mustRepaint || target.cursor != shown.cursor else { return }
        shown = target
        mustRepaint = false
        let row = target.cursor.map { Int32(clamping: $0.row) } ?? -1
        let column = target.cursor.map { Int32(clamping: $0.column) } ?? -1
        cn_flush(screen, row, column, synchronizesOutput)
    }

    /// Shows the last canvas again, whatever the terminal shows now.
    func repaint() {
        cn_redraw(screen)
        mustRepaint = true
        paint(shown)
    }

    /// Adapts to a new window size; the next canvas is painted whole.
    func resize(to size: TerminalSize) {
        guard size != self.size, cn_resize(screen, Int32(clamping: size.rows), Int32(clamping: size.columns)) else {
            return
        }
        cn_clear(screen)
        self.size = TerminalSize(columns: Int(cn_columns(screen)), rows: Int(cn_rows(screen)))
        shown = Canvas(size: self.size)
        mustRepaint = true
    }

    /// Gives the terminal up until `resume()`.
    func pause() {
        cn_pause(screen)
    }

    /// Takes the terminal over again and repaints it completely with the next canvas.
    func resume() {
        cn_resume(screen)
        mustRepaint = true
    }

    /// Rings the bell.
    func ring() {
        cn_ring(screen)
    }

    /// Sends bytes that curses has no word for.
    func send(_ bytes: String) {
        var bytes = bytes
        bytes.withUTF8 { buffer in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                if let start = buffer.baseAddress { _ = cn_write(output, start, buffer.count) }
            }
        }
    }

    /// The text, attributes and colours that curses holds for a cell; nil outside.
    func contents(column: Int, row: Int) -> (text: String, attributes: Style.Attributes, colors: (Int, Int))? {
        var scalars = [UInt32](repeating: 0, count: 8)
        var attributes: UInt32 = 0
        var foreground: Int32 = 0
        var background: Int32 = 0
        let count = cn_get(
            screen, Int32(row), Int32(column), &scalars, Int32(scalars.count), &attributes, &foreground, &background)
        guard count >= 0 else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars.prefix(Int(count)).compactMap { Unicode.Scalar($0) })
        return (
            String(text), Style.Attributes(rawValue: UInt8(truncatingIfNeeded: attributes)),
            (Int(foreground), Int(background))
        )
    }

    /// Hands the cells that differ from `shown` to curses.
    ///
    /// - Returns: Whether there were any.
    private func update(to target: Canvas) -> Bool {
        var changed = false
        var style = Style.plain
        var look = self.look(of: style)
        let columns = size.columns
        target.cells.withUnsafeBufferPointer { cells in
            shown.cells.withUnsafeBufferPointer { old in
                for index in cells.indices where cells[index] != old[index] {
                    changed = true
                    let cell = cells[index]
                    guard cell.width > 0 else { continue }
                    if cell.style != style {
                        style = cell.style
                        look = self.look(of: style)
                    }
                    put(cell, column: index % columns, row: index / columns, look)
                }
            }
        }
        return changed
    }

    /// Hands one cell to curses.
    private func put(_ cell: Cell, column: Int, row: Int, _ look: (attributes: UInt32, pair: Int32)) {
        if cell.text.utf8.count == 1, let byte = cell.text.utf8.first {
            var scalar = UInt32(byte)
            cn_put(screen, Int32(row), Int32(column), &scalar, 1, 1, look.attributes, look.pair)
            return
        }
        scalars.removeAll(keepingCapacity: true)
        for scalar in cell.text.unicodeScalars {
            scalars.append(standIn(for: scalar).value)
        }
        if !usesUTF8, scalars.contains(where: { $0 >= 0x7F }) {
            // A sign without a stand-in, in as many cells.
            scalars = Array(repeating: 0x3F, count: Int(cell.width))
        } else if !usesUTF8, scalars.count < cell.width {
            scalars.append(0x20)
        }
        cn_put(
            screen, Int32(row), Int32(column), scalars, Int32(scalars.count), Int32(cell.width), look.attributes,
            look.pair)
    }

    /// What is drawn for a scalar: nearly always itself.
    private func standIn(for scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.value < 0x7F { return scalar }
        // Curses would take a flag for two cells and sometimes send one of them, which is no flag: it is drawn as the
        // two letters it is made of.
        if DisplayWidth.isRegionalIndicator(scalar) { return Unicode.Scalar(UInt8(scalar.value - 0x1F1E6 + 0x41)) }
        return usesUTF8 ? scalar : Self.asciiStandIns[scalar] ?? scalar
    }

    /// What curses calls a style.
    private func look(of style: Style) -> (attributes: UInt32, pair: Int32) {
        var attributes = UInt32(style.attributes.rawValue)
        if palette.needsBold(for: style.foreground) { attributes |= CN_BOLD }
        return (attributes, pair(palette.number(of: style.foreground), palette.number(of: style.background)))
    }

    /// The pair of two colours; where no pair is left, one with the same foreground, else the terminal's own colours.
    private func pair(_ foreground: Int, _ background: Int) -> Int32 {
        guard colors > 0, foreground >= 0 || background >= 0 else { return 0 }
        let key = Pair(foreground: foreground, background: background)
        if let pair = pairs[key] { return pair }
        if pairs.count < lastPair {
            let pair = Int32(pairs.count + 1)
            // White on black is what a terminal has that cannot return to its own colours.
            let front = foreground < 0 && !hasDefaultColors ? 7 : foreground
            let back = background < 0 && !hasDefaultColors ? 0 : background
            if cn_define_pair(screen, pair, Int32(front), Int32(back)) {
                pairs[key] = pair
                return pair
            }
        }
        return pairs[Pair(foreground: foreground, background: -1)] ?? 0
    }

    /// ASCII for the signs that screens use most.
    private static let asciiStandIns: [Unicode.Scalar: Unicode.Scalar] = [
        "─": "-", "│": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
        "…": ".", "•": "*", "●": "*", "○": "o", "▸": ">", "▾": "v", "▶": ">", "▼": "v", "→": ">", "←": "<", "↑": "^",
        "↓": "v", "·": ".", "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "×": "x", "✓": "v", "✔": "v",
        "✗": "x", "█": "#", "░": ".", "▒": ":", "▓": "#", "≥": ">", "≤": "<",
    ]
}

extension Canvas {
    /// The same canvas with another size: cut off, or filled with blanks.
    func resized(to size: TerminalSize) -> Canvas {
        var result = Canvas(size: size)
        result.copy(self)
        result.cursor = cursor.flatMap { result.bounds.contains($0) ? $0 : nil }
        return result
    }
}
