/// One character cell of a canvas.
///
/// A wide character takes two cells: the left one holds the text and a width of 2, the right one no text and a
/// width of 0.
public struct Cell: Hashable, Sendable {
    /// One cluster that every terminal draws alike, as `TextSanitizer` makes it; empty in the right half of a
    /// wide character.
    public internal(set) var text: String
    /// The cells the text takes: 1 or 2, and 0 for the right half of a wide character.
    public internal(set) var width: UInt8
    /// How the cell looks.
    public internal(set) var style: Style

    /// Makes a cell of a cluster whose width is known.
    init(text: String, width: UInt8, style: Style) {
        self.text = text
        self.width = width
        self.style = style
    }

    /// An empty cell in the terminal's own colours.
    public static let blank = Cell(text: " ", width: 1, style: .plain)

    /// The right half of a wide character.
    static func continuation(_ style: Style) -> Cell {
        Cell(text: "", width: 0, style: style)
    }
}
