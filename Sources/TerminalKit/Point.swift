/// A cell's position on the screen, counted from the upper left corner, which is (0, 0).
public struct Point: Hashable, Sendable {
    /// Cells from the left edge.
    public var column: Int
    /// Rows from the top edge.
    public var row: Int

    /// Makes a point; it may lie outside every canvas.
    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}
