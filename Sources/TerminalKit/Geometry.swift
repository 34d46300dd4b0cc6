/// A cell's position on the screen, counted from the upper left corner, which is (0, 0).
package struct Point: Hashable, Sendable {
    /// Cells from the left edge.
    package var column: Int
    /// Rows from the top edge.
    package var row: Int

    /// Makes a point; it may lie outside every canvas.
    package init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// How many character cells a terminal window holds.
package struct TerminalSize: Hashable, Sendable, CustomStringConvertible {
    /// Cells per row.
    package var columns: Int
    /// Number of rows.
    package var rows: Int

    /// Makes a size; negative values count as zero wherever a size is used.
    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The size as people write it, columns first: `80x24`.
    package var description: String { "\(columns)x\(rows)" }
}

/// A rectangle of cells; it may lie partly or wholly outside a canvas, which then draws the visible part.
package struct Rect: Hashable, Sendable {
    /// The leftmost column.
    package var column: Int
    /// The topmost row.
    package var row: Int
    /// Width in cells; zero or less means empty.
    package var columns: Int
    /// Height in rows; zero or less means empty.
    package var rows: Int

    /// Makes a rectangle from its upper left corner and its extent.
    package init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = columns
        self.rows = rows
    }

    /// Whether the rectangle holds no cell at all.
    package var isEmpty: Bool { columns <= 0 || rows <= 0 }

    /// The first column to the right of the rectangle.
    package var maxColumn: Int { Self.end(column, columns) }

    /// The first row below the rectangle.
    package var maxRow: Int { Self.end(row, rows) }

    /// Whether the cell at `point` belongs to the rectangle.
    package func contains(_ point: Point) -> Bool {
        point.column >= column && point.column < maxColumn && point.row >= row && point.row < maxRow
    }

    /// The rectangle without a margin of `margin` cells on every side; too small a rectangle becomes empty.
    package func inset(by margin: Int) -> Rect {
        Rect(
            column: column + margin, row: row + margin,
            columns: max(0, columns - 2 * margin), rows: max(0, rows - 2 * margin))
    }

    /// The part both rectangles share; empty when they do not meet.
    package func intersection(_ other: Rect) -> Rect {
        let left = max(column, other.column)
        let top = max(row, other.row)
        let right = min(maxColumn, other.maxColumn)
        let bottom = min(maxRow, other.maxRow)
        guard left < right, top < bottom else { return Rect(column: left, row: top, columns: 0, rows: 0) }
        return Rect(column: left, row: top, columns: right - left, rows: bottom - top)
    }

    /// The end of an extent, pinned at the largest integer so that any rectangle can be clipped safely.
    private static func end(_ start: Int, _ length: Int) -> Int {
        let (end, overflow) = start.addingReportingOverflow(max(0, length))
        return overflow ? Int.max : end
    }
}
