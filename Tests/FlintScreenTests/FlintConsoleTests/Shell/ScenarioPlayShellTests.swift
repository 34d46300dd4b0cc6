import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

@MainActor
struct ScenarioPlayShellTests {
    private let terminal = MemoryTerminal(size: TerminalSize(columns: 120, rows: 40))
    private let app = SampleApp()

    /// Plays a scenario that `V` lists, and returns the console when the scenario has ended.
    private func play(_ text: String, stage: ScriptPlayer.Stage) async throws -> ConsoleShell {
        let scenario = Scenario(title: "a.scenario", folder: "/tmp", content: .script(try ConsoleScript(text)))
        let sources = SourceProvider(
            initialSource: SourcesTests.local, closeInitialSource: nil,
            findSources: { FoundSources([SourcesTests.local], scenarios: [scenario]) },
            openSource: { _ throws(SourceProvider.Failure) in throw SourceProvider.Failure("The file is empty.") },
            readWorld: { _ throws(SourceProvider.Failure) in throw SourceProvider.Failure("The file is empty.") })
        var host = ConsoleHost(timeZone: .utc, changeInterval: 0, patience: nil)
        host.scenarioStage = { stage }
        let shell = ConsoleShell(screen: terminal, inspector: app, sources: sources, host: host)
        shell.start {}
        terminal.type("V")
        #expect(await shell.settle())
        terminal.type("<down><enter>p")
        await shell.play?.value
        #expect(shell.play == nil)
        return shell
    }

    private func stage() -> ScriptPlayer.Stage {
        var stage = ScriptPlayer.Stage { _, _ in }
        stage.command = { [app] words in
            guard words.first != "undo" else { throw ScriptFault("There is nothing to undo.", isMalformed: false) }
            app.own(words[2])
        }
        return stage
    }

    @Test func `commands and keys of a scenario change the shown app`() async throws {
        let shell = try await play("set purchase premium purchased\nkeys 2\nexpect Premium", stage: stage())
        #expect(shell.state.screen == .purchases)
        #expect(shell.state.messages.announcement?.text == "a.scenario: 3 steps done")
        #expect(terminal.canvas.lines.contains { $0.contains("Premium subscription         purchased") })
    }

    @Test func `a step that fails ends the scenario with its line`() async throws {
        let shell = try await play("keys 2\nundo\nkeys 3", stage: stage())
        #expect(shell.state.screen == .purchases)
        #expect(
            shell.state.messages.announcement?.text
                == "a.scenario failed after 1 of 3 steps, at line 2: There is nothing to undo.")
    }

    @Test func `a key of the user stops the scenario and does nothing else`() async throws {
        var stage = stage()
        stage.wait = { [terminal] _ in terminal.type("q") }
        let shell = try await play("keys 2\nkeys 3\nkeys 4", stage: stage)
        #expect(shell.isRunning && shell.state.screen == .purchases)
        #expect(shell.state.messages.announcement?.text == "a.scenario was stopped after 1 of 3 steps")
    }
}
