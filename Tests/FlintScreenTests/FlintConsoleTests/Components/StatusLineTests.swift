import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct StatusLineTests {
    @Test(arguments: [
        (60, " Podcasts   6 of 11   ● 2   only: 1 focus: 1   recording  ⏸"),
        (80, " Podcasts   6 of 11   ● 2 overrides (O)   only: 1 focus: 1  recording  ⏸ paused"),
        (
            120,
            " Podcasts   watchOS 9.1   6 of 11 available   ● 2 overrides   only: 1 feature   focus: 1 feature    "
                + "recording  ⏸ paused"
        ),
    ])
    func `parts give way in a fixed order, and use the room that others leave`(columns: Int, expected: String) {
        var driver = ConsoleDriver(.full)
        driver.change { app in
            app.perform(.focus(feature: PodcastFeatures.smart, isOn: true))
            app.perform(.override(.purchase, "premium", to: "purchased"))
            app.perform(.override(.platform, FactReference.platformKey, to: "watchOS 9.1"))
            app.perform(.setBackgroundWork(isRunning: false))
        }
        driver.state.screens.narrowing.ids = [PodcastFeatures.smart]
        driver.state.environment.recording = .file("changes.scenario")
        driver.resize(columns, 24)
        #expect(driver.canvas().text(row: 0) == expected)
    }

    @Test(arguments: [true, false])
    func `states that change the meaning of the screen are shown at any width`(isPaused: Bool) {
        var driver = ConsoleDriver(.full)
        driver.change { app in
            app.perform(.focus(feature: PodcastFeatures.smart, isOn: true))
            app.perform(.override(.purchase, "premium", to: "purchased"))
            app.perform(.setBackgroundWork(isRunning: !isPaused))
        }
        driver.state.screens.narrowing.ids = [PodcastFeatures.smart]
        driver.state.environment.recording = .file("changes.scenario")
        let glyphs = driver.state.glyphs
        let badges = ["\(glyphs.overridden) ", "only: ", "focus: ", "rec"] + (isPaused ? [glyphs.paused] : [])
        for columns in 60...200 {
            driver.resize(columns, 20)
            let line = driver.canvas().text(row: 0)
            let missing = badges.filter { !line.contains($0) }
            #expect(missing.isEmpty, "\(line)")
        }
    }
}
