import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

/// Tests of focusing features and of the focus on screen.
struct FocusTests {
    private let downloading = PodcastFeatures.downloading

    /// Returns a driver with Podcast downloading selected.
    private func driver(_ app: SampleApp = .active, columns: Int = 120) -> ConsoleDriver {
        var driver = ConsoleDriver(app, columns: columns)
        driver.type("/podcast downloading<enter><esc>")
        return driver
    }

    @Test func `a focused feature is named in the header`() {
        var driver = driver()
        driver.type("F")
        #expect(driver.app.sent == [.focus(feature: downloading, isOn: true)])
        #expect(driver.canvas().lines[0].contains("focus: Podcast downloading"))
        #expect(driver.text().contains("Podcast downloading (focus)"))
        #expect(driver.text().contains("Turbo downloads (focus)"), "its subfeatures are in focus with it")
        driver.type("F")
        #expect(driver.app.sent.last == .focus(feature: downloading, isOn: false))
        #expect(!driver.canvas().lines[0].contains("focus:"))
    }

    @Test func `focus is undone and redone`() {
        var driver = driver()
        driver.type("Fu")
        #expect(driver.state.model.status.focus.isEmpty)
        driver.type("<ctrl-r>")
        #expect(driver.state.model.status.focus == [downloading])
    }

    @Test func `the header counts several focused features`() {
        var driver = driver()
        driver.type("F/favourites<enter><esc>F")
        #expect(driver.canvas().lines[0].contains("focus: 2 features"))
    }

    @Test func `a feature in focus with its group is not removed alone`() {
        var driver = driver()
        driver.type("Fj")
        #expect(driver.state.selectedFeature?.name == "Turbo downloads")
        #expect(driver.text().contains("in focus with Podcast downloading"))
        driver.type("F")
        #expect(driver.announcement == "Turbo downloads is in focus with Podcast downloading: end that focus")
        #expect(driver.app.sent.count == 1)
    }

    @Test func `a narrow header shortens what it cannot omit`() {
        for columns in 60...120 {
            var driver = driver(columns: columns)
            driver.type("F")
            let header = driver.canvas().lines[0]
            #expect(header.contains("available"))
            #expect(header.contains("paused"))
            #expect(header.contains("focus: Podcast downloading") || header.contains("focus: 1"))
        }
        var crowded = ConsoleDriver(.busy, columns: 60)
        crowded.change { $0.perform(.focus(feature: PodcastFeatures.downloading, isOn: true)) }
        let header = crowded.canvas().lines[0]
        #expect(header.contains("\(crowded.state.signs.overridden) 6   focus: 1") && header.contains("!2"))
    }

    @Test func `one key leaves every focus, and undo brings all of it back`() {
        var driver = driver()
        driver.type("F1/favourites<enter><esc>F")
        #expect(driver.state.model.status.focus.count == 2)
        driver.type("Z")
        #expect(driver.state.model.status.focus.isEmpty)
        driver.type("Z")
        #expect(driver.announcement == "Nothing is in focus")
        driver.type("u")
        #expect(driver.state.model.status.focus.count == 2)
    }

    @Test func `the timeline and log titles name the focus`() {
        var driver = driver()
        driver.type("F")
        for (key, title) in [("5", "Timeline"), ("7", "Logs")] {
            driver.type(key)
            #expect(driver.text().contains("┌ \(title) – focus: Podcast downloading ─"))
        }
        driver.type("L")
        #expect(driver.text().contains("┌ Logs – focus: Podcast downloading – debug and above ─"))
        driver.type("1/favourites<enter><esc>F")
        for (key, title) in [("5", "Timeline"), ("7", "Logs")] {
            driver.type(key)
            #expect(driver.text().contains("┌ \(title) – focus: 2 features "))
        }
        driver.type("Z")
        #expect(driver.text().contains("┌ Logs – debug and above ─"))
    }

    @Test func `the focus hides events and lines of other features until it ends`() {
        let app = SampleApp.active
        app.add { $0.events = News.used.events }
        var driver = driver(app)
        let (events, lines) = (driver.state.screens.timeline.tail.count, driver.state.screens.logs.tail.count)
        driver.type("F5")
        #expect(driver.state.screens.timeline.tail.count == 3)
        #expect(driver.text().contains("Premium subscription: not purchased → purchased"), "it changed Turbo downloads")
        #expect(!driver.text().contains("Podcast playback"))
        driver.type("7")
        #expect(driver.state.screens.logs.tail.count == 5)
        driver.log { $0.write(.info, "elsewhere", feature: PodcastFeatures.playback) }
        #expect(driver.state.screens.logs.tail.count == 5)
        driver.type("Z")
        #expect(driver.state.screens.timeline.tail.count == events && driver.state.screens.logs.tail.count == lines + 1)
    }

    @Test func `a list that the focus leaves empty names the focus and its key`() {
        var driver = ConsoleDriver(.active)
        driver.change { $0.perform(.focus(feature: PodcastFeatures.smart, isOn: true)) }
        driver.type("7")
        #expect(driver.text().contains("No line matches:"))
        #expect(driver.text().contains("focus   Smart playlists  Z ends the focus"))
    }

    @Test func `empty lists state that only the focus is recorded`() {
        var driver = ConsoleDriver(.focused)
        for key in ["5", "7"] {
            driver.type(key)
            #expect(driver.text().contains("Recording is limited to the focus: 2 features."))
        }
        driver.change { $0.perform(.focus(feature: PodcastFeatures.smart, isOn: false)) }
        for key in ["5", "7"] {
            driver.type(key)
            #expect(driver.text().contains("Recording is limited to the focus: Podcast downloading."))
        }
        driver.change { $0.perform(.focus(feature: PodcastFeatures.downloading, isOn: false)) }
        for key in ["5", "7"] {
            driver.type(key)
            #expect(!driver.text().contains("Recording is limited"))
        }
    }

    @Test func `a feature is focused from its log line`() {
        var driver = driver()
        driver.type("7kkF")
        #expect(driver.app.sent == [.focus(feature: downloading, isOn: true)])
        #expect(driver.canvas().lines.contains { $0.contains("in focus") && $0.contains("yes") })
    }
}
