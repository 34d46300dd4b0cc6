import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

/// Tests of the settings that the user changes in the console.
struct SettingsTests {
    @Test func `a key lists the settings with their values`() {
        var driver = ConsoleDriver(options: ConsoleOptions(themeName: "dark", alert: .bell))
        driver.type(",")
        for text in ["Settings", "Theme", "dark", "Alert for watched items", "bell", "Columns of the Logs", "all"] {
            #expect(driver.text().contains(text), "\(text)")
        }
        driver.type("<enter>")
        guard case .choices(let themes) = driver.state.dialog else {
            Issue.record("The list of themes is not open.")
            return
        }
        #expect(themes.options[themes.selected].title == "dark" && themes.options[themes.selected].isCurrent)
    }

    @Test func `a theme is shown immediately and saved as a preference`() {
        var driver = ConsoleDriver()
        driver.type(",<enter>jj<enter>")
        #expect(driver.announcement == "Theme: light" && driver.state.theme == .light)
        #expect(driver.state.options.preferences.theme == "light")
    }

    @Test func `settings that the terminal was not asked about take effect at the next start`() {
        var driver = ConsoleDriver()
        driver.type(",<enter>G<enter>")
        #expect(driver.announcement == "Theme: auto (from the next start)" && driver.state.theme == .standard)
        driver.type(",j<enter>G<enter>")
        #expect(driver.announcement == "Alert for watched items: notification (from the next start)")
        var asked = ConsoleDriver(options: ConsoleOptions(reportsColorScheme: true, showsNotifications: true))
        asked.feed(.terminal(.colorScheme(.dark)))
        #expect(asked.state.theme == .standard)
        asked.type(",<enter>G<enter>")
        #expect(asked.announcement == "Theme: auto" && asked.state.theme == .dark)
        asked.type(",j<enter>G<enter>")
        #expect(asked.announcement == "Alert for watched items: notification")
        #expect(asked.state.options.alert == .notification)
    }

    @Test func `hidden columns leave their space to the title`() {
        var driver = ConsoleDriver(.lively, columns: 100)
        driver.type("5")
        let before = driver.text()
        #expect(before.contains("time ") && before.contains("cause"))
        driver.type(",jj<enter>")
        for _ in 1...5 { driver.type("<enter>j") }
        #expect(driver.text().contains("session") && driver.text().contains("hidden"))
        driver.type("<esc>")
        let heading = driver.text().split(separator: "\n").first { $0.contains("event") && !$0.contains("Timeline") }
        for column in ["time", "session", "cause", "outcome", "took"] {
            #expect(heading?.contains(column) == false, "\(column)")
        }
        driver.type(",jj<enter><enter><esc>")
        #expect(driver.text().contains("  time     "))
        let hidden = ["session", "cause", "outcome", "took"]
        #expect(driver.state.options.preferences.hiddenColumns == ["timeline": hidden])
    }

    @Test func `columns of the log are hidden independently of those of the timeline`() {
        var driver = ConsoleDriver(.lively)
        driver.type("7,jjj<enter>j<enter><esc>")
        let heading = driver.text().split(separator: "\n").first { $0.contains("message") }
        #expect(heading?.contains("level") == false && heading?.contains("topic") == true)
        driver.type(",")
        #expect(driver.text().contains("without level") && driver.text().contains("all"))
        driver.type("jjj<enter>j<enter><esc>")
        #expect(driver.state.options.preferences.hiddenColumns == nil)
    }

    @Test func `settings survive a change of the app`() {
        var driver = ConsoleDriver()
        driver.type(",<enter>jj<enter>")
        driver.feed(
            .sourceOpened(AppSource(.recording, target: "/a", title: "a", note: ""), canTravel: false, note: nil))
        #expect(driver.state.theme == .light && driver.state.options.preferences.theme == "light")
    }

    @Test func `a key overrides the platform`() {
        var driver = ConsoleDriver()
        driver.type(";watchos 9<enter>")
        #expect(
            driver.app.sent.last == .override(.platform, FactReference.platformKey, to: "watchos 9"))
    }
}
