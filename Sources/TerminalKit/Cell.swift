/// One character cell of a canvas.
///
/// A wide character takes two cells: the left one holds the text and a width of 2, the right one no text and a
/// width of 0.
package struct Cell: Hashable, Sendable {
    /// One cluster that every terminal draws alike, as `TextSanitizer` makes it; empty in the right half of a
    /// wide character.
    package internal(set) var text: String
    /// The cells the text takes: 1 or 2, and 0 for the right half of a wide character.
    package internal(set) var width: UInt8
    /// How the cell looks.
    package internal(set) var style: Style

    /// Makes a cell of a cluster whose width is known.
    init(text: String, width: UInt8, style: Style) {
        self.text = text
        self.width = width
        self.style = style
    }

    /// An empty cell in the terminal's own colours.
    package static let blank = Cell(text: " ", width: 1, style: .plain)

    /// The right half of a wide character.
    static func continuation(_ style: Style) -> Cell {
        Cell(text: "", width: 0, style: style)
    }
}

/// How a cell looks: its colours and attributes.
package struct Style: Hashable, Sendable {
    /// The colour of the text.
    package var foreground: Color
    /// The colour behind the text.
    package var background: Color
    /// Bold, dim and the like.
    package var attributes: Attributes

    /// Makes a style; by default the terminal's own colours without attributes.
    package init(foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's own colours, no attributes.
    package static let plain = Style()
    /// Plain, but bold.
    package static let bold = Style(attributes: .bold)
    /// Plain, but dim.
    package static let dim = Style(attributes: .dim)
    /// Plain, but with the colours exchanged: the usual look of a selection.
    package static let reversed = Style(attributes: .reverse)

    /// The same style with `attributes` added.
    package func adding(_ attributes: Attributes) -> Style {
        var style = self
        style.attributes.formUnion(attributes)
        return style
    }

    /// What a terminal can do to text beside colouring it; a terminal without one of them shows plain text.
    package struct Attributes: OptionSet, Hashable, Sendable {
        /// The attributes as bits.
        package let rawValue: UInt8

        /// Makes a set from its bits.
        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Heavier or brighter.
        package static let bold = Attributes(rawValue: 1 << 0)
        /// Fainter.
        package static let dim = Attributes(rawValue: 1 << 1)
        /// Slanted.
        package static let italic = Attributes(rawValue: 1 << 2)
        /// With a line below.
        package static let underline = Attributes(rawValue: 1 << 3)
        /// Foreground and background exchanged.
        package static let reverse = Attributes(rawValue: 1 << 4)
    }
}

/// The signs a frame is drawn with; each takes one cell.
package struct Borders: Hashable, Sendable {
    /// The upper and lower edge.
    package var horizontal: String
    /// The left and right edge.
    package var vertical: String
    /// The upper left corner.
    package var topLeft: String
    /// The upper right corner.
    package var topRight: String
    /// The lower left corner.
    package var bottomLeft: String
    /// The lower right corner.
    package var bottomRight: String

    /// Thin lines.
    package static let unicode = Borders(
        horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘")
    /// Signs that every terminal has.
    package static let ascii = Borders(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+")
}
