// SPDX-License-Identifier: MIT

/// A grid of cells that describes the contents of a screen as a value.
///
/// Drawing never fails. Text is sanitized, parts outside the canvas are clipped, and a wide character is drawn either
/// completely or not at all. Canvases with the same contents are equal, so a test can compare them and a screen can
/// find the changes.
///
/// ```swift
/// var canvas = Canvas(size: TerminalSize(columns: 20, rows: 2))
/// let used = canvas.draw("Status: ", column: 0, row: 0, style: .bold)
/// canvas.draw("ready", column: used, row: 0)
/// canvas.text(row: 0)   // "Status: ready"
/// ```
package struct Canvas: Hashable, Sendable {
    /// The size in cells, which is never negative.
    package let size: TerminalSize
    /// The position of the terminal's cursor, or `nil` to hide the cursor.
    package var cursor: Point?
    private(set) var cells: [Cell]
    package private(set) var links: [Link] = []

    package init(size: TerminalSize) {
        self.size = TerminalSize(columns: max(0, size.columns), rows: max(0, size.rows))
        cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
    }

    /// Turns cells into a link.
    ///
    /// Terminals open addresses with the schemes `https`, `http`, and `file`. Others are not shown as links.
    package mutating func link(columns: Range<Int>, row: Int, to address: String) {
        let columns = columns.clamped(to: 0..<size.columns)
        guard row >= 0, row < size.rows, !columns.isEmpty else { return }
        links.append(Link(row: row, columns: columns, address: address, text: text(columns: columns, row: row)))
    }

    /// Replaces the addresses of links, and removes the links for which the closure returns `nil`.
    package mutating func replaceLinks(_ address: (String) -> String?) {
        links = links.compactMap { link in
            address(link.address).map { Link(row: link.row, columns: link.columns, address: $0, text: link.text) }
        }
    }

    /// Returns whether the cells of a link still have its text.
    func shows(_ link: Link) -> Bool { text(columns: link.columns, row: link.row) == link.text }

    private func text(columns: Range<Int>, row: Int) -> String {
        columns.reduce(into: "") { $0 += self[$1, row].text }
    }

    package var bounds: Rect {
        Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }

    /// The cell at a position.
    ///
    /// Outside the canvas, the cell is blank.
    package subscript(column: Int, row: Int) -> Cell {
        guard column >= 0, column < size.columns, row >= 0, row < size.rows else { return .blank }
        return cells[row * size.columns + column]
    }

    package enum Truncation: Hashable, Sendable {
        case clip
        case ellipsis
    }

    /// Draws text in one row.
    ///
    /// - Parameters:
    ///   - text: The text, which is sanitized with ``TextSanitizer``.
    ///   - column: The first column. If it is left of the canvas, the beginning of the text is clipped.
    ///   - row: The row. Outside the canvas, drawing has no effect.
    ///   - style: The style of the text.
    ///   - maxColumns: The maximum width in cells, or `nil` to draw up to the edge of the canvas.
    ///   - truncation: The treatment of text that does not fit.
    /// - Returns: The width of the drawn text in cells. Text that follows starts at `column` plus this width.
    @discardableResult
    package mutating func draw(
        _ text: String, column: Int, row: Int, style: Style = .plain, maxColumns: Int? = nil,
        truncation: Truncation = .clip
    ) -> Int {
        guard row >= 0, row < size.rows, column < size.columns else { return 0 }
        // Both limits keep the sums from overflowing.
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
                    // A wide cluster at the edge is replaced completely by the ellipsis.
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

    /// Changes the style of every cell in a rectangle and leaves the text unchanged.
    ///
    /// A wide character changes as a whole if its left half lies in the rectangle.
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

    /// Draws a box along the inside of a rectangle, with an optional title in the top border.
    ///
    /// The cells inside the border stay unchanged. A rectangle with fewer than two columns or rows has no room for a
    /// box, and drawing has no effect.
    package mutating func drawBox(
        _ rect: Rect, title: String? = nil, style: Style = .plain, titleStyle: Style? = nil,
        borders: Borders = .unicode
    ) {
        guard rect.columns >= 2, rect.rows >= 2, !rect.intersection(bounds).isEmpty else { return }
        let right = rect.maxColumn - 1
        let bottom = rect.maxRow - 1
        // The border characters are sanitized only once, because most cells of a border are equal.
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
        // The closing blank is drawn separately, so that it also follows a truncated title.
        draw(" ", column: rect.column + 1 + used, row: rect.row, style: titleStyle ?? style)
    }

    private static let ellipsis = TextSanitizer.Cluster(text: "…", width: 1)

    /// The maximum distance from the left edge of the canvas to the start of text outside it.
    ///
    /// Text that starts farther left is drawn as if it started at this distance.
    private static let farLeft = 1 << 20
}

extension Canvas {
    /// Draws printable ASCII, the common case, without splitting the text into clusters.
    ///
    /// - Returns: The width in cells, or `nil` without drawing if the text contains other characters.
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

    /// Draws a cluster in a row of the canvas.
    ///
    /// A cluster that is only half visible is drawn as a blank.
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

    /// Blanks the outer halves of wide characters that a change to the given cells would split.
    private mutating func detach(row: Int, from start: Int, to end: Int) {
        let first = row * size.columns
        if start < end, start > 0, cells[first + start].width == 0 {
            cells[first + start - 1] = Cell(text: " ", width: 1, style: cells[first + start - 1].style)
        }
        if start < end, end < size.columns, cells[first + end].width == 0 {
            cells[first + end] = Cell(text: " ", width: 1, style: cells[first + end].style)
        }
    }

    /// Copies the cells of another canvas where the two overlap.
    ///
    /// A wide character that is cut off at the right edge becomes a blank.
    mutating func copy(_ other: Canvas) {
        let columns = min(size.columns, other.size.columns)
        for row in 0..<min(size.rows, other.size.rows) where columns > 0 {
            let start = row * size.columns
            let source = row * other.size.columns
            cells.replaceSubrange(start..<(start + columns), with: other.cells[source..<(source + columns)])
            let last = start + columns - 1
            if cells[last].width == 2 { cells[last] = Cell(text: " ", width: 1, style: cells[last].style) }
        }
        links = other.links.filter { $0.row < size.rows && $0.columns.upperBound <= size.columns }
    }

    /// A string for each ASCII byte, so that drawing does not create strings.
    private static let ascii: [String] = (0..<128).map { String(UnicodeScalar(UInt8($0))) }
}
