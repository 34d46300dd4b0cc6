import InspectorKit
import TerminalKit
import Testing

@testable import FlintConsole

/// Putting features into focus, and seeing that something is.
struct FocusTests {
    private let downloading = PodcastWorld.downloading

    /// A driver with Podcast downloading selected.
    private func driver(_ world: PodcastWorld = .talking, columns: Int = 120) -> ConsoleDriver {
        var driver = ConsoleDriver(world, columns: columns)
        driver.type("/podcast downloading<enter><esc>")
        return driver
    }

    @Test func aFeatureGoesIntoFocusAndTheHeaderNamesIt() {
        var driver = driver()
        driver.type("F")
        #expect(driver.inspector.sent == [.focus(feature: downloading, isOn: true)])
        #expect(driver.canvas().lines[0].contains("focus: Podcast downloading"))
        #expect(driver.text().contains("Podcast downloading (focus)"))
        #expect(driver.text().contains("Turbo downloads (focus)"), "what is under it is in focus with it")
        driver.type("F")
        #expect(driver.inspector.sent.last == .focus(feature: downloading, isOn: false))
        #expect(!driver.text().contains("focus:"))
    }

    @Test func focusIsTakenBackAndMadeAgain() {
        var driver = driver()
        driver.type("Fu")
        #expect(driver.state.model.status.focus.isEmpty)
        driver.type("<ctrl-r>")
        #expect(driver.state.model.status.focus == [downloading])
    }

    @Test func severalFeaturesAreCounted() {
        var driver = driver()
        driver.type("F/favourites<enter><esc>F")
        #expect(driver.canvas().lines[0].contains("focus: 2 features"))
    }

    @Test func aFeatureThatIsInFocusWithItsGroupIsNotTakenOutAlone() {
        var driver = driver()
        driver.type("Fj")
        #expect(driver.state.selectedFeature?.name == "Turbo downloads")
        #expect(driver.text().contains("in focus with Podcast downloading"))
        driver.type("F")
        #expect(driver.announcement == "Turbo downloads is in focus with Podcast downloading: take that out of focus")
        #expect(driver.inspector.sent.count == 1)
    }

    @Test func aNarrowHeaderLeavesTheFocusOutBeforeAnythingElse() {
        for columns in 60...120 {
            var driver = driver(columns: columns)
            driver.type("F")
            let header = driver.canvas().lines[0]
            #expect(header.contains("available"))
            #expect(header.contains("paused"))
            #expect(header.contains("focus: Podcast downloading") || header.contains("focus: 1"))
        }
        var crowded = ConsoleDriver(.busy, columns: 60)
        crowded.change { $0.focus = [PodcastWorld.downloading] }
        let header = crowded.canvas().lines[0]
        #expect(header.contains("overrides") && header.contains("problem"))
        #expect(!header.contains("focus"), "what does not fit is left out as a whole")
    }

    @Test func theFramesOfWhatIsRecordedNameTheFocus() {
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
        driver.change { $0.focus = [] }
        #expect(driver.text().contains("┌ Logs – debug and above ─"))
    }

    @Test func emptyListsSayThatOnlyTheFocusIsRecorded() {
        var driver = ConsoleDriver(.focused)
        for key in ["5", "7"] {
            driver.type(key)
            #expect(driver.text().contains("Only what is in focus is recorded: 2 features."))
        }
        driver.change { $0.focus = [PodcastWorld.downloading] }
        for key in ["5", "7"] {
            driver.type(key)
            #expect(driver.text().contains("Only what is in focus is recorded: Podcast downloading."))
        }
        driver.change { $0.focus = [] }
        for key in ["5", "7"] {
            driver.type(key)
            #expect(!driver.text().contains("Only what is in focus"))
        }
    }

    @Test func aLogLinePutsItsFeatureIntoFocus() {
        var driver = driver()
        driver.type("7kkF")
        #expect(driver.inspector.sent == [.focus(feature: downloading, isOn: true)])
        #expect(driver.text().contains("it is in focus"))
    }
}
