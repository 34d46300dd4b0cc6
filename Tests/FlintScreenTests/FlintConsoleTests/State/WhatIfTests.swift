import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct WhatIfTests {
    /// Returns a console in which an override of Premium is tried.
    private func trying(_ app: SampleApp = SampleApp()) -> ConsoleDriver {
        var driver = ConsoleDriver(app)
        driver.press(.whatIf)
        driver.override(.premium, as: "purchased")
        return driver
    }

    @Test func `a what-if change is visible on every screen and not applied`() {
        var driver = trying()
        let app = driver.app
        #expect(driver.state.model.overrides.count == 1)
        #expect(driver.state.app.whatIf?.changes.count == 1)
        #expect(app.sent.isEmpty)
        driver.press(.whatIf)
        #expect(driver.dialogTitle == "What if")
        driver.choose("Leave without applying")
        #expect(driver.state.app.whatIf == nil)
        #expect(driver.state.model.overrides.isEmpty && app.sent.isEmpty)
        #expect(driver.state.messages.announcement?.text == "The tried changes were discarded")
    }

    @Test func `quitting with tried changes asks whether to apply them`() {
        var driver = trying()
        driver.type("q")
        #expect(driver.dialogTitle == "What if" && !driver.effects.contains(.quit))
        driver.choose("Leave without applying")
        driver.type("q")
        #expect(driver.effects.last == .quit)
        var other = trying()
        other.type("<ctrl-c><ctrl-c>")
        #expect(other.effects.last == .quit)
    }

    @Test func `the dialog lists the features that differ`() {
        var driver = trying()
        driver.press(.whatIf)
        #expect(driver.text().contains("tried  Premium subscription: purchased"))
        #expect(driver.text().contains("Turbo downloads: not available → available"))
        #expect(driver.text().contains("Smart playlists: not available → undetermined"))
        driver.type("<esc>")
        driver.press(.undo, .whatIf)
        #expect(driver.state.dialog == nil, "Without changes, the session ends.")
    }

    @Test func `the dialog counts the features that it does not list`() {
        let extra = (1...10).map { number in
            DeclaredFeature(
                id: "PodcastFeatures/Extra\(number)", name: "Extra \(number)", parent: "PodcastFeatures",
                needs: .purchase("premium"))
        }
        var driver = trying(.declaring { $0 += extra })
        driver.press(.whatIf)
        #expect(driver.state.app.whatIf?.differences.count == 12)
        #expect(driver.text().contains("and 4 more"))
    }

    @Test(arguments: [true, false])
    func `an assumed override has another sign and word than one of the app`(usesUTF8: Bool) throws {
        var driver = ConsoleDriver(usesUTF8: usesUTF8)
        driver.change { $0.perform(.override(.userSetting, PodcastFeatures.speed, to: "off")) }
        driver.press(.whatIf)
        driver.override(.premium, as: "purchased")
        let (overridden, assumed) = usesUTF8 ? ("●", "○") : ("*", "&")
        func row(_ name: String) -> String { driver.canvas().lines.dropFirst(3).first { $0.contains(name) } ?? "" }
        #expect(row("Premium subscription").contains("\(assumed) purchased"))
        #expect(driver.text().contains("override    \(assumed) purchased  assumed"))
        #expect(driver.canvas().lines[0].contains("   \(overridden) 1"))
        driver.select(.smartPlaylists)
        #expect(driver.text().contains("\(assumed) purchased"))
        #expect(driver.text().contains(" assumed"))
        #expect(row("Turbo downloads").contains("\(assumed) ok"))
        #expect(row("Dynamic speed").contains("\(overridden) no"))
    }

    @Test func `the sign in the list marks the features that differ`() throws {
        var driver = trying()
        driver.go(to: .features)
        let differing = try #require(driver.state.app.whatIf?.differences.map(\.featureName))
        #expect(driver.state.model.features.count { $0.isOverridden } > differing.count)
        let rect = driver.state.layout.listArea(of: .features)
        let rows = driver.canvas().lines[rect.row..<rect.maxRow].map { $0.prefix(rect.columns) }
        #expect(rows.count { $0.contains("○") } == differing.count)
        #expect(rows.contains { $0.contains("Turbo downloads") && $0.contains("○") })
        driver.press(.whatIf)
        driver.choose("Leave without applying")
        #expect(driver.state.model.features.allSatisfy { (driver.state.sign(of: $0) != nil) == $0.isOverridden })
    }

    @Test func `the matrix names the current column what-if`() {
        var driver = trying(.populated)
        driver.go(to: .matrix)
        #expect(driver.state.screens.matrix.matrix?.columns.first?.name == "what-if")
        driver.press(.whatIf)
        driver.choose("Leave without applying")
        driver.go(to: .matrix)
        #expect(driver.state.screens.matrix.matrix?.columns.first?.name == "now")
    }

    @Test func `an action is refused before its input is requested`() {
        var driver = ConsoleDriver()
        driver.press(.whatIf)
        driver.select(.feature("Podcast playback"))
        driver.press(.perform)
        #expect(driver.state.dialog == nil)
        #expect(driver.announcement == "Actions cannot be performed in a what-if session")
    }

    @Test func `the form of the platform states whether the change is only tried`() {
        var driver = ConsoleDriver(columns: 60, rows: 16)
        driver.run("override the plat")
        driver.choose("another value")
        #expect(driver.text().contains("Overrides the app's platform now"))
        driver.type("<esc>")
        driver.press(.whatIf)
        driver.run("another plat")
        driver.choose("another value")
        #expect(driver.text().contains("Tried only in this what-if session"))
    }

    @Test func `after a what-if session, the rows of a narrow list show the app's reasons again`() {
        var driver = ConsoleDriver(columns: 80, rows: 24)
        func rows() -> [String] { driver.canvas().lines.filter { $0.hasPrefix("│") } }
        let before = rows()
        driver.press(.whatIf)
        driver.override(.premium, as: "purchased")
        driver.go(to: .features)
        #expect(rows() != before)
        driver.press(.whatIf)
        driver.choose("Leave without applying")
        #expect(rows() == before)
    }

    @Test func `applying what-if changes is a single change`() {
        var driver = trying()
        let app = driver.app
        driver.override(.permission("Camera"), as: "authorized")
        driver.press(.whatIf)
        driver.choose("Apply")
        #expect(driver.state.app.whatIf == nil)
        #expect(app.sent.count == 1)
        #expect(driver.state.model.overrides.count == 2)
    }

    @Test func `leaving without what-if changes requires no confirmation`() {
        var driver = ConsoleDriver()
        driver.press(.whatIf, .whatIf)
        #expect(driver.state.dialog == nil)
        #expect(driver.state.app.whatIf == nil)
    }

    @Test func `the default choice continues the what-if session`() {
        var driver = trying()
        driver.press(.whatIf)
        driver.type("<enter>")
        #expect(driver.state.app.whatIf?.changes.count == 1)
    }

    @Test func `undo removes the last what-if change`() {
        var driver = trying()
        driver.press(.undo)
        #expect(driver.state.app.whatIf?.changes.isEmpty == true)
        #expect(driver.state.model.overrides.isEmpty)
    }

    /// Marks the app as a recording.
    private func openRecording(_ driver: inout ConsoleDriver) {
        var changes = ModelChanges(revision: driver.state.model.revision)
        changes.status = driver.state.model.status
        changes.status?.recording = RecordedMoment(
            name: "shop.jsonl", event: 7, date: SampleApp.start, isLast: true)
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
        #expect(driver.state.reasonNotAllowed(KeyCommand.overridePlatform) == reason)
        #expect(driver.app.sent.isEmpty)
    }

    @Test func `the header states the moment at which changes are tried`() {
        var driver = ConsoleDriver()
        driver.press(.whatIf)
        #expect(!driver.text().contains("as of"))
        openRecording(&driver)
        let time = TimestampFormatter.second(
            of: SampleApp.start, in: driver.state.environment.timeZone)
        #expect(driver.text().contains("W ends   as of \(time)   5 of 11 available"))
    }

    @Test func `changes are tried on a copy of a recording and cannot be applied to it`() {
        var driver = ConsoleDriver()
        openRecording(&driver)
        driver.press(.whatIf)
        openRecording(&driver)
        driver.override(.premium, as: "purchased")
        #expect(driver.state.app.whatIf?.changes.count == 1)
        openRecording(&driver)
        driver.press(.whatIf)
        driver.choose("Apply")
        #expect(driver.announcement == "A recording cannot be changed")
        driver.choose("Leave without applying")
        #expect(driver.state.app.whatIf == nil && driver.app.sent.isEmpty)
    }
}
