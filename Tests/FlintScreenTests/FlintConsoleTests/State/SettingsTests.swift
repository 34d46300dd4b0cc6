import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

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
        driver.press(.settings)
        driver.choose("Theme")
        driver.choose("light")
        #expect(driver.announcement == "Theme: light" && driver.state.theme == .light)
        #expect(driver.state.options.preferences.theme == "light")
    }

    @Test func `settings that the terminal was not asked about take effect at the next start`() {
        var driver = ConsoleDriver()
        driver.press(.settings)
        driver.choose("Theme")
        driver.choose("auto")
        #expect(driver.announcement == "Theme: auto (from the next start)" && driver.state.theme == .standard)
        driver.press(.settings)
        driver.choose("Alert for watched items")
        driver.choose("notification")
        #expect(driver.announcement == "Alert for watched items: notification (from the next start)")
        var asked = ConsoleDriver(options: ConsoleOptions(reportsColorScheme: true, showsNotifications: true))
        asked.feed(.terminal(.colorScheme(.dark)))
        #expect(asked.state.theme == .standard)
        asked.press(.settings)
        asked.choose("Theme")
        asked.choose("auto")
        #expect(asked.announcement == "Theme: auto" && asked.state.theme == .dark)
        asked.press(.settings)
        asked.choose("Alert for watched items")
        asked.choose("notification")
        #expect(asked.announcement == "Alert for watched items: notification")
        #expect(asked.state.options.alert == .notification)
    }

    @Test func `hidden columns leave their space to the title`() {
        var driver = ConsoleDriver(.lively, columns: 100)
        driver.go(to: .timeline)
        let before = driver.text()
        #expect(before.contains("time ") && before.contains("cause"))
        driver.press(.settings)
        driver.choose("Columns of the Timeline")
        for _ in 1...5 { driver.type("<enter>j") }
        #expect(driver.text().contains("session") && driver.text().contains("hidden"))
        driver.type("<esc>")
        let heading = driver.text().split(separator: "\n").first { $0.contains("event") && !$0.contains("Timeline") }
        for column in ["time", "session", "cause", "outcome", "took"] {
            #expect(heading?.contains(column) == false, "\(column)")
        }
        driver.press(.settings)
        driver.choose("Columns of the Timeline")
        driver.choose("time")
        driver.type("<esc>")
        #expect(driver.text().contains("  time     "))
        let hidden = ["session", "cause", "outcome", "took"]
        #expect(driver.state.options.preferences.hiddenColumns == ["timeline": hidden])
    }

    @Test func `columns of the log are hidden independently of those of the timeline`() {
        var driver = ConsoleDriver(.lively)
        driver.go(to: .logs)
        driver.press(.settings)
        driver.choose("Columns of the Logs")
        driver.choose("level")
        driver.type("<esc>")
        let heading = driver.text().split(separator: "\n").first { $0.contains("message") }
        #expect(heading?.contains("level") == false && heading?.contains("topic") == true)
        driver.press(.settings)
        #expect(driver.text().contains("without level") && driver.text().contains("all"))
        driver.choose("Columns of the Logs")
        driver.choose("level")
        driver.type("<esc>")
        #expect(driver.state.options.preferences.hiddenColumns == nil)
    }

    @Test func `settings survive a change of the app`() {
        var driver = ConsoleDriver()
        driver.press(.settings)
        driver.choose("Theme")
        driver.choose("light")
        driver.feed(
            .sourceOpened(AppSource(.recording, target: "/a", title: "a", note: ""), canTravel: false, note: nil))
        #expect(driver.state.theme == .light && driver.state.options.preferences.theme == "light")
    }

    @Test func `a key lists the versions of platforms that requirements tell apart, and other values can be typed`() {
        var driver = ConsoleDriver()
        driver.type(";")
        guard case .choices(let choices)? = driver.state.dialog else {
            Issue.record("The list is not open.")
            return
        }
        #expect(
            choices.options.map(\.title) == [
                "iOS 11.0", "iOS 10.0", "watchOS 1.0", "tvOS 1.0", "macOS 1.0", "visionOS 1.0", "Linux 1.0",
                "Windows 1.0", "Android 1.0", "another value…", "no override",
            ])
        driver.choose("another value")
        driver.submit("watchos 9")
        #expect(driver.app.sent.last == .override(.platform, FactReference.platformKey, to: "watchos 9"))
    }
}
