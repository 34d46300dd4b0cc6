import InspectorKit
import TerminalKit
import Testing

@testable import FlintConsole

/// Tests of trying changes without applying them.
struct ScratchTests {
    /// The keys that select Smart playlists, which needs Premium and a permission.
    private static let overridePremium = "2G<tab>b"

    @Test func `a what-if change is visible on every screen and not applied`() {
        var driver = ConsoleDriver()
        let app = driver.app
        driver.type("W" + Self.overridePremium)
        #expect(driver.state.model.overrides.count == 1)
        #expect(driver.state.model.status.scratch?.changes.count == 1)
        #expect(app.sent.isEmpty)
        driver.type("W")
        #expect(driver.dialogTitle == "What if")
        driver.type("l")
        #expect(driver.state.model.status.scratch == nil)
        #expect(driver.state.model.overrides.isEmpty && app.sent.isEmpty)
        #expect(driver.state.announcement?.text == "The tried changes were discarded")
    }

    @Test func `an action is refused before its input is asked for`() {
        var driver = ConsoleDriver()
        driver.type("W" + "1ja")
        #expect(driver.state.dialog == nil)
        #expect(driver.announcement == "Actions cannot be performed in a what-if session")
    }

    @Test func `the form of the platform says whether the change is only tried`() {
        var driver = ConsoleDriver(columns: 60, rows: 16)
        driver.type(":override the plat<enter>")
        #expect(driver.text().contains("Overrides the app's platform now"))
        driver.type("<esc>W:override the plat<enter>")
        #expect(driver.text().contains("Tried only in this what-if session"))
    }

    @Test func `applying what-if changes is a single change`() {
        var driver = ConsoleDriver()
        let app = driver.app
        driver.type("W" + Self.overridePremium + "3oaWa")
        #expect(driver.state.model.status.scratch == nil)
        #expect(app.sent.count == 1)
        #expect(driver.state.model.overrides.count == 2)
    }

    @Test func `leaving without what-if changes needs no confirmation`() {
        var driver = ConsoleDriver()
        driver.type("WW")
        #expect(driver.state.dialog == nil)
        #expect(driver.state.model.status.scratch == nil)
    }

    @Test func `the marked choice goes on trying`() {
        var driver = ConsoleDriver()
        driver.type("W" + Self.overridePremium + "W<enter>")
        #expect(driver.state.model.status.scratch?.changes.count == 1)
    }

    @Test func `undo removes the last what-if change`() {
        var driver = ConsoleDriver()
        driver.type("W" + Self.overridePremium + "u")
        #expect(driver.state.model.status.scratch?.changes.isEmpty == true)
        #expect(driver.state.model.overrides.isEmpty)
    }

    /// Marks the app as a recording.
    private func openRecording(_ driver: inout ConsoleDriver) {
        var changes = ModelChanges(revision: driver.state.model.revision)
        changes.status = driver.state.model.status
        changes.status?.recording = RecordedMoment(
            name: "shop.jsonl", event: 7, date: PodcastWorld.start, isLast: true)
        driver.feed(.changed(changes))
    }

    @Test func `keys that change the app are not offered on a recording`() {
        var driver = ConsoleDriver()
        openRecording(&driver)
        driver.type("j")
        #expect(!KeyBar(driver.state).line.text.contains("a perform"))
        #expect(KeyBar(driver.state).line.text.contains("w why"))
        let reason = "A recording cannot be changed; W tries changes on a copy"
        for key in ["a", "p", "2b", "2m", "2x", "3o", "u", "C"] {
            driver.type(key)
            #expect(driver.announcement == reason, "\(key)")
        }
        driver.type("1?perform")
        #expect(driver.text().contains("unavailable: \(reason)"))
        #expect(driver.state.reasonNotAllowed(PaletteEntry.platform) == reason)
        #expect(driver.app.sent.isEmpty)
    }

    @Test func `changes are tried on a copy of a recording and cannot be applied to it`() {
        var driver = ConsoleDriver()
        openRecording(&driver)
        driver.type("W")
        openRecording(&driver)
        driver.type(Self.overridePremium)
        #expect(driver.state.model.status.scratch?.changes.count == 1)
        openRecording(&driver)
        driver.type("Wa")
        #expect(driver.announcement == "A recording cannot be changed")
        driver.type("l")
        #expect(driver.state.model.status.scratch == nil && driver.app.sent.isEmpty)
    }
}
