import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

/// Tests of the line at the top of the screen.
struct StatusLineTests {
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
