import FlintTerminal
import Testing

@testable import FlintConsole
@testable import FlintTerminal

struct ThemeTests {
    /// Returns the luminance of a color as defined in WCAG 2.1.
    private func luminance(_ color: Color) -> Double? {
        guard case .indexed(let index) = color else { return nil }
        let linear = ColorPalette.parts(of: Int(index)).map { part -> Double in
            let value = Double(part) / 255
            return value <= 0.03928 ? value / 12.92 : Self.power((value + 0.055) / 1.055)
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// Returns an approximation of a number to the power of 2.4.
    ///
    /// The result is the fifth root of the number's twelfth power, computed by Newton's method.
    private static func power(_ base: Double) -> Double {
        var twelfth = 1.0
        for _ in 0..<12 { twelfth *= base }
        var root = base
        for _ in 0..<60 { root -= (root * root * root * root * root - twelfth) / (5 * root * root * root * root) }
        return root
    }

    private func contrast(_ first: Double, _ second: Double) -> Double {
        (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    @Test(arguments: [("dark", 0.03), ("light", 0.9)])
    func `every color of a theme has the contrast that WCAG asks of text`(name: String, background: Double) throws {
        let theme = try #require(Theme.named.first { $0.name == name }?.theme)
        for role in Role.allCases {
            let style = theme.style(role)
            guard let text = luminance(style.foreground) else { continue }
            let needed = role == .frame ? 3.0 : 4.5
            let behind = luminance(style.background) ?? background
            #expect(contrast(text, behind) >= needed, "\(name) \(role)")
        }
    }

    @Test func `high contrast has no color and nothing dim, and keeps statuses apart`() {
        let theme = Theme.highContrast
        for role in Role.allCases {
            #expect(theme.style(role).foreground == .standard && theme.style(role).background == .standard)
            #expect(!theme.style(role).attributes.contains(.dim))
        }
        #expect(Set([Role.good, .bad, .doubtful, .overridden, .plain].map { theme.style($0) }).count == 5)
    }

    @Test(arguments: ["1", "2", "3", "4", "8"])
    func `a row without an override has no marked blank`(key: String) {
        var driver = ConsoleDriver(.lively, options: ConsoleOptions(themeName: "high-contrast"))
        driver.type(key)
        let (canvas, layout, screen) = (driver.canvas(), driver.state.layout, driver.state.screen)
        let list = layout.list(screen)
        let mark = Theme.highContrast.style(.overridden)
        for row in (list.maxRow - 1 - layout.listHeight(screen))..<(list.maxRow - 1) {
            for column in list.column + 1..<list.maxColumn - 1 where canvas[column, row].style == mark {
                #expect(canvas[column, row].text != " ", "column \(column), row \(row)")
            }
        }
    }

    @Test func `a terminal without colors gets attributes only, and what has a background is reversed`() {
        for (_, theme) in Theme.named {
            let limited = theme.limited(toColors: 0)
            for role in Role.allCases {
                #expect(limited.style(role).foreground == .standard && limited.style(role).background == .standard)
            }
            #expect(limited.style(.selection).attributes.contains(.reverse))
            #expect(limited.style(.banner).attributes.contains(.reverse))
            #expect(theme.limited(toColors: 8) == theme)
        }
    }

    @Test func `the screen is drawn in the theme`() {
        var theme = Theme.standard
        theme.set(Style(foreground: .indexed(201)), for: .bad)
        let canvas = ConsoleDriver(options: ConsoleOptions(themeName: nil, ownTheme: theme)).canvas()
        let usesIt = (0..<40).contains { row in
            (0..<120).contains { canvas[$0, row].style.foreground == .indexed(201) }
        }
        #expect(usesIt)
    }
}

struct ThemeFileTests {
    @Test func `a file changes the looks of roles of the theme it names`() {
        let file = ThemeFile(
            """
            # mine
            theme = dark

            good = #7fd88f bold
            bad = bright-red on color52 underline
            active-frame = default dim
            plain = plain
            """)
        #expect(file.problems.isEmpty)
        #expect(
            file.theme.style(.good)
                == Style(foreground: .rgb(red: 0x7F, green: 0xD8, blue: 0x8F), attributes: .bold))
        #expect(
            file.theme.style(.bad)
                == Style(foreground: .ansi(9), background: .indexed(52), attributes: .underline))
        #expect(file.theme.style(.activeFrame) == .dim)
        #expect(file.theme.style(.doubtful) == Theme.dark.style(.doubtful))
    }

    @Test func `an empty file is the standard theme`() {
        #expect(ThemeFile("").theme == .standard && ThemeFile("\n# x\n").problems.isEmpty)
    }

    @Test(arguments: [
        ("good green", "line 1: Expected a line such as \"good = green bold\"."),
        ("good =", "line 1: Expected a line such as \"good = green bold\"."),
        ("godo = green", "line 1: There is no role godo. Did you mean good?"),
        ("theme = drak", "line 1: There is no theme drak. Did you mean dark?"),
        (
            "good = gren",
            "line 1: gren is neither a color nor an attribute; write colors as red, bright-red, color123, #ff8800 or "
                + "default. Did you mean green?"
        ),
        (
            "zzzzzz = green",
            "line 1: There is no role zzzzzz. Use theme, plain, dim, strong, heading, good, bad, doubtful, "
                + "overridden, key, current, banner, frame, active-frame, selection, faint-selection or production."
        ),
        ("good = red green", "line 1: green is a second color; write the background color after \"on\"."),
        ("good = red on", "line 1: \"on\" must be followed by a color."),
        (
            "good = color256",
            "line 1: color256 is neither a color nor an attribute; write colors as red, bright-red, color123, #ff8800 "
                + "or default."
        ),
    ])
    func `a line that cannot be followed is reported and changes nothing`(text: String, problem: String) {
        let file = ThemeFile(text)
        #expect(file.problems == [problem])
        #expect(file.theme == .standard)
    }

    @Test func `the later of two lines for a role is reported, and a theme must come first`() {
        let twice = ThemeFile("good = red\ngood = blue")
        #expect(twice.problems == ["line 2: Line 1 already sets good."])
        #expect(twice.theme.style(.good).foreground == .ansi(1))
        #expect(
            ThemeFile("good = red\ntheme = dark").problems == ["line 2: The theme line must come first."])
    }

    @Test(arguments: ["#", "#12345", "#1234567", "#+12345", "#gggggg", "color", "color-1", "bright-", "bright-blu"])
    func `an invalid color is refused`(word: String) {
        #expect(ThemeFile("good = \(word)").problems.count == 1)
    }

    @Test func `the theme follows the color scheme that the terminal reports`() {
        var driver = ConsoleDriver(options: ConsoleOptions(themeName: Theme.automaticName))
        #expect(driver.state.theme == .standard)
        driver.feed(.terminal(.colorScheme(.light)))
        #expect(driver.state.theme == .light && driver.state.needsDisplay)
        driver.feed(.terminal(.colorScheme(.dark)))
        #expect(driver.state.theme == .dark)
    }
}
