/// A colour as a screen asks for it; the terminal shows the nearest one it has.
///
/// A true colour becomes one of 256, of 16 or of 8, and on a terminal without colours, or under `NO_COLOR`, it
/// disappears. So a colour never carries a meaning of its own: a word, a sign or an attribute repeats it.
package enum Color: Hashable, Sendable {
    /// The terminal's own colour, whatever its user chose.
    case standard
    /// One of the sixteen named colours, `0...15`: eight normal ones, then their bright forms.
    case ansi(UInt8)
    /// One of the 256 colours of the xterm palette.
    case indexed(UInt8)
    /// A true colour.
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// Finds the nearest colour a terminal has.
struct ColorPalette {
    /// How many colours the terminal has: 0, 8, 16, 256 or all true colours.
    let colors: Int

    /// The number by which curses knows the nearest colour; -1 is the terminal's own.
    func number(of color: Color) -> Int {
        guard colors >= 8, color != .standard else { return -1 }
        if colors >= 1 << 24 { return direct(color) }
        switch color {
        case .standard: return -1
        case .ansi(let index) where index < 16: return limited(Int(index))
        case .ansi(let index), .indexed(let index):
            return index < 16 || colors >= 256
                ? limited(Int(index)) : limited(Self.nearestNamed(Self.rgb(of: Int(index))))
        case .rgb(let red, let green, let blue):
            let rgb = RGB(red: Int(red), green: Int(green), blue: Int(blue))
            return limited(colors >= 256 ? Self.nearestIndexed(rgb) : Self.nearestNamed(rgb))
        }
    }

    /// Whether the nearest colour is the normal form of a bright one, for which bold text makes up.
    func needsBold(for color: Color) -> Bool {
        guard colors >= 8, colors < 16 else { return false }
        switch color {
        case .standard: return false
        case .ansi(let index) where index < 16: return index >= 8
        case .ansi(let index), .indexed(let index):
            return (index < 16 ? Int(index) : Self.nearestNamed(Self.rgb(of: Int(index)))) > 8
        case .rgb(let red, let green, let blue):
            return Self.nearestNamed(RGB(red: Int(red), green: Int(green), blue: Int(blue))) > 8
        }
    }

    /// A colour as its parts, `0...255` each.
    private struct RGB {
        let red, green, blue: Int

        /// How different two colours look, roughly: the eye sees green best and blue least.
        func distance(to other: RGB) -> Int {
            let red = red - other.red
            let green = green - other.green
            let blue = blue - other.blue
            return 3 * red * red + 6 * green * green + blue * blue
        }
    }

    /// The number of a named or indexed colour on this terminal.
    private func limited(_ index: Int) -> Int {
        index >= 8 && index < 16 && colors < 16 ? index - 8 : index
    }

    /// The number of a colour on a terminal with true colours, where 0 to 7 still are the named ones.
    private func direct(_ color: Color) -> Int {
        let rgb: RGB
        switch color {
        case .standard: return -1
        case .ansi(let index) where index < 8, .indexed(let index) where index < 8: return Int(index)
        case .ansi(let index), .indexed(let index): rgb = Self.rgb(of: Int(index))
        case .rgb(let red, let green, let blue): rgb = RGB(red: Int(red), green: Int(green), blue: Int(blue))
        }
        let value = rgb.red << 16 | rgb.green << 8 | rgb.blue
        return value > 0 && value < 8 ? 8 : value
    }

    /// The red, green and blue of one of the 256 colours, `0...255` each.
    static func parts(of index: Int) -> [Int] {
        let rgb = rgb(of: index)
        return [rgb.red, rgb.green, rgb.blue]
    }

    /// The parts of one of the 256 colours.
    private static func rgb(of index: Int) -> RGB {
        if index < 16 { return named[index] }
        if index >= 232 {
            let level = 8 + 10 * (index - 232)
            return RGB(red: level, green: level, blue: level)
        }
        let offset = index - 16
        return RGB(red: steps[offset / 36], green: steps[offset / 6 % 6], blue: steps[offset % 6])
    }

    /// The nearest of the 240 colours whose look does not depend on the user's settings.
    private static func nearestIndexed(_ rgb: RGB) -> Int {
        let cube = 16 + 36 * nearestStep(rgb.red) + 6 * nearestStep(rgb.green) + nearestStep(rgb.blue)
        let gray = 232 + max(0, min(23, ((rgb.red + rgb.green + rgb.blue) / 3 - 3) / 10))
        return rgb.distance(to: Self.rgb(of: gray)) < rgb.distance(to: Self.rgb(of: cube)) ? gray : cube
    }

    /// The nearest of the sixteen named colours, as terminals define them by default.
    private static func nearestNamed(_ rgb: RGB) -> Int {
        named.indices.min { rgb.distance(to: named[$0]) < rgb.distance(to: named[$1]) } ?? 0
    }

    /// The nearest of the six levels of the colour cube.
    private static func nearestStep(_ level: Int) -> Int {
        steps.indices.min { abs(steps[$0] - level) < abs(steps[$1] - level) } ?? 0
    }

    /// The levels of the colour cube.
    private static let steps = [0, 95, 135, 175, 215, 255]

    /// The sixteen named colours as xterm defines them.
    private static let named: [RGB] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
        (255, 255, 255),
    ].map { RGB(red: $0.0, green: $0.1, blue: $0.2) }
}
