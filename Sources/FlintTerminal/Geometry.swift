// SPDX-License-Identifier: MIT

/// The position of a cell, counted from the upper left corner at (0, 0).
///
/// A point can lie outside the canvas.
package struct Point: Hashable, Sendable {
    package var column: Int
    package var row: Int

    package init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// The size of a terminal window in character cells, described as columns and rows, such as `80x24`.
///
/// Negative values count as zero wherever a size is used.
package struct TerminalSize: Hashable, Sendable, CustomStringConvertible {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    package var description: String { "\(columns)x\(rows)" }
}

/// A rectangle of cells.
///
/// A rectangle can lie partly or completely outside a canvas, which then draws only the visible part. A rectangle
/// without columns or rows is empty.
package struct Rect: Hashable, Sendable {
    package var column: Int
    package var row: Int
    package var columns: Int
    package var rows: Int

    package init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = columns
        self.rows = rows
    }

    package var isEmpty: Bool { columns <= 0 || rows <= 0 }

    /// The first column to the right of the rectangle.
    package var maxColumn: Int { Self.end(column, columns) }

    /// The first row below the rectangle.
    package var maxRow: Int { Self.end(row, rows) }

    package func contains(_ point: Point) -> Bool {
        point.column >= column && point.column < maxColumn && point.row >= row && point.row < maxRow
    }

    package func intersection(_ other: Rect) -> Rect {
        let left = max(column, other.column)
        let top = max(row, other.row)
        let right = min(maxColumn, other.maxColumn)
        let bottom = min(maxRow, other.maxRow)
        guard left < right, top < bottom else { return Rect(column: left, row: top, columns: 0, rows: 0) }
        return Rect(column: left, row: top, columns: right - left, rows: bottom - top)
    }

    /// Returns the end of an extent, clamped to the largest integer so that any rectangle can be clipped safely.
    private static func end(_ start: Int, _ length: Int) -> Int {
        let (end, overflow) = start.addingReportingOverflow(max(0, length))
        return overflow ? Int.max : end
    }
}
