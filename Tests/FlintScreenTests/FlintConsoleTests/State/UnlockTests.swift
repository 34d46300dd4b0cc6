import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct UnlockTests {
    @Test func `the plans to unlock are offered, and one can be overridden as one change`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.unlock)
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
                if case .setOverride(_, let override?) = command { override.expiry == nil } else { false }
            })
        #expect(driver.state.selectedFeature?.available == true)
        driver.press(.undo)
        #expect(driver.app.sent.last == .undo)
        #expect(driver.state.selectedFeature?.available == false)
        #expect(driver.state.model.overrides.isEmpty)
    }

    @Test func `the first plan is marked and shows its effect`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.unlock)
        #expect(driver.text().contains("> 1  Override: buy Premium subscription"))
        #expect(driver.text().contains("Turbo downloads, Smart playlists"))
        driver.type("<enter>")
        #expect(driver.state.selectedFeature?.available == true)
    }

    @Test(arguments: ["<up><enter>", "<esc>"])
    func `canceling the dialog changes nothing and reports it`(keys: String) {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.unlock)
        driver.type(keys)
        #expect(driver.state.dialog == nil)
        #expect(driver.app.sent.isEmpty)
        #expect(driver.announcement == "Nothing was changed")
    }

    @Test func `the overrides of a plan last until they are removed, or as chosen in the dialog`() {
        var driver = ConsoleDriver()
        driver.select(.smartPlaylists)
        driver.press(.unlock)
        #expect(driver.text().contains("l  kept until removed"))
        driver.press(.nextExpiry, .giveReason)
        driver.submit("a demo")
        #expect(driver.text().contains("l  kept for this session"))
        driver.type("<enter>")
        #expect(driver.state.model.overrides.count == 2)
        #expect(driver.state.model.overrides.allSatisfy { $0.expiry == .untilQuit && $0.reason == "a demo" })
    }

    @Test func `an available feature cannot be unlocked`() {
        var driver = ConsoleDriver()
        driver.press(.unlock)
        #expect(driver.state.dialog == nil)
        #expect(driver.announcement.hasSuffix("is already available"))
    }

    @Test(arguments: [
        ("Smart playlists", "Premium subscription is not purchased, Location when in use is not determined"),
        ("Turbo downloads", "Premium subscription is not purchased (or Turbo pack)"),
    ])
    func `why lists all blocking requirements above the plans to unlock`(name: String, reasons: String) {
        var driver = ConsoleDriver()
        driver.select(.feature(name))
        driver.press(.why)
        #expect(driver.announcement == "Blocked by: \(reasons)")
        #expect(driver.state.pane == .detail && driver.text().contains("To unlock"))
    }
}
