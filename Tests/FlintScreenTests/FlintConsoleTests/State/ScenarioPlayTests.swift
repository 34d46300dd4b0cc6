import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct ScenarioPlayTests {
    private static let script = "set purchase premium purchased\nexpect-feature \"Smart playlists\" available\n"

    private static func scenario(_ text: String = script) throws -> Scenario {
        Scenario(title: "buy.scenario", folder: "/tmp", content: .script(try ConsoleScript(text)))
    }

    private static func driver(_ scenario: Scenario) -> ConsoleDriver {
        var driver = ConsoleDriver()
        (driver.state.sources.first, driver.state.sources.shown) = (SourcesTests.local, SourcesTests.local)
        driver.feed(.sources(FoundSources([SourcesTests.local, SourcesTests.weather], scenarios: [scenario])))
        return driver
    }

    private static func list(_ driver: inout ConsoleDriver) {
        driver.press(.showApps)
        driver.feed(.sources(FoundSources(driver.state.sources.known, scenarios: driver.state.sources.scenarios)))
    }

    @Test func `a scenario shows its steps, and plays when it is confirmed`() throws {
        let scenario = try Self.scenario()
        var driver = Self.driver(scenario)
        Self.list(&driver)
        #expect(driver.text().contains("scenario of 2 steps in /tmp"))
        driver.choose("buy.scenario")
        #expect(driver.dialogTitle == "Play buy.scenario?" && driver.text().contains("set purchase premium purchased"))
        driver.choose("Play 2 steps in Podcasts")
        #expect(driver.effects.last == .play(try ConsoleScript(Self.script)))
        #expect(driver.announcement == "buy.scenario is playing; any key stops it")
        driver.feed(.stepPlayed)
        #expect(driver.canvas().lines[0].contains("playing 1/2"))
        driver.feed(.stepPlayed)
        driver.feed(.playEnded(problem: nil))
        #expect(driver.announcement == "buy.scenario: 2 steps done")
        #expect(!driver.canvas().lines[0].contains("playing"))
    }

    @Test func `the end of a scenario tells the failed step, or how far it came`() throws {
        var driver = Self.driver(try Self.scenario())
        driver.state.play(try ConsoleScript(Self.script), title: "buy.scenario")
        driver.feed(.stepPlayed)
        driver.feed(.playEnded(problem: "line 2: Smart playlists is expected to be available"))
        #expect(
            driver.announcement
                == "buy.scenario failed after 1 of 2 steps, at line 2: Smart playlists is expected to be available")
        driver.state.play(try ConsoleScript(Self.script), title: "buy.scenario")
        driver.feed(.stepPlayed)
        driver.feed(.playEnded(problem: nil))
        #expect(driver.announcement == "buy.scenario was stopped after 1 of 2 steps")
    }

    @Test func `the palette finds a scenario by its name and by words for playing`() throws {
        var driver = Self.driver(try Self.scenario())
        for words in ["buy.sc", "replay"] {
            driver.type(":\(words)")
            #expect(driver.text().contains("Play buy.scenario"), "\(words)")
            driver.type("<esc>")
        }
    }

    private enum Situation: CaseIterable {
        case past
        case recording
        case otherApp
        case playing
        case whatIf
        case noStage

        var reason: String {
            switch self {
            case .past: "The past cannot be changed"
            case .recording: "Changes are being recorded; K ends the recording"
            case .otherApp: "A scenario plays in the app that this console opened first"
            case .playing: "other.scenario is playing"
            case .whatIf: "Changes are being tried; W applies or discards them"
            case .noStage: "This console plays no scenarios"
            }
        }
    }

    @Test(arguments: Situation.allCases)
    private func `a scenario that cannot be played now is listed with the reason`(_ situation: Situation) throws {
        var driver = Self.driver(try Self.scenario())
        switch situation {
        case .past: driver.feed(.travelled(2, problem: nil))
        case .recording: driver.state.environment.recording = .file("a.scenario")
        case .otherApp: driver.state.sources.shown = SourcesTests.weather
        case .playing: driver.state.play(try ConsoleScript(Self.script), title: "other.scenario")
        case .whatIf: driver.press(.whatIf)
        case .noStage: driver.state.environment.playsScenarios = false
        }
        let reason = driver.state.reasonPlayNotAllowed
        #expect(reason == situation.reason)
        #expect(driver.state.option(for: try Self.scenario()).reason == reason)
    }

    @Test func `a file that cannot be played is listed with the reason`() {
        let damaged = Scenario(title: "bad.scenario", folder: "/tmp", content: .unusable(reason: "The file is damaged"))
        var driver = Self.driver(damaged)
        Self.list(&driver)
        #expect(driver.text().contains("The file is damaged"))
        driver.choose("bad.scenario")
        #expect(driver.dialogTitle == "Apps, recordings, and scenarios")
    }
}
