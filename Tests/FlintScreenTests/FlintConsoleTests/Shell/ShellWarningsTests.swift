import FlintTerminal
import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

@MainActor
struct ShellWarningsTests {
    @MainActor final class Clock {
        var now = SampleApp.start
    }

    private let inspector = SampleApp()
    private let terminal = MemoryTerminal(size: TerminalSize(columns: 120, rows: 40))
    private let clock = Clock()

    private func start() -> ConsoleShell {
        let clock = clock
        let shell = ConsoleShell(
            screen: terminal, inspector: inspector,
            host: ConsoleHost(timeZone: .utc, changeInterval: 0, patience: nil, now: { clock.now }))
        shell.start {}
        return shell
    }

    private var header: String { terminal.canvas.lines[0] }

    private func deny(_ count: Int) {
        inspector.add { log in
            for _ in 0..<count {
                log.append(.denied(), "Podcast playback: Play denied", cause: "app")
            }
        }
    }

    @Test func `the header counts the warnings that events raise, and a key lists them`() {
        let shell = start()
        #expect(!header.contains("warning"))
        deny(9)
        terminal.type("j")
        #expect(!header.contains("warning"))
        deny(1)
        terminal.type("j")
        #expect(header.contains("1 warning (Q)"))
        terminal.type("Q")
        #expect(terminal.canvas.lines.contains { $0.contains("was denied 10 times and never performed, last at") })
        #expect(terminal.canvas.lines.contains { $0.contains("always-denied") })
        terminal.send(KeyPress.sequence("<enter>").map(TerminalEvent.key))
        #expect(shell.state.selectedFeature?.id == PodcastFeatures.playback)
    }

    @Test func `an empty list of warnings states that there are no warnings`() {
        _ = start()
        terminal.type("Q")
        #expect(terminal.canvas.lines[38].contains("There are no warnings"))
    }

    @Test func `a lasting state raises a warning at its date, without a change in the app`() {
        let shell = start()
        let before = shell.warnings.nextReview
        inspector.add { log in
            log.append(.flowBegan(featureID: PodcastFeatures.playback), "Requesting", cause: "user")
            log.events[log.events.count - 1].date = SampleApp.start + 10
        }
        terminal.type("j")
        #expect(before ?? .distantFuture > SampleApp.start + 70)
        #expect(shell.warnings.nextReview == SampleApp.start + 70)
        clock.now = SampleApp.start + 70
        let frames = terminal.frameCount
        shell.warnings.reviewIsDue()
        #expect(header.contains("1 warning"))
        #expect(terminal.frameCount == frames + 1)
        inspector.add {
            $0.append(.flowEnded(featureID: PodcastFeatures.playback, outcome: .success), "Done", cause: "user")
        }
        terminal.type("j")
        #expect(!header.contains("warning"))
    }

    @Test func `the linear console announces a warning once`() async {
        let driver = LinearDriver()
        await driver.settle { driver.shell.state.model.features.count > 0 }
        driver.app.add { log in
            for _ in 0..<10 {
                log.append(.denied(), "Podcast playback: Play denied", cause: "app")
            }
        }
        await driver.settle { !driver.shell.state.app.warnings.isEmpty }
        await driver.type("2", "1")
        let announcements = driver.transcript.ranges(of: "Warning: ").count
        #expect(announcements == 1, "\(driver.transcript)")
        #expect(await driver.type("warnings").contains("always-denied"))
    }

    @Test func `an event that raises no warning draws no additional frame`() {
        _ = start()
        let frames = terminal.frameCount
        deny(1)
        terminal.type("j")
        #expect(terminal.frameCount == frames + 1)
    }
}
