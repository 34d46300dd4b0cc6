/// How many character cells a terminal window holds.
public struct TerminalSize: Hashable, Sendable, CustomStringConvertible {
    /// Cells per row.
    public var columns: Int
    /// Number of rows.
    public var rows: Int

    /// Makes a size; negative values count as zero wherever a size is used.
    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The size as people write it, columns first: `80x24`.
    public var description: String { "\(columns)x\(rows)" }
}
