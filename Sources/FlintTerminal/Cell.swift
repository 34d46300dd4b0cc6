// SPDX-License-Identifier: MIT

/// One character cell of a canvas.
///
/// A wide character occupies two cells. The left cell has the text and a width of 2. The right cell has an empty string
/// and a width of 0.
package struct Cell: Hashable, Sendable {
    package internal(set) var text: String
    package internal(set) var width: UInt8
    package internal(set) var style: Style

    init(text: String, width: UInt8, style: Style) {
        self.text = text
        self.width = width
        self.style = style
    }

    package static let blank = Cell(text: " ", width: 1, style: .plain)

    static func continuation(_ style: Style) -> Cell {
        Cell(text: "", width: 0, style: style)
    }
}

package struct Style: Hashable, Sendable {
    package var foreground: Color
    package var background: Color
    package var attributes: Attributes

    package init(foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    package static let plain = Style()
    package static let bold = Style(attributes: .bold)
    package static let dim = Style(attributes: .dim)
    package static let reversed = Style(attributes: .reverse)

    package func adding(_ attributes: Attributes) -> Style {
        var style = self
        style.attributes.formUnion(attributes)
        return style
    }

    /// Returns the SGR parameters that select the style after a reset.
    ///
    /// The base of a color is 30 for the foreground and 40 for the background.
    func sgrParameters(color: (_ color: Color, _ base: Int) -> String?) -> String {
        let numbers: [(Attributes, String)] = [
            (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
        ]
        let selected = numbers.filter { attributes.contains($0.0) }.map(\.1)
        let colors = [color(foreground, 30), color(background, 40)].compactMap(\.self)
        return (["0"] + selected + colors).joined(separator: ";")
    }

    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let bold = Attributes(rawValue: 1 << 0)
        package static let dim = Attributes(rawValue: 1 << 1)
        package static let italic = Attributes(rawValue: 1 << 2)
        package static let underline = Attributes(rawValue: 1 << 3)
        package static let reverse = Attributes(rawValue: 1 << 4)
    }
}

/// The characters of a box's border, each one cell wide.
package struct Borders: Hashable, Sendable {
    package var horizontal: String
    package var vertical: String
    package var topLeft: String
    package var topRight: String
    package var bottomLeft: String
    package var bottomRight: String
    /// The upper end of a line that two boxes share.
    package var topJoint: String
    /// The lower end of a line that two boxes share.
    package var bottomJoint: String
    /// The left end of a line that two boxes share.
    package var leftJoint: String
    /// The right end of a line that two boxes share.
    package var rightJoint: String

    package static let unicode = Borders(
        horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘",
        topJoint: "┬", bottomJoint: "┴", leftJoint: "├", rightJoint: "┤")
    package static let heavy = Borders(
        horizontal: "━", vertical: "┃", topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛",
        topJoint: "┳", bottomJoint: "┻", leftJoint: "┣", rightJoint: "┫")
    package static let ascii = Borders(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+",
        topJoint: "+", bottomJoint: "+", leftJoint: "+", rightJoint: "+")
    package static let heavyASCII = Borders(
        horizontal: "=", vertical: "#", topLeft: "#", topRight: "#", bottomLeft: "#", bottomRight: "#",
        topJoint: "#", bottomJoint: "#", leftJoint: "#", rightJoint: "#")
}
