// SPDX-License-Identifier: MIT

import CFlintCurses

/// A renderer that draws canvases with curses and sends the terminal only the cells that changed.
///
/// ``Terminal`` owns the painter, from the setup of curses until ``close()``. The painter retains a copy of the canvas
/// that curses holds and compares each new canvas with it. Between ``pause()`` and ``resume()``, other programs can use
/// the terminal.
@MainActor
final class Painter {
    private(set) var size: TerminalSize
    let colors: Int
    var synchronizesOutput = false
    var showsLinks = false {
        didSet { if showsLinks, !oldValue { sendLinks(shown, isComplete: true) } }
    }

    private let screen: OpaquePointer
    private let output: Int32
    private let usesUTF8: Bool
    private let palette: ColorPalette
    private let hasDefaultColors: Bool
    private let lastPair: Int32
    private var pairs: [Pair: Int32] = [:]
    /// The canvas that curses holds.
    private var shown: Canvas
    /// Whether the next frame must repaint every cell, regardless of `shown`.
    private var mustRepaint = true
    /// A reusable buffer for the scalars of one cell.
    private var scalars: [UInt32] = []

    private struct Pair: Hashable {
        let foreground, background: Int
    }

    /// Creates a painter and sets up curses for a terminal, or returns `nil` if the setup fails.
    ///
    /// Curses sets the modes of `input` but does not read from it. If `usesUTF8` is `false`, libc does not write UTF-8,
    /// and ASCII characters replace all others.
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

    /// Restores the terminal.
    ///
    /// No other method may be called afterward.
    func close() {
        cn_close(screen)
    }

    func paint(_ canvas: Canvas) {
        let target = canvas.size == size ? canvas : canvas.resized(to: size)
        let (before, isComplete) = (shown, mustRepaint)
        let changed = update(to: target)
        guard changed || mustRepaint || target.cursor != shown.cursor || target.links != shown.links else { return }
        shown = target
        mustRepaint = false
        defer { if showsLinks { sendLinks(before, isComplete: isComplete) } }
        // A negative row hides the cursor.
        let row = target.cursor.map { Int32(clamping: $0.row) } ?? -1
        let column = target.cursor.map { Int32(clamping: $0.column) } ?? -1
        cn_flush(screen, row, column, synchronizesOutput)
    }

    /// Writes the links whose cells have been sent with the last frame.
    private func sendLinks(_ before: Canvas, isComplete: Bool) {
        let bytes = shown.links.filter { link in
            guard shown.shows(link), usesUTF8 || link.text.allSatisfy(\.isASCII) else { return false }
            return isComplete || !before.links.contains(link)
                || link.columns.contains { before[$0, link.row] != shown[$0, link.row] }
        }.compactMap { $0.sequence(rendition: rendition(of: shown[$0.columns.lowerBound, $0.row].style)) }.joined()
        if !bytes.isEmpty { send(bytes) }
    }

    private func rendition(of style: Style) -> String {
        style.sgrParameters { color, base in
            switch colors > 0 ? palette.number(of: color) : -1 {
            case ..<0: nil
            case let number where number < 8: "\(base + number)"
            case let number: "\(base + 8);5;\(number)"
            }
        }
    }

    func repaint() {
        cn_redraw(screen)
        mustRepaint = true
        paint(shown)
    }

    func resize(to size: TerminalSize) {
        guard size != self.size, cn_resize(screen, Int32(clamping: size.rows), Int32(clamping: size.columns)) else {
            return
        }
        cn_clear(screen)
        self.size = TerminalSize(columns: Int(cn_columns(screen)), rows: Int(cn_rows(screen)))
        shown = Canvas(size: self.size)
        mustRepaint = true
    }

    func pause() {
        cn_pause(screen)
    }

    func resume() {
        cn_resume(screen)
        mustRepaint = true
    }

    func ring() {
        cn_ring(screen)
    }

    func send(_ bytes: String) {
        var bytes = bytes
        bytes.withUTF8 { buffer in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                if let start = buffer.baseAddress { _ = cn_write(output, start, buffer.count) }
            }
        }
    }

    /// Returns the text, attributes, and colors that curses holds for a cell, or `nil` outside the screen.
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

    /// Sends the cells that differ from `shown` to curses, and returns whether any differed.
    private func update(to target: Canvas) -> Bool {
        var changed = false
        var style = Style.plain
        var look = self.attributes(of: style)
        let columns = size.columns
        target.cells.withUnsafeBufferPointer { cells in
            shown.cells.withUnsafeBufferPointer { old in
                for index in cells.indices where cells[index] != old[index] {
                    changed = true
                    let cell = cells[index]
                    // The left half of a wide character draws both of its cells.
                    guard cell.width > 0 else { continue }
                    if cell.style != style {
                        style = cell.style
                        look = self.attributes(of: style)
                    }
                    put(cell, column: index % columns, row: index / columns, look)
                }
            }
        }
        return changed
    }

    private func put(_ cell: Cell, column: Int, row: Int, _ look: (attributes: UInt32, pair: Int32)) {
        if cell.text.utf8.count == 1, let byte = cell.text.utf8.first {
            // Almost all cells contain one ASCII character, so they need no buffer.
            var scalar = UInt32(byte)
            cn_put(screen, Int32(row), Int32(column), &scalar, 1, 1, look.attributes, look.pair)
            return
        }
        scalars.removeAll(keepingCapacity: true)
        for scalar in cell.text.unicodeScalars {
            scalars.append(replacement(for: scalar).value)
        }
        if !usesUTF8, scalars.contains(where: { $0 >= 0x7F }) {
            // A character without a replacement is shown as question marks, one for each cell.
            scalars = Array(repeating: 0x3F, count: Int(cell.width))
        } else if !usesUTF8, scalars.count < cell.width {
            scalars.append(0x20)
        }
        cn_put(
            screen, Int32(row), Int32(column), scalars, Int32(scalars.count), Int32(cell.width), look.attributes,
            look.pair)
    }

    private func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar.value < 0x7F { return scalar }
        // Curses treats a flag as two cells, and sometimes sends only one of them. A flag is therefore drawn as its two
        // letters.
        if DisplayWidth.isRegionalIndicator(scalar) { return Unicode.Scalar(UInt8(scalar.value - 0x1F1E6 + 0x41)) }
        return usesUTF8 ? scalar : Self.asciiReplacements[scalar] ?? scalar
    }

    private func attributes(of style: Style) -> (attributes: UInt32, pair: Int32) {
        var attributes = UInt32(style.attributes.rawValue)
        if palette.needsBold(for: style.foreground) { attributes |= CN_BOLD }
        return (attributes, pair(palette.number(of: style.foreground), palette.number(of: style.background)))
    }

    private func pair(_ foreground: Int, _ background: Int) -> Int32 {
        guard colors > 0, foreground >= 0 || background >= 0 else { return 0 }
        let key = Pair(foreground: foreground, background: background)
        if let pair = pairs[key] { return pair }
        if pairs.count < lastPair {
            let pair = Int32(pairs.count + 1)
            // A terminal that cannot restore its default colors shows white on black.
            let front = foreground < 0 && !hasDefaultColors ? 7 : foreground
            let back = background < 0 && !hasDefaultColors ? 0 : background
            if cn_define_pair(screen, pair, Int32(front), Int32(back)) {
                pairs[key] = pair
                return pair
            }
        }
        // No pairs are left. The foreground matters most, and pair 0 has the terminal's default colors.
        return pairs[Pair(foreground: foreground, background: -1)] ?? 0
    }

    private static let asciiReplacements: [Unicode.Scalar: Unicode.Scalar] = [
        "─": "-", "│": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
        "…": ".", "•": "*", "●": "*", "○": "o", "▸": ">", "▾": "v", "▶": ">", "▼": "v", "→": ">", "←": "<", "↑": "^",
        "↓": "v", "·": ".", "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "×": "x", "✓": "v", "✔": "v",
        "✗": "x", "█": "#", "░": ".", "▒": ":", "▓": "#", "≥": ">", "≤": "<",
    ]
}

extension Canvas {
    func resized(to size: TerminalSize) -> Canvas {
        var result = Canvas(size: size)
        result.copy(self)
        result.cursor = cursor.flatMap { result.bounds.contains($0) ? $0 : nil }
        return result
    }
}
