import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct FocusTests {
    private let downloading = PodcastFeatures.downloading

    /// Returns a driver with Podcast downloading selected.
    private func driver(_ app: SampleApp = .active, columns: Int = 120) -> ConsoleDriver {
        var driver = ConsoleDriver(app, columns: columns)
        driver.select(.feature("Podcast downloading"))
        return driver
    }

    /// Returns a driver on an app with features in focus.
    private func focused(_ ids: [String], columns: Int = 120) -> ConsoleDriver {
        var driver = driver(columns: columns)
        driver.change { app in for id in ids { app.perform(.focus(feature: id, isOn: true)) } }
        return driver
    }

    @Test func `the app is focused on a feature from its details, after a question`() {
        var driver = driver()
        driver.type("lG<enter>")
        #expect(driver.text().contains("Focus the app on Podcast downloading?"))
        #expect(driver.text().contains("actions of other features are not recorded"))
        #expect(driver.app.sent.isEmpty)
        driver.type("f")
        #expect(driver.app.sent == [.focus(feature: downloading, isOn: true)])
        #expect(driver.canvas().lines[0].contains("focus: Podcast downloading"))
        #expect(driver.text().contains("Podcast downloading (focus)"))
        #expect(driver.text().contains("Turbo downloads (focus)"), "The feature's subfeatures are also in focus.")
        driver.type("<enter>")
        #expect(driver.app.sent.last == .focus(feature: downloading, isOn: false))
        #expect(!driver.canvas().lines[0].contains("focus:"))
    }

    @Test func `the palette offers the focus`() {
        var driver = driver()
        driver.run("focus the app")
        driver.choose("Focus on Podcast downloading")
        #expect(driver.app.sent == [.focus(feature: downloading, isOn: true)])
        driver.press(.undo)
        #expect(driver.state.model.status.focus.isEmpty)
        driver.press(.redo)
        #expect(driver.state.model.status.focus == [downloading])
    }

    @Test func `the header counts several focused features`() {
        #expect(focused([downloading, PodcastFeatures.smart]).canvas().lines[0].contains("focus: 2 features"))
    }

    @Test func `a feature in focus with its group leads to the group`() {
        var driver = focused([downloading])
        driver.select(.feature("Turbo downloads"))
        driver.type("lG<enter>")
        #expect(driver.state.selectedFeature?.name == "Podcast downloading")
        #expect(driver.app.sent.isEmpty)
    }

    @Test func `a narrow header shortens the parts that it cannot omit`() {
        for columns in 60...120 {
            var driver = focused([downloading], columns: columns)
            driver.press(.narrow)
            let header = driver.canvas().lines[0]
            #expect(header.contains("available"))
            #expect(header.contains("paused"))
            #expect(header.contains("focus: Podcast downloading") || header.contains("focus: 1"))
            #expect(header.contains("only: Podcast downloading") || header.contains("only: 1"))
        }
        var crowded = ConsoleDriver(.busy, columns: 60)
        crowded.change { $0.perform(.focus(feature: PodcastFeatures.downloading, isOn: true)) }
        let header = crowded.canvas().lines[0]
        #expect(header.contains("\(crowded.state.glyphs.overridden) 6   focus: 1") && header.contains("! 2 problems"))
    }

    @Test func `one key removes the whole focus, and undo restores it`() {
        var driver = focused([downloading, PodcastFeatures.smart])
        driver.type("Z")
        #expect(driver.state.model.status.focus.isEmpty)
        driver.type("Z")
        #expect(driver.announcement == "The view is not narrowed, and nothing is in focus")
        driver.press(.undo)
        #expect(driver.state.model.status.focus.count == 2)
    }

    @Test func `the timeline and log titles name the focus`() {
        var driver = focused([downloading])
        for (screen, title) in [(ConsoleScreen.timeline, "Timeline"), (.logs, "Logs")] {
            driver.go(to: screen)
            #expect(driver.text().contains("┌ \(title) – focus: Podcast downloading ─"))
        }
        driver.press(.nextLevel)
        #expect(driver.text().contains("┌ Logs – focus: Podcast downloading – debug and above ─"))
        driver.change { $0.perform(.focus(feature: PodcastFeatures.smart, isOn: true)) }
        for (screen, title) in [(ConsoleScreen.timeline, "Timeline"), (.logs, "Logs")] {
            driver.go(to: screen)
            #expect(driver.text().contains("┌ \(title) – focus: 2 features "))
        }
        driver.press(.leaveFocus)
        #expect(driver.text().contains("┌ Logs – debug and above ─"))
    }

    // MARK: The narrowed view

    @Test func `F hides the events and lines of other features, which remain recorded`() {
        let app = SampleApp.active
        app.add { $0.events = News.used.events }
        var driver = driver(app)
        let (events, lines) = (driver.state.screens.timeline.tail.count, driver.state.screens.logs.tail.count)
        driver.type("F")
        driver.go(to: .timeline)
        #expect(driver.app.sent.isEmpty && driver.state.model.status.focus.isEmpty)
        #expect(driver.state.screens.timeline.tail.count == 3)
        #expect(driver.text().contains("┌ Timeline – only Podcast downloading ─"))
        #expect(
            driver.text().contains("Premium subscription: not purchased → purchased"),
            "The purchase changed Turbo downloads.")
        #expect(!driver.text().contains("Podcast playback"))
        driver.go(to: .stacks)
        #expect(driver.text().contains("Podcast downloading: ") && !driver.text().contains("Podcast playback"))
        driver.go(to: .logs)
        #expect(driver.state.screens.logs.tail.count == 5)
        driver.log { $0.write(.info, "elsewhere", feature: PodcastFeatures.playback) }
        #expect(driver.state.screens.logs.tail.count == 5)
        driver.press(.leaveFocus)
        #expect(driver.announcement == "The view is no longer narrowed")
        #expect(driver.state.screens.timeline.tail.count == events && driver.state.screens.logs.tail.count == lines + 1)
    }

    @Test func `the view cannot be narrowed to a feature that is shown with its group`() {
        var driver = driver()
        driver.press(.narrow)
        driver.select(.feature("Turbo downloads"))
        #expect(driver.text().contains("Turbo downloads (only)"))
        driver.press(.narrow)
        #expect(
            driver.announcement
                == "Turbo downloads is shown with Podcast downloading: narrow the view to that no longer")
        driver.select(.feature("Podcast downloading"))
        driver.press(.narrow)
        #expect(driver.announcement == "The view is no longer narrowed" && driver.state.screens.narrowing.isEmpty)
    }

    @Test func `the view is narrowed from a log line`() {
        var driver = driver()
        driver.go(to: .logs)
        driver.select(row: "the connection was lost")
        driver.press(.narrow)
        #expect(driver.state.screens.narrowing == [downloading] && driver.app.sent.isEmpty)
    }

    @Test func `a list that the narrowed view leaves empty names the feature and the key`() {
        var driver = ConsoleDriver(.active)
        driver.select(.smartPlaylists)
        driver.press(.narrow)
        driver.go(to: .logs)
        #expect(driver.text().contains("No line matches:"))
        #expect(driver.text().contains("narrowed view Smart playlists  Z shows everything"))
    }

    @Test func `a list that the focus leaves empty names the focus and its key`() {
        var driver = ConsoleDriver(.active)
        driver.change { $0.perform(.focus(feature: PodcastFeatures.smart, isOn: true)) }
        driver.go(to: .logs)
        #expect(driver.text().contains("No line matches:"))
        #expect(driver.text().contains("focus   Smart playlists  Z ends the focus"))
    }

    @Test func `empty lists state that only the focus is recorded`() {
        var driver = ConsoleDriver(.focused)
        for screen in [ConsoleScreen.timeline, .logs] {
            driver.go(to: screen)
            #expect(driver.text().contains("Recording is limited to the focus: 2 features."))
        }
        driver.change { $0.perform(.focus(feature: PodcastFeatures.smart, isOn: false)) }
        for screen in [ConsoleScreen.timeline, .logs] {
            driver.go(to: screen)
            #expect(driver.text().contains("Recording is limited to the focus: Podcast downloading."))
        }
        driver.change { $0.perform(.focus(feature: PodcastFeatures.downloading, isOn: false)) }
        for screen in [ConsoleScreen.timeline, .logs] {
            driver.go(to: screen)
            #expect(!driver.text().contains("Recording is limited"))
        }
    }
}
