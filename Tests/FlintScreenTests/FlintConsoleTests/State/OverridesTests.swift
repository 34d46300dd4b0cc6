import FlintWorld
import Testing

@testable import FlintConsole

struct OverridesTests {
    @Test func `one override is removed from the list`() {
        var driver = ConsoleDriver(.busy)
        driver.press(.showOverrides)
        driver.choose("Flag sound-v2")
        #expect(driver.app.sent == [.override(.flag, "sound-v2", to: nil)])
        #expect(driver.state.model.overrides.count == 3)
        driver.press(.undo)
        #expect(driver.state.model.overrides.count == 4)
    }

    @Test func `the default choice of the list removes no override`() {
        var driver = ConsoleDriver(.busy)
        driver.press(.showOverrides)
        driver.type("<enter>")
        #expect(driver.state.dialog == nil)
        #expect(driver.app.sent.isEmpty)
    }

    @Test func `overrides of one kind are removed from the list`() {
        var driver = ConsoleDriver(.busy)
        driver.press(.showOverrides)
        driver.choose("All flags")
        #expect(driver.app.sent == [.removeOverridesOfKind(.flag)])
        #expect(driver.state.model.overrides.map(\.kind) == [.permission, .purchase])
    }

    @Test func `all overrides are removed from the list`() {
        var driver = ConsoleDriver(.busy)
        driver.press(.showOverrides)
        driver.choose("All overrides")
        #expect(driver.app.sent == [.removeAllOverrides])
    }

    @Test func `an override that expired while the list was open is not removed twice`() {
        var driver = ConsoleDriver(.busy)
        driver.press(.showOverrides)
        driver.type("j")
        driver.change { $0.override(.featureFlag("smart-playlists"), nil) }
        driver.type("<enter>")
        #expect(driver.app.sent.isEmpty)
        #expect(driver.announcement == "The override of Flag smart-playlists was removed: nothing was changed")
    }

    @Test func `overrides of a screen are removed after a confirmation`() {
        var driver = ConsoleDriver(.busy)
        driver.go(to: .permissions)
        driver.press(.removeKind)
        #expect(driver.dialogTitle == "Remove the override of permissions?")
        #expect(driver.text().contains("for this session"))
        driver.type("<enter>")
        driver.press(.removeKind)
        driver.choose("Remove the override of permissions")
        #expect(driver.app.sent == [.removeOverridesOfKind(.permission)])
        driver.press(.removeKind)
        #expect(driver.announcement == "No permissions are overridden")
        driver.go(to: .flags)
        driver.press(.removeKind)
        driver.choose("Remove all 2 overrides of flags")
        #expect(driver.app.sent.last == .removeOverridesOfKind(.flag))
    }

    @Test func `the list of overrides does not open without overrides`() {
        var driver = ConsoleDriver()
        driver.press(.showOverrides)
        #expect(driver.state.dialog == nil)
        #expect(driver.announcement == "No differences from the initial state")
    }

    @Test func `problems are counted and listed`() {
        var driver = ConsoleDriver(.busy)
        #expect(driver.text().contains("! 2 problems"))
        driver.press(.showProblems)
        driver.type("j")
        #expect(driver.text().contains("The file purchases.json was written by a newer version."))
        driver.change { $0.setStatus { _ in } }
        driver.type("<esc>")
        #expect(!driver.text().contains("problem"))
        driver.press(.showProblems)
        #expect(driver.announcement == "The app's files have no problems")
    }

    @Test func `the count of problems is shown at every width`() {
        let app = SampleApp.busy
        for columns in [60, 70, 80, 120] {
            #expect(ConsoleDriver(app, columns: columns, rows: 16).text().contains("! 2 problems"), "\(columns)")
        }
        app.setStatus { $0.problems = ["one"] }
        #expect(ConsoleDriver(app).text().contains("! 1 problem "))
    }
}
