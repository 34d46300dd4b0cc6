import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct RecordingTests {
    @Test func `a recording starts in the typed file and ends with the same key`() {
        var driver = ConsoleDriver()
        driver.type("K<enter>")
        #expect(driver.text().contains("podcasts.scenario"))
        driver.submit("bug.scenario")
        #expect(driver.effects.last == .write(.recording, path: "bug.scenario"))
        driver.feed(.written(.recording, path: "bug.scenario", .complete()))
        #expect(driver.announcement == "Changes are recorded in bug.scenario; K ends the recording")
        #expect(driver.canvas().lines[0].contains("recording"))
        driver.type("K")
        #expect(driver.effects.last == .endRecording)
        driver.feed(.recordingEnded(problem: nil))
        #expect(driver.announcement == "The changes were recorded in bug.scenario")
        #expect(!driver.canvas().lines[0].contains("recording"))
    }

    @Test(arguments: [("The last minute", 1), ("The last 10 minutes", 10), ("All changes of the history", nil)])
    func `what was done is saved after the fact`(title: String, minutes: Int?) {
        var driver = ConsoleDriver()
        driver.press(.record)
        driver.choose(title)
        driver.submit("past.scenario")
        #expect(driver.effects.last == .write(.scenario(minutes: minutes), path: "past.scenario"))
        driver.feed(.written(.scenario(minutes: minutes), path: "past.scenario", .complete("2 changes.")))
        #expect(driver.announcement == "past.scenario: 2 changes.")
        #expect(driver.state.environment.recording == .none)
    }

    @Test func `a recording states that it does not contain earlier changes`() {
        var driver = ConsoleDriver()
        driver.override(.premium, as: "purchased")
        driver.feed(.written(.recording, path: "bug.scenario", .complete()))
        #expect(
            driver.announcement
                == "Changes are recorded in bug.scenario, but not the earlier ones; K ends the recording")
    }

    @Test func `an invalid name is explained in the form`() {
        var driver = ConsoleDriver()
        driver.press(.record)
        driver.choose("From now on")
        driver.submit()
        driver.feed(.written(.recording, path: "podcasts.scenario", .failed("The folder cannot be written.")))
        #expect(driver.text().contains("The folder cannot be written."))
        #expect(driver.state.environment.recording == .none)
    }

    @Test func `a name that is taken is replaced by the next one, unless it was typed`() {
        var driver = ConsoleDriver()
        driver.press(.saveReport)
        driver.submit()
        #expect(driver.effects.last == .write(.report, path: "podcasts-report.json"))
        driver.feed(.written(.report, path: "podcasts-report.json", .taken))
        #expect(driver.text().contains("There is already a file podcasts-report.json"))
        driver.submit()
        #expect(driver.effects.last == .write(.report, path: "podcasts-report-2.json"))
        driver.feed(.written(.report, path: "/home/me/podcasts-report-2.json", .complete()))
        driver.press(.saveReport)
        driver.type("<ctrl-u>bug.json")
        driver.submit()
        driver.feed(.written(.report, path: "bug.json", .taken))
        driver.submit()
        #expect(driver.effects.last == .write(.report, path: "bug.json"))
        driver.feed(.written(.report, path: "/home/me/bug.json", .complete()))
        driver.press(.saveReport)
        driver.submit()
        #expect(driver.effects.last == .write(.report, path: "podcasts-report-3.json"))
    }

    @Test func `an incomplete recording is reported when it ends`() {
        var driver = ConsoleDriver()
        driver.feed(.written(.recording, path: "a", .complete()))
        driver.press(.record)
        driver.feed(.recordingEnded(problem: "The scenario a is incomplete."))
        #expect(driver.announcement == "The scenario a is incomplete.")
        #expect(driver.state.environment.recording == .none)
    }

    @Test func `a console without recordings reports it`() {
        var driver = ConsoleDriver()
        driver.state.environment.recording = .unsupported
        driver.press(.record)
        #expect(driver.announcement == "Changes cannot be recorded from here" && driver.state.dialog == nil)
    }
}
