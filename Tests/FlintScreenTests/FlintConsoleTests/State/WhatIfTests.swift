import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

/// Tests of trying changes without applying them.
struct WhatIfTests {
    /// The keys that select Smart playlists, which needs Premium and a permission.
    private static let overridePremium = "2G<tab>b"

    @Test func `a what-if change is visible on every screen and not applied`() {
        var driver = ConsoleDriver()
        let app = driver.app
        driver.type("W" + Self.overridePremium)
        #expect(driver.state.model.overrides.count == 1)
        #expect(driver.state.app.whatIf?.changes.count == 1)
        #expect(app.sent.isEmpty)
        driver.type("W")
        #expect(driver.dialogTitle == "What if")
        driver.type("l")
        #expect(driver.state.app.whatIf == nil)
        #expect(driver.state.model.overrides.isEmpty && app.sent.isEmpty)
        #expect(driver.state.messages.announcement?.text == "The tried changes were discarded")
    }

    @Test func `quitting with tried changes asks whether to apply them`() {
        var driver = ConsoleDriver()
        driver.type("W" + Self.overridePremium + "q")
        #expect(driver.dialogTitle == "What if" && !driver.effects.contains(.quit))
        driver.type("lq")
        #expect(driver.effects.last == .quit)
        var other = ConsoleDriver()
        other.type("W" + Self.overridePremium + "<ctrl-c><ctrl-c>")
        #expect(other.effects.last == .quit)
    }

    @Test func `the dialog lists the features that differ`() {
        var driver = ConsoleDriver()
        driver.type("W" + Self.overridePremium + "W")
        #expect(driver.text().contains("tried  Premium subscription: purchased"))
        #expect(driver.text().contains("Turbo downloads: not available → available"))
        #expect(driver.text().contains("Smart playlists: not available → undetermined"))
        driver.type("<esc>uW")
        #expect(driver.state.dialog == nil, "Without changes, the session ends.")
    }

    @Test func `the dialog counts the features that it does not list`() {
        let extra = (1...10).map { number in
            DeclaredFeature(
                id: "PodcastFeatures/Extra\(number)", name: "Extra \(number)", parent: "PodcastFeatures",
                needs: .purchase("premium"))
        }
        var driver = ConsoleDriver(.declaring { $0 += extra })
        driver.type("W" + Self.overridePremium + "W")
        #expect(driver.state.app.whatIf?.differences.count == 12)
        #expect(driver.text().contains("and 4 more"))
    }

    @Test func `the sign in the list marks the features that differ`() throws {
        var driver = ConsoleDriver()
        driver.type("W" + Self.overridePremium + "1")
        let differing = try #require(driver.state.app.whatIf?.differences.map(\.featureName))
        #expect(driver.state.model.features.count { $0.isOverridden } > differing.count)
        let rect = driver.state.layout.listArea(of: .features)
        let rows = driver.canvas().lines[rect.row..<rect.maxRow].map { $0.prefix(rect.columns) }
        #expect(rows.count { $0.contains("●") } == differing.count)
        #expect(rows.contains { $0.contains("Turbo downloads") && $0.contains("●") })
        driver.type("Wl")
        #expect(driver.state.model.features.allSatisfy { driver.state.isMarked($0) == $0.isOverridden })
    }

    @Test func `the matrix names the current column what-if`() {
        var driver = ConsoleDriver(.populated)
        driver.type("W" + Self.overridePremium + "8")
        #expect(driver.state.screens.matrix.matrix?.columns.first?.name == "what-if")
        driver.type("Wl8")
        #expect(driver.state.screens.matrix.matrix?.columns.first?.name == "now")
    }

    @Test func `an action is refused before its input is requested`() {
        var driver = ConsoleDriver()
        driver.type("W" + "1ja")
        #expect(driver.state.dialog == nil)
        #expect(driver.announcement == "Actions cannot be performed in a what-if session")
    }

    @Test func `the form of the platform states whether the change is only tried`() {
        var driver = ConsoleDriver(columns: 60, rows: 16)
        driver.type(":override the plat<enter>")
        #expect(driver.text().contains("Overrides the app's platform now"))
        driver.type("<esc>W:another plat<enter>")
        #expect(driver.text().contains("Tried only in this what-if session"))
    }

    @Test func `applying what-if changes is a single change`() {
        var driver = ConsoleDriver()
        let app = driver.app
        driver.type("W" + Self.overridePremium + "3oaWa")
        #expect(driver.state.app.whatIf == nil)
        #expect(app.sent.count == 1)
        #expect(driver.state.model.overrides.count == 2)
    }

    @Test func `leaving without what-if changes requires no confirmation`() {
        var driver = ConsoleDriver()
        driver.type("WW")
        #expect(driver.state.dialog == nil)
        #expect(driver.state.app.whatIf == nil)
    }

    @Test func `the default choice continues the what-if session`() {
        var driver = ConsoleDriver()
        driver.type("W" + Self.overridePremium + "W<enter>")
        #expect(driver.state.app.whatIf?.changes.count == 1)
    }

    @Test func `undo removes the last what-if change`() {
        var driver = ConsoleDriver()
        driver.type("W" + Self.overridePremium + "u")
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
        driver.type("W")
        #expect(!driver.text().contains("as of"))
        openRecording(&driver)
        let time = TimestampFormatter.second(
            of: SampleApp.start, in: driver.state.environment.timeZone)
        #expect(driver.text().contains("W ends   as of \(time)   5 of 11 available"))
    }

    @Test func `changes are tried on a copy of a recording and cannot be applied to it`() {
        var driver = ConsoleDriver()
        openRecording(&driver)
        driver.type("W")
        openRecording(&driver)
        driver.type(Self.overridePremium)
        #expect(driver.state.app.whatIf?.changes.count == 1)
        openRecording(&driver)
        driver.type("Wa")
        #expect(driver.announcement == "A recording cannot be changed")
        driver.type("l")
        #expect(driver.state.app.whatIf == nil && driver.app.sent.isEmpty)
    }
}
