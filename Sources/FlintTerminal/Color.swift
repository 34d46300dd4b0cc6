// SPDX-License-Identifier: MIT

/// A color of text or its background.
///
/// The terminal shows the nearest color that it supports. If necessary, a true color is reduced to one of 256, 16, or 8
/// colors. On a terminal without colors, or if colors are turned off, no colors are shown. A color therefore never
/// carries meaning alone: a word, a character, or an attribute repeats the meaning.
package enum Color: Hashable, Sendable {
    case standard
    /// One of the sixteen named colors, `0...15`: eight normal colors, followed by their bright forms.
    case ansi(UInt8)
    case indexed(UInt8)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// The colors of a terminal, which map a ``Color`` to the nearest supported one.
struct ColorPalette {
    /// The number of colors, such as 0, 8, 16, or 256, or at least 2²⁴ on a terminal with true colors.
    let colors: Int

    /// Returns the curses number of the nearest color, or -1 for the default color or without color support.
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

    /// Returns whether bold text must make up for the lost brightness of a color.
    ///
    /// On a terminal with fewer than 16 colors, the normal form of a bright color is shown in its place.
    func needsBold(for color: Color) -> Bool {
        guard colors >= 8, colors < 16 else { return false }
        switch color {
        case .standard: return false
        case .ansi(let index), .indexed(let index):
            return (index < 16 ? Int(index) : Self.nearestNamed(Self.rgb(of: Int(index)))) >= 8
        case .rgb(let red, let green, let blue):
            return Self.nearestNamed(RGB(red: Int(red), green: Int(green), blue: Int(blue))) >= 8
        }
    }

    /// The components of a color, `0...255` each.
    private struct RGB {
        let red, green, blue: Int

        func distance(to other: RGB) -> Int {
            let red = red - other.red
            let green = green - other.green
            let blue = blue - other.blue
            // The eye is most sensitive to green and least to blue.
            return 3 * red * red + 6 * green * green + blue * blue
        }
    }

    private func limited(_ index: Int) -> Int {
        index >= 8 && index < 16 && colors < 16 ? index - 8 : index
    }

    /// Returns the number of a color on a terminal with true colors, where 0 to 7 are still the named colors.
    private func direct(_ color: Color) -> Int {
        let rgb: RGB
        switch color {
        case .standard: return -1
        case .ansi(let index) where index < 8, .indexed(let index) where index < 8: return Int(index)
        case .ansi(let index), .indexed(let index): rgb = Self.rgb(of: Int(index))
        case .rgb(let red, let green, let blue): rgb = RGB(red: Int(red), green: Int(green), blue: Int(blue))
        }
        let value = rgb.red << 16 | rgb.green << 8 | rgb.blue
        // The numbers 1 to 7 select named colors, so the darkest shades of blue use the next number.
        return value > 0 && value < 8 ? 8 : value
    }

    /// Returns the red, green, and blue components of one of the 256 colors, `0...255` each.
    static func parts(of index: Int) -> [Int] {
        let rgb = rgb(of: index)
        return [rgb.red, rgb.green, rgb.blue]
    }

    private static func rgb(of index: Int) -> RGB {
        if index < 16 { return named[index] }
        if index >= 232 {
            let level = 8 + 10 * (index - 232)
            return RGB(red: level, green: level, blue: level)
        }
        let offset = index - 16
        return RGB(red: steps[offset / 36], green: steps[offset / 6 % 6], blue: steps[offset % 6])
    }

    /// Returns the nearest of the 240 colors that do not depend on the user's settings.
    private static func nearestIndexed(_ rgb: RGB) -> Int {
        let cube = 16 + 36 * nearestStep(rgb.red) + 6 * nearestStep(rgb.green) + nearestStep(rgb.blue)
        let gray = 232 + max(0, min(23, ((rgb.red + rgb.green + rgb.blue) / 3 - 3) / 10))
        return rgb.distance(to: Self.rgb(of: gray)) < rgb.distance(to: Self.rgb(of: cube)) ? gray : cube
    }

    /// Returns the nearest of the sixteen named colors, assuming xterm's default definitions.
    private static func nearestNamed(_ rgb: RGB) -> Int {
        named.indices.min { rgb.distance(to: named[$0]) < rgb.distance(to: named[$1]) } ?? 0
    }

    private static func nearestStep(_ level: Int) -> Int {
        steps.indices.min { abs(steps[$0] - level) < abs(steps[$1] - level) } ?? 0
    }

    private static let steps = [0, 95, 135, 175, 215, 255]

    private static let named: [RGB] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
        (255, 255, 255),
    ].map { RGB(red: $0.0, green: $0.1, blue: $0.2) }
}
