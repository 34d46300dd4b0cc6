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
}
