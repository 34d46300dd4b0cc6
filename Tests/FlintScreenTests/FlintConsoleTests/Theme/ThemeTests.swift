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
    func `every color of a theme has the contrast that WCAG requires`(name: String, background: Double) throws {
        let theme = try #require(Theme.named.first { $0.name == name }?.theme)
        for role in Role.allCases {
            let style = theme.style(role)
            guard let text = luminance(style.foreground) else { continue }
            let behind = luminance(style.background) ?? background
            #expect(contrast(text, behind) >= 4.5, "\(name) \(role)")
        }
    }

    @Test(arguments: ["dark", "light"])
    func `the selected row keeps the status colors, which are readable on it`(name: String) throws {
        let theme = try #require(Theme.named.first { $0.name == name }?.theme)
        let background = try #require(luminance(theme.style(.selection).background))
        for role in [Role.good, .bad, .doubtful, .overridden] {
            let style = theme.selected(theme.style(role))
            #expect(style.foreground == theme.style(role).foreground)
            #expect(try contrast(#require(luminance(style.foreground)), background) >= 4.5, "\(role)")
        }
        #expect(theme.selected(theme.style(.dim)) == theme.style(.selection))
    }

    @Test func `in a reversed row, statuses keep their colors and attributes`() {
        #expect(
            Theme.standard.selected(Style(foreground: .ansi(1))) == Style(foreground: .ansi(1), attributes: .reverse))
        let bad = Theme.highContrast.selected(Theme.highContrast.style(.bad))
        #expect(bad == Style(attributes: [.bold, .underline, .reverse]))
    }

    @Test func `the active pane has a heavy frame in a theme without colors`() {
        var driver = ConsoleDriver(columns: 120, rows: 40, options: ConsoleOptions(themeName: "high-contrast"))
        let (list, detail) = (
            driver.state.layout.listArea(of: .features), driver.state.layout.detailArea(of: .features)
        )
        func corners() -> [String] {
            let canvas = driver.canvas()
            return [canvas[list.column, list.row].text, canvas[detail.maxColumn - 1, detail.row].text]
        }
        #expect(corners() == ["┏", "┐"])
        driver.press(.nextPane)
        #expect(corners() == ["┌", "┓"])
    }

    @Test func `high contrast uses neither colors nor dim text and distinguishes statuses`() {
        let theme = Theme.highContrast
        for role in Role.allCases {
            #expect(theme.style(role).foreground == .standard && theme.style(role).background == .standard)
            #expect(!theme.style(role).attributes.contains(.dim))
        }
        #expect(Set([Role.good, .bad, .doubtful, .overridden, .plain].map { theme.style($0) }).count == 5)
    }

    @Test(arguments: [ConsoleScreen.features, .purchases, .permissions, .flags, .matrix])
    func `a row without an override has no marked blank`(screen: ConsoleScreen) {
        var driver = ConsoleDriver(.lively, options: ConsoleOptions(themeName: "high-contrast"))
        driver.go(to: screen)
        let (canvas, layout) = (driver.canvas(), driver.state.layout)
        let list = layout.listArea(of: screen)
        let mark = Theme.highContrast.style(.overridden)
        for row in (list.maxRow - 1 - layout.listHeight(of: screen))..<(list.maxRow - 1) {
            for column in list.column + 1..<list.maxColumn - 1 where canvas[column, row].style == mark {
                #expect(canvas[column, row].text != " ", "column \(column), row \(row)")
            }
        }
    }

    @Test func `a terminal without colors gets only attributes, and text with a background is reversed`() {
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
        let canvases = ["dark", "light"].map { ConsoleDriver(options: ConsoleOptions(themeName: $0)).canvas() }
        #expect(canvases[0].lines == canvases[1].lines)
        #expect(canvases[0][1, 0].style != canvases[1][1, 0].style)
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
