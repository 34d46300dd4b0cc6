import FlintInspectorTestSupport
import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct SourceComparisonTests {
    private static func driver(_ app: SampleApp = SampleApp(), usesUTF8: Bool = true) -> ConsoleDriver {
        var driver = ConsoleDriver(app, usesUTF8: usesUTF8)
        driver.state.sources.shown = SourcesTests.local
        driver.state.sources.known = [SourcesTests.local, SourcesTests.weather, SourcesTests.journal]
        return driver
    }

    /// Opens the list of sources, and chooses the second one for a comparison.
    private static func ask(_ driver: inout ConsoleDriver, _ keys: String = "<down>=") {
        driver.press(.showApps)
        driver.feed(.sources(FoundSources(driver.state.sources.known)))
        driver.type(keys)
    }

    /// Compares with Weather, whose state a closure changes.
    private static func compare(
        _ driver: inout ConsoleDriver, note: String? = nil, _ change: (SampleApp) -> Void = { _ in }
    ) {
        let other = SampleApp()
        change(other)
        let comparison = WorldComparison(
            from: driver.app.world(of: nil), to: other.world(of: nil))
        ask(&driver)
        driver.feed(.sourceCompared(SourcesTests.weather, comparison, note: note))
    }

    private static func bought(_ app: SampleApp) { app.own("premium") }

    @Test func `a key in the list of sources starts a comparison and keeps the shown app`() {
        var driver = Self.driver()
        driver.type("V")
        driver.feed(.sources(FoundSources(driver.state.sources.known)))
        #expect(driver.text().contains("= compare"))
        driver.type("<down>=")
        #expect(driver.effects.last == .compareSource(SourcesTests.weather) && driver.state.dialog == nil)
        #expect(driver.announcement == "Comparing with Weather")
        #expect(driver.state.sources.shown == SourcesTests.local)
    }

    @Test func `the shown source is not compared with itself`() {
        var driver = Self.driver()
        Self.ask(&driver, "=")
        #expect(!driver.effects.contains(.compareSource(SourcesTests.local)))
        #expect(driver.announcement.hasPrefix("Podcasts is shown already"))
    }

    @Test(arguments: [true, false])
    func `a comparison lists the facts and every feature that differs`(usesUTF8: Bool) {
        var driver = Self.driver(usesUTF8: usesUTF8)
        Self.compare(&driver, note: "Line 3 is damaged.", Self.bought)
        #expect(driver.dialogTitle == "Podcasts compared with Weather")
        let (text, arrow) = (driver.text(), usesUTF8 ? "→" : "->")
        #expect(text.contains("explained by 1 of 1 fact"))
        #expect(text.contains("Premium subscription: not purchased \(arrow) purchased"))
        #expect(text.contains("not available \(arrow) available") && text.contains("Line 3 is damaged."))
        driver.type("<esc>")
        #expect(driver.state.dialog == nil && driver.effects.last != .ring)
    }

    @Test func `the console compares with the same wording as the command line`() {
        var driver = Self.driver(usesUTF8: false)
        Self.compare(&driver, Self.bought)
        guard case .choices(let dialog) = driver.state.dialog else {
            Issue.record("The list is not open.")
            return
        }
        let other = SampleApp()
        Self.bought(other)
        let comparison = WorldComparison(
            from: driver.app.world(of: nil), to: other.world(of: nil))
        let lines = WorldComparisonFormatter(comparison, from: "Podcasts", to: "Weather").lines
        let shown =
            dialog.body.map(\.text) + [""]
            + dialog.options.flatMap {
                ["\($0.title): \($0.note)"] + $0.details.split(separator: "; ").map { "  \($0)" }
            }
        #expect(shown == lines)
    }

    @Test func `enter goes to the marked feature, and escape returns`() {
        var driver = Self.driver()
        driver.go(to: .matrix)
        Self.compare(&driver, Self.bought)
        guard case .choices(let dialog) = driver.state.dialog,
            case .goToFeature(let id) = dialog.options.first?.intent
        else {
            Issue.record("The list is not open.")
            return
        }
        driver.type("<enter>")
        #expect(driver.state.screen == .features && driver.state.selectedFeature?.id == id)
        driver.type("<esc><esc>")
        #expect(driver.state.screen == .matrix)
    }

    @Test func `sources without differences are reported as equal`() {
        var driver = Self.driver()
        Self.compare(&driver)
        #expect(driver.state.dialog == nil)
        #expect(driver.announcement == "Every feature is as available in Podcasts as in Weather.")
    }

    @Test func `features that only one source contains are listed`() {
        let app = SampleApp().world(of: nil)
        let comparison = WorldComparison(from: app, to: World())
        #expect(comparison.commonFeatureCount == 0)
        var driver = Self.driver()
        Self.ask(&driver)
        driver.feed(.sourceCompared(SourcesTests.weather, comparison, note: nil))
        #expect(driver.text().contains("Podcasts and Weather have no features in common."))
        #expect(driver.text().contains("only in Podcasts"))
        let reversed = WorldComparison(from: World(), to: app)
        driver.type("<esc>")
        Self.ask(&driver)
        driver.feed(.sourceCompared(SourcesTests.weather, reversed, note: nil))
        driver.type("<enter>")
        #expect(driver.announcement == "only in Weather" && driver.state.dialog != nil)
    }

    @Test func `a source that cannot be read is reported in full among the messages`() {
        var driver = Self.driver()
        Self.ask(&driver)
        driver.feed(.sourceNotCompared(SourcesTests.weather, reason: "the app has ended; start it again"))
        #expect(driver.announcement == "Weather cannot be compared: the app has ended; start it again")
        #expect(driver.state.messages.recent.last?.text == driver.announcement && driver.effects.last == .ring)
    }

    @Test func `a result that arrives after another key opens no list`() {
        var driver = Self.driver()
        Self.ask(&driver, "<down>=j")
        let comparison = WorldComparison(from: driver.app.world(of: nil), to: driver.app.world(of: nil))
        driver.feed(.sourceCompared(SourcesTests.weather, comparison, note: nil))
        driver.feed(.sourceNotCompared(SourcesTests.weather, reason: "late"))
        #expect(driver.state.dialog == nil && driver.announcement.isEmpty)
    }

    @Test func `a feature that has disappeared cannot be selected`() {
        var driver = Self.driver()
        Self.compare(&driver, Self.bought)
        driver.feed(.listed(.empty))
        driver.type("<enter>")
        #expect(driver.announcement.contains("was removed") && driver.state.dialog == nil)
    }

    @Test func `sources with the same name are distinguished`() {
        var driver = Self.driver()
        driver.state.sources.shown = AppSource(.recording, target: "/a/trip.jsonl", title: "trip.jsonl", note: "in /a")
        let other = AppSource(.recording, target: "/b/trip.jsonl", title: "trip.jsonl", note: "in /b")
        driver.state.sources.known = [other]
        driver.run("compare trip")
        let world = driver.app.world(of: nil)
        driver.feed(.sourceCompared(other, WorldComparison(from: world, to: world), note: nil))
        #expect(driver.announcement == "Every feature is as available in trip.jsonl (in /a) as in trip.jsonl (in /b).")
    }

    @Test func `the palette compares with a source by its name`() {
        var driver = Self.driver()
        driver.type(":compare weather")
        #expect(driver.text().contains("Compare with Weather") && !driver.text().contains("Show Weather"))
        driver.type("<enter>")
        #expect(driver.effects.last == .compareSource(SourcesTests.weather))
    }

    @Test func `hostile names of another app are displayed and not interpreted`() {
        let name = "\u{1B}[2JWeather\u{202E}\u{7}"
        let hostile = AppSource(.running, target: "x", title: name, note: name, process: 12)
        var driver = Self.driver(.hostile)
        driver.state.sources.known = [SourcesTests.local, hostile]
        let (here, there) = (
            SampleApp().world(of: nil), SampleApp.hostile.world(of: nil)
        )
        for comparison in [WorldComparison(from: here, to: there), WorldComparison(from: there, to: here)] {
            Self.ask(&driver)
            driver.feed(.sourceCompared(hostile, comparison, note: name))
            #expect(driver.state.dialog != nil)
            #expect(driver.canvas().lines.allSatisfy { TextSanitizer.sanitized($0) == $0 })
            driver.type("<esc>")
        }
        Self.ask(&driver)
        driver.feed(.sourceNotCompared(hostile, reason: name))
        #expect(driver.canvas().lines.allSatisfy { TextSanitizer.sanitized($0) == $0 })
    }
}
