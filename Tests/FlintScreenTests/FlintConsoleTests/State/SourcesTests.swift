import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct SourcesTests {
    static let local = AppSource(.local, target: "", title: "Podcasts", note: "in this process")
    static let weather = AppSource(
        .running, target: "weather", title: "Weather", note: "process 12, production", process: 12)
    static let journal = AppSource(
        .recording, target: "/tmp/trip.jsonl", title: "trip.jsonl", note: "recording in /tmp")

    private static func driver() -> ConsoleDriver {
        var driver = ConsoleDriver()
        driver.state.sources.shown = local
        return driver
    }

    private static func found(_ driver: inout ConsoleDriver, notes: [String] = []) {
        driver.feed(.sources(FoundSources([local, weather, journal], notes: notes)))
    }

    @Test func `the key lists the apps and recordings and marks the shown one`() {
        var driver = Self.driver()
        driver.type("V")
        #expect(driver.effects == [.listSources] && driver.state.dialog == nil)
        Self.found(&driver, notes: ["museum (process 3) does not answer."])
        #expect(driver.dialogTitle == "Apps, recordings, and scenarios")
        for text in ["Weather", "process 12, production", "trip.jsonl", "current", "museum (process 3)"] {
            #expect(driver.text().contains(text), "\(text)")
        }
        driver.choose("Weather")
        #expect(driver.effects.last == .openSource(Self.weather) && driver.state.dialog == nil)
        #expect(driver.announcement == "Opening Weather")
    }

    @Test func `a list that arrives after another key does not open`() {
        var driver = Self.driver()
        driver.type("Vj")
        Self.found(&driver)
        #expect(driver.state.dialog == nil)
    }

    @Test func `the palette finds apps and recordings`() {
        var driver = Self.driver()
        driver.type(":")
        #expect(driver.effects.contains(.listSources))
        Self.found(&driver)
        driver.type("weather")
        #expect(driver.text().contains("Show Weather"))
        driver.type("<enter>")
        #expect(driver.effects.last == .openSource(Self.weather))
    }

    @Test func `no state of the previous app remains, and its position is restored with it`() {
        var driver = Self.driver()
        driver.override(.premium, as: "purchased")
        driver.filter("premium")
        #expect(driver.state.model.overrides.count == 1)
        driver.feed(.sourceOpened(Self.weather, canTravel: true, note: nil))
        #expect(driver.effects.last == .showSource)
        #expect(driver.state.model == .empty && driver.state.screen == .features)
        #expect(driver.state.messages.recent.isEmpty && !driver.state.filter.isActive && driver.state.lastEventID == 0)
        #expect(driver.state.environment.canTravel && driver.announcement == "Now showing Weather")
        #expect(!driver.text().contains("Premium") && !driver.text().contains("Podcasts"))
        #expect(driver.canvas().lines[0].contains("Weather"))
        driver.feed(.sourceOpened(Self.local, canTravel: false, note: "A line is damaged"))
        #expect(
            driver.state.screen == .purchases && driver.state.screens.purchases.browser.filter.field.text == "premium")
        #expect(driver.announcement == "Now showing Podcasts. A line is damaged")
    }

    @Test func `a source that cannot be opened does not change the console`() {
        var driver = Self.driver()
        driver.go(to: .purchases)
        driver.press(.showApps)
        Self.found(&driver)
        driver.choose("Weather")
        driver.press(.showApps)
        #expect(driver.announcement == "Weather is being opened")
        driver.feed(.sourceNotOpened(Self.weather, reason: "weather (process 12) has ended."))
        #expect(driver.announcement == "Weather cannot be shown: weather (process 12) has ended.")
        #expect(driver.state.screen == .purchases && driver.state.sources.shown == Self.local)
        driver.press(.overridePurchased)
        #expect(driver.app.sent.count == 1)
    }

    @Test func `the source cannot be changed while changes are tried`() {
        var driver = Self.driver()
        driver.press(.whatIf)
        driver.override(.premium, as: "purchased")
        driver.press(.showApps)
        #expect(driver.announcement == "Changes are being tried; W applies or discards them")
        #expect(!driver.effects.contains(.listSources))
    }

    @Test func `a console without other sources reports it`() {
        var driver = ConsoleDriver()
        driver.press(.showApps)
        #expect(driver.announcement == "This console shows only one app")
    }
}
