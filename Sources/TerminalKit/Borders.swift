/// The signs a frame is drawn with; each takes one cell.
public struct Borders: Hashable, Sendable {
    /// The upper and lower edge.
    public var horizontal: String
    /// The left and right edge.
    public var vertical: String
    /// The upper left corner.
    public var topLeft: String
    /// The upper right corner.
    public var topRight: String
    /// The lower left corner.
    public var bottomLeft: String
    /// The lower right corner.
    public var bottomRight: String

    /// Thin lines.
    public static let unicode = Borders(
        horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘")
    /// Signs that every terminal has.
    public static let ascii = Borders(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+")
}
