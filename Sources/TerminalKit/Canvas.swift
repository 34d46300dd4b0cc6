/// A grid of cells to draw on: what a screen should look like, as a value.
///
/// Drawing never fails: text is sanitised, what lies outside is cut off, and a wide character is shown whole or not at
/// all. Two canvases of the same look are equal, so a test compares them and a screen finds out what changed.
package struct Canvas: Hashable, Sendable {
    /// The size in cells, neither side negative.
    package let size: TerminalSize
    /// The position of the hardware cursor; nil hides it.
    package var cursor: Point?
    /// All cells, row after row.
    private(set) var cells: [Cell]

    /// Makes a blank canvas; negative sides count as zero.
    package init(size: TerminalSize) {
        self.size = TerminalSize(columns: max(0, size.columns), rows: max(0, size.rows))
        cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
    }

    /// All of the canvas as a rectangle.
    package var bounds: Rect {
        Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }

    /// The cell at a position; outside the canvas, a blank one.
    package subscript(column: Int, row: Int) -> Cell {
        guard column >= 0, column < size.columns, row >= 0, row < size.rows else { return .blank }
        return cells[row * size.columns + column]
    }

    /// What to do with text that is longer than its room.
    package enum Truncation: Hashable, Sendable {
        /// Cut it off.
        case clip
        /// Cut it off and say so with `…` in the last cell.
        case ellipsis
    }

    /// Draws text on one row.
    ///
    /// - Parameters:
    ///   - text: Any text; it passes through `TextSanitizer`.
    ///   - column: Where it starts; left of the canvas, its first part is not seen.
    ///   - row: The row; outside the canvas, nothing is drawn.
    ///   - style: How it looks.
    ///   - maxColumns: The cells it may take at most; nil means up to the edge of the canvas.
    ///   - truncation: What to do with text that does not fit.
    /// - Returns: The cells the text took, counted from `column`: what follows it is drawn at `column` plus this.
    @discardableResult
    package mutating func draw(
        _ text: String, column: Int, row: Int, style: Style = .plain, maxColumns: Int? = nil,
        truncation: Truncation = .clip
    ) -> Int {
        guard row >= 0, row < size.rows, column < size.columns else { return 0 }
        let start = max(column, -Self.farLeft)
        let end = min(size.columns, start + min(max(0, maxColumns ?? .max), size.columns + Self.farLeft))
        guard start < end else { return 0 }
        if start >= 0, let used = drawASCII(text, from: start, to: end, row: row, style: style, truncation) {
            return used
        }
        var position = start
        var last = start
        for character in text {
            guard let cluster = TextSanitizer.cluster(of: character) else { continue }
            guard position + cluster.width <= end else {
                if truncation == .ellipsis {
                    // A wide cluster that ends at the edge makes room for the sign as a whole.
                    let column = position < end ? position : last
                    position = column + put(Self.ellipsis, at: column, row: row, style: style)
                }
                break
            }
            last = position
            position += put(cluster, at: position, row: row, style: style)
        }
        return position - start
    }

    /// Makes every cell of a rectangle blank, in the given style.
    package mutating func fill(_ rect: Rect, style: Style = .plain) {
        let area = rect.intersection(bounds)
        let blank = Cell(text: " ", width: 1, style: style)
        for row in area.row..<area.maxRow where !area.isEmpty {
            detach(row: row, from: area.column, to: area.maxColumn)
            let start = row * size.columns
            for index in (start + area.column)..<(start + area.maxColumn) {
                cells[index] = blank
            }
        }
    }

    /// Changes the look of every cell of a rectangle without touching its text.
    ///
    /// A wide character changes when its left half lies in the rectangle, and then as a whole.
    package mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
        let area = rect.intersection(bounds)
        for row in area.row..<area.maxRow where !area.isEmpty {
            let start = row * size.columns
            for index in (start + area.column)..<(start + area.maxColumn) where cells[index].width > 0 {
                change(&cells[index].style)
                if cells[index].width == 2 { cells[index + 1].style = cells[index].style }
            }
        }
    }

    /// Draws a frame along the inside of a rectangle, with an optional title in its upper edge.
    ///
    /// A rectangle of fewer than two cells in either direction has no room for a frame and stays as it is. What the
    /// frame encloses stays too.
    package mutating func drawBox(
        _ rect: Rect, title: String? = nil, style: Style = .plain, titleStyle: Style? = nil,
        borders: Borders = .unicode
    ) {
        guard rect.columns >= 2, rect.rows >= 2, !rect.intersection(bounds).isEmpty else { return }
        let right = rect.maxColumn - 1
        let bottom = rect.maxRow - 1
        // Most cells of a frame are alike, so their signs are taken apart once.
        if let sign = TextSanitizer.clusters(of: borders.horizontal).first {
            for row in [rect.row, bottom] where row >= 0 && row < size.rows {
                for column in max(rect.column, 0)..<min(rect.maxColumn, size.columns) {
                    _ = put(sign, at: column, row: row, style: style)
                }
            }
        }
        if let sign = TextSanitizer.clusters(of: borders.vertical).first {
            for column in [rect.column, right] where column < size.columns {
                for row in max(rect.row, 0)..<min(rect.maxRow, size.rows) {
                    _ = put(sign, at: column, row: row, style: style)
                }
            }
        }
        draw(borders.topLeft, column: rect.column, row: rect.row, style: style)
        draw(borders.topRight, column: right, row: rect.row, style: style)
        draw(borders.bottomLeft, column: rect.column, row: bottom, style: style)
        draw(borders.bottomRight, column: right, row: bottom, style: style)
        guard let title, !title.isEmpty, rect.columns >= 6 else { return }
        let used = draw(
            " \(title)", column: rect.column + 1, row: rect.row, style: titleStyle ?? style,
            maxColumns: rect.columns - 3, truncation: .ellipsis)
        draw(" ", column: rect.column + 1 + used, row: rect.row, style: titleStyle ?? style)
    }

    /// The sign for text that was cut off.
    private static let ellipsis = TextSanitizer.Cluster(text: "…", width: 1)

    /// How far left of the canvas text may start; whatever starts further left counts as starting there.
    private static let farLeft = 1 << 20
}

extension Canvas {
    /// Draws a run of printable ASCII, the common case, without looking for clusters.
    ///
    /// - Returns: The cells used, or nil when the text holds anything else and nothing was drawn.
    private mutating func drawASCII(
        _ text: String, from start: Int, to end: Int, row: Int, style: Style, _ truncation: Truncation
    ) -> Int? {
        guard text.isPrintableASCII else { return nil }
        let bytes = text.utf8
        let count = min(bytes.count, end - start)
        detach(row: row, from: start, to: start + count)
        let first = row * size.columns + start
        cells.withUnsafeMutableBufferPointer { cells in
            var index = first
            for byte in bytes.prefix(count) {
                cells[index] = Cell(text: Self.ascii[Int(byte)], width: 1, style: style)
                index += 1
            }
        }
        if truncation == .ellipsis, bytes.count > count {
            cells[first + count - 1] = Cell(text: Self.ellipsis.text, width: 1, style: style)
        }
        return count
    }

    /// Puts one cluster at a position of a row inside the canvas, blank where only half of it is visible.
    ///
    /// - Returns: The cluster's width.
    private mutating func put(_ cluster: TextSanitizer.Cluster, at column: Int, row: Int, style: Style) -> Int {
        let width = cluster.width
        let visible = max(0, column)..<min(size.columns, max(0, column + width))
        guard !visible.isEmpty else { return width }
        detach(row: row, from: visible.lowerBound, to: visible.upperBound)
        let index = row * size.columns + visible.lowerBound
        if visible.count < width {
            cells[index] = Cell(text: " ", width: 1, style: style)
        } else {
            cells[index] = Cell(text: cluster.text, width: UInt8(width), style: style)
            if width == 2 { cells[index + 1] = .continuation(style) }
        }
        return width
    }

    /// Blanks the outer halves of wide characters that a change of these cells would cut in two.
    private mutating func detach(row: Int, from start: Int, to end: Int) {
        let first = row * size.columns
        if start < end, start > 0, cells[first + start].width == 0 {
            cells[first + start - 1] = Cell(text: " ", width: 1, style: cells[first + start - 1].style)
        }
        if start < end, end < size.columns, cells[first + end].width == 0 {
            cells[first + end] = Cell(text: " ", width: 1, style: cells[first + end].style)
        }
    }

    /// Takes over the cells of another canvas as far as both reach; a wide character at the edge becomes a blank.
    mutating func copy(_ other: Canvas) {
        let columns = min(size.columns, other.size.columns)
        for row in 0..<min(size.rows, other.size.rows) where columns > 0 {
            let start = row * size.columns
            let source = row * other.size.columns
            cells.replaceSubrange(start..<(start + columns), with: other.cells[source..<(source + columns)])
            let last = start + columns - 1
            if cells[last].width == 2 { cells[last] = Cell(text: " ", width: 1, style: cells[last].style) }
        }
    }

    /// A string for every ASCII byte, so that drawing makes none.
    private static let ascii: [String] = (0..<128).map { String(UnicodeScalar(UInt8($0))) }
}
