import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct ProductionTests {
    private static func app(isReadOnly: Bool = false) -> SampleApp {
        let app = SampleApp()
        app.setStatus { ($0.environment, $0.isReadOnly) = (.production, isReadOnly ? true : nil) }
        return app
    }

    private static func driver(isReadOnly: Bool = false, colors: Int = 256) -> ConsoleDriver {
        ConsoleDriver(app(isReadOnly: isReadOnly), colors: colors)
    }

    @Test func `a change is made only after the second question`() {
        var driver = Self.driver()
        driver.override(.premium, as: "purchased")
        #expect(driver.dialogTitle == "This is production. Make the change?")
        #expect(driver.text().contains("Override Premium subscription: purchased"))
        #expect(driver.app.sent.isEmpty && driver.state.commands.count == 0)
        driver.type("<enter>")
        #expect(driver.announcement == "Nothing was changed" && driver.app.sent.isEmpty)
        driver.press(.overridePurchased)
        driver.choose("Make the change in production")
        #expect(driver.app.sent.count == 1 && driver.state.model.overrides.count == 1)
    }

    @Test func `letters do not answer the question, so that a repeated key has no effect`() {
        var driver = Self.driver()
        driver.type("2Gby")
        #expect(driver.app.sent.isEmpty && driver.dialogTitle.hasPrefix("This is production"))
    }

    @Test(arguments: [
        ("2Gob", "Override Premium subscription: purchased"), ("p", "Resume the background work"),
        ("<alt-f>f", "Focus on Podcasts"), ("/smart<enter><esc>f", "Request the permissions of Smart playlists"),
    ])
    func `every change is described in a question`(keys: String, title: String) {
        var driver = Self.driver()
        driver.type(keys)
        #expect(driver.dialogTitle.hasPrefix("This is production") && driver.app.sent.isEmpty)
        #expect(driver.text().contains(title))
    }

    @Test func `tried changes require a confirmation when they are applied`() {
        var driver = Self.driver()
        driver.press(.whatIf)
        driver.override(.premium, as: "purchased")
        #expect(driver.state.app.whatIf?.changes.count == 1 && driver.state.dialog == nil)
        driver.press(.whatIf)
        driver.choose("Apply the change")
        #expect(driver.dialogTitle.hasPrefix("This is production") && driver.app.sent.isEmpty)
        driver.choose("Make the change in production")
        #expect(driver.app.sent.count == 1 && driver.state.app.whatIf == nil)
    }

    @Test func `a read-only app requires no confirmation, and changes can be tried`() {
        var driver = Self.driver(isReadOnly: true)
        driver.select(.premium)
        driver.press(.overridePurchased)
        #expect(driver.announcement == "The app is read-only; W tries changes on a copy")
        #expect(driver.state.dialog == nil && driver.app.sent.isEmpty)
        #expect(driver.canvas().lines[0].hasPrefix(" PRODUCTION  Podcasts   read-only"))
        driver.press(.whatIf, .overridePurchased)
        #expect(driver.state.app.whatIf?.changes.count == 1)
    }

    @Test func `a development app is changed without a question`() {
        var driver = ConsoleDriver()
        driver.override(.premium, as: "purchased")
        #expect(driver.app.sent.count == 1)
        #expect(!driver.text().contains("PRODUCTION"))
    }

    @Test(arguments: Theme.named.map(\.name))
    func `the header shows production in its own style`(name: String) throws {
        let theme = try #require(Theme.named.first { $0.name == name }?.theme)
        for colors in [0, 256] {
            let options = ConsoleOptions(themeName: name)
            let canvas = ConsoleDriver(Self.app(), colors: colors, options: options).canvas()
            #expect(canvas.lines[0].hasPrefix(" PRODUCTION  Podcasts"))
            let style = canvas[2, 0].style
            #expect(style == theme.limited(toColors: colors).style(.production))
            #expect(style.attributes.contains(.bold) && style != canvas[60, 0].style, "\(colors)")
        }
    }
}
