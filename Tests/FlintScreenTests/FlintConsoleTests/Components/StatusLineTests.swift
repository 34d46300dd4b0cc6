import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

/// Tests of the line at the top of the screen.
struct StatusLineTests {
    @Test(arguments: [200, 120, 100, 80, 60])
    func `states that change the meaning of the screen are shown at any width`(columns: Int) {
        var driver = ConsoleDriver(.full, columns: columns, rows: 20)
        driver.change { app in
            app.perform(.focus(feature: PodcastFeatures.smart, isOn: true))
            app.perform(.override(.purchase, "premium", to: "purchased"))
            app.perform(.setBackgroundWork(isRunning: false))
        }
        driver.state.environment.recording = .file("changes.scenario")
        let line = driver.canvas().text(row: 0)
        let signs = driver.state.signs
        for badge in ["\(signs.overridden) ", "focus: ", "rec", signs.paused] {
            #expect(line.contains(badge), "\(badge) is not in \(line)")
        }
    }
}
