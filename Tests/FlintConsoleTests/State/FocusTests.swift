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
        #expect(driver.state.snapshot.focus.isEmpty)
        driver.type("<ctrl-r>")
        #expect(driver.state.snapshot.focus == [downloading])
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

    @Test func aLogLinePutsItsFeatureIntoFocus() {
        var driver = driver()
        driver.type("7kkF")
        #expect(driver.inspector.sent == [.focus(feature: downloading, isOn: true)])
        #expect(driver.text().contains("it is in focus"))
    }
}
