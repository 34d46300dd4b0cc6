import InspectorKit
import TerminalKit
import Testing

@testable import FlintConsole

/// Tests of trying changes without applying them.
struct ScratchTests {
    /// The keys that select Smart playlists, which needs Premium and a permission.
    private static let overridePremium = "2G<tab>b"

    @Test func `a change that is tried is seen on every screen and not made`() {
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
        #expect(driver.state.announcement?.text == "Nothing was changed")
    }

    @Test func `an action is refused before its input is asked for`() {
        var driver = ConsoleDriver()
        driver.type("W" + "1ja")
        #expect(driver.state.dialog == nil)
        #expect(driver.announcement == "Actions cannot be performed in a what-if session")
    }

    @Test func `applying makes what was tried as one change`() {
        var driver = ConsoleDriver()
        let app = driver.app
        driver.type("W" + Self.overridePremium + "3oaWa")
        #expect(driver.state.model.status.scratch == nil)
        #expect(app.sent.count == 1)
        #expect(driver.state.model.overrides.count == 2)
    }

    @Test func `leaving without having tried anything asks nothing`() {
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

    @Test func `undo removes what was tried last`() {
        var driver = ConsoleDriver()
        driver.type("W" + Self.overridePremium + "u")
        #expect(driver.state.model.status.scratch?.changes.isEmpty == true)
        #expect(driver.state.model.overrides.isEmpty)
    }
}
