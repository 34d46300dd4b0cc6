import Testing

@testable import FlintTerminal

struct ColorPaletteTests {
    private let orange = Color.rgb(red: 255, green: 175, blue: 0)

    @Test func `a terminal without colors uses the default color`() {
        for colors in [0, 2] {
            let palette = ColorPalette(colors: colors)
            for color in [Color.standard, .ansi(1), .indexed(208), orange] {
                #expect(palette.number(of: color) == -1)
                #expect(!palette.needsBold(for: color))
            }
        }
    }

    @Test func `a palette of 8 colors shows bright colors in bold`() {
        let palette = ColorPalette(colors: 8)
        #expect(palette.number(of: .ansi(1)) == 1 && !palette.needsBold(for: .ansi(1)))
        #expect(palette.number(of: .ansi(9)) == 1 && palette.needsBold(for: .ansi(9)))
        #expect(palette.number(of: .indexed(9)) == 1 && palette.needsBold(for: .indexed(9)))
        #expect(palette.number(of: .rgb(red: 250, green: 5, blue: 5)) == 1)
        #expect(palette.needsBold(for: .rgb(red: 250, green: 5, blue: 5)))
        #expect(palette.number(of: .standard) == -1)
    }

    @Test func `a palette of 8 colors shows every spelling of bright black in bold`() {
        let palette = ColorPalette(colors: 8)
        let gray = Color.rgb(red: 127, green: 127, blue: 127)
        for color in [Color.ansi(8), .indexed(8), .indexed(244), gray] {
            #expect(palette.number(of: color) == 0 && palette.needsBold(for: color), "\(color)")
        }
        for color in [Color.ansi(0), .indexed(0), .indexed(16), .rgb(red: 0, green: 0, blue: 0)] {
            #expect(palette.number(of: color) == 0 && !palette.needsBold(for: color), "\(color)")
        }
    }

    @Test func `a palette of 16 colors uses the nearest color`() {
        let palette = ColorPalette(colors: 16)
        #expect(palette.number(of: .ansi(12)) == 12)
        #expect(palette.number(of: .indexed(196)) == 9)
        #expect(palette.number(of: .indexed(16)) == 0)
        #expect(palette.number(of: .indexed(255)) == 7)
        #expect(palette.number(of: .rgb(red: 0, green: 0, blue: 0)) == 0)
        #expect(!palette.needsBold(for: .ansi(12)))
    }

    @Test func `a palette of 256 colors uses the nearest color of the cube and the grays`() {
        let palette = ColorPalette(colors: 256)
        #expect(palette.number(of: .ansi(12)) == 12)
        #expect(palette.number(of: .indexed(208)) == 208)
        #expect(palette.number(of: orange) == 214)
        #expect(palette.number(of: .rgb(red: 0, green: 0, blue: 0)) == 16)
        #expect(palette.number(of: .rgb(red: 255, green: 255, blue: 255)) == 231)
        #expect(palette.number(of: .rgb(red: 48, green: 48, blue: 48)) == 236)
        // The darker of two equally near colors.
        #expect(palette.number(of: .rgb(red: 115, green: 0, blue: 0)) == 52)
    }

    @Test func `a palette of true colors avoids the numbers of named colors`() {
        let palette = ColorPalette(colors: 1 << 24)
        #expect(palette.number(of: .ansi(3)) == 3)
        #expect(palette.number(of: orange) == 0xFFAF00)
        #expect(palette.number(of: .rgb(red: 0, green: 0, blue: 5)) == 8)
        #expect(palette.number(of: .indexed(214)) == 0xFFAF00)
        #expect(palette.number(of: .ansi(9)) == 0xFF0000)
        // The first eight numbers have names, and the ninth has no name.
        #expect(palette.number(of: .ansi(7)) == 7 && palette.number(of: .indexed(7)) == 7)
        #expect(palette.number(of: .ansi(8)) == 0x7F7F7F && palette.number(of: .indexed(8)) == 0x7F7F7F)
    }

    @Test func `named colors are xterm's colors`() {
        let names = [
            (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
            (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255),
            (0, 255, 255), (255, 255, 255),
        ]
        let (sixteen, all) = (ColorPalette(colors: 16), ColorPalette(colors: 1 << 24))
        for (index, name) in names.enumerated() {
            let color = Color.rgb(red: UInt8(name.0), green: UInt8(name.1), blue: UInt8(name.2))
            #expect(sixteen.number(of: color) == index)
            // The first eight numbers are names there.
            guard index > 7 else { continue }
            #expect(all.number(of: .ansi(UInt8(index))) == name.0 << 16 | name.1 << 8 | name.2)
        }
    }

    @Test func `color numbers stay in the range of the palette`() {
        for colors in [8, 16, 256, 1 << 24] {
            let palette = ColorPalette(colors: colors)
            for index in UInt8.min...UInt8.max {
                #expect((-1..<colors).contains(palette.number(of: .ansi(index))))
                #expect((-1..<colors).contains(palette.number(of: .indexed(index))))
            }
        }
    }
}
