import InspectorKit
import TerminalKit
import Testing

@testable import FlintConsole

/// Tests of the dialog that lists the ways to unlock a feature.
struct UnlockTests {
    @Test func `the ways to unlock are offered, and one is overridden as one change`() {
        var driver = ConsoleDriver()
        driver.type("/smart<enter><esc>U")
        #expect(driver.dialogTitle == "Unlock Smart playlists")
        #expect(driver.text().contains("   buy Premium"))
        driver.type("1")
        guard case .sequence(let commands)? = driver.app.sent.last else {
            Issue.record("\(driver.app.sent)")
            return
        }
        #expect(commands.count == 2)
        #expect(
            commands.allSatisfy { command in
                if case .setOverride(_, let override?) = command { override.expiry == .untilQuit } else { false }
            })
        #expect(driver.state.selectedFeature?.available == true)
        driver.type("u")
        #expect(driver.app.sent.last == .undo)
        #expect(driver.state.selectedFeature?.available == false)
        #expect(driver.state.model.overrides.isEmpty)
    }

    @Test func `the marked choice of the dialog changes nothing`() {
        var driver = ConsoleDriver()
        driver.type("/smart<enter><esc>U<enter>")
        #expect(driver.state.dialog == nil)
        #expect(driver.app.sent.isEmpty)
    }

    @Test func `an available feature has nothing to unlock`() {
        var driver = ConsoleDriver()
        driver.type("U")
        #expect(driver.state.dialog == nil)
        #expect(driver.announcement.hasSuffix("is already available"))
    }
}
