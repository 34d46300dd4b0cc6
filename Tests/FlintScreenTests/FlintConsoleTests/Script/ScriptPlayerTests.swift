import FlintConsole
import FlintTerminal
import FlintWorld
import Testing

@MainActor
struct ScriptPlayerTests {
    private final class Saved {
        var files: [String: String] = [:]
    }

    private let terminal = MemoryTerminal(size: ConsoleScript.standardSize)
    private let saved = Saved()

    private func play(
        _ text: String, in app: SampleApp = SampleApp(), recording: TerminalRecording? = nil,
        wait: (@MainActor (Double) async -> Void)? = nil
    ) async throws -> ScriptPlayer {
        let shell = ConsoleShell(
            screen: terminal, inspector: app, host: ConsoleHost(timeZone: .utc, changeInterval: 0, patience: nil))
        shell.start {}
        var stage = ScriptPlayer.Stage { [saved] in saved.files[$0] = $1 }
        stage.resize = { [terminal] in terminal.resize(to: $0) }
        stage.wait = wait
        let player = ScriptPlayer(shell, on: stage, recording: recording)
        try await player.play(try ConsoleScript(text))
        return player
    }

    @Test func `keys lead to a screen that is saved as text and as a picture`() async throws {
        _ = try await play(
            """
            size 80x24
            keys /smart<enter><esc>
            expect Smart playlists
            refuse Turbo downloads is
            save smart.txt
            save smart.svg
            """)
        let text = try #require(saved.files["smart.txt"]).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(text.count == 24 + 1 + 24 + 1 && text[24] == String(repeating: "=", count: 80))
        #expect(text.prefix(24).map(String.init) == terminal.canvas.lines)
        let picture = try #require(saved.files["smart.svg"])
        #expect(picture.hasPrefix("<svg ") && picture.contains("Smart playlists"))
    }

    @Test func `the effect of a key is complete before the next key`() async throws {
        _ = try await play(
            """
            keys 2G
            keys b
            expect 1 override
            keys u
            refuse 1 override
            """)
    }

    @Test func `a failed step names its line and shows the screen`() async throws {
        let error = await #expect(throws: ConsoleScriptError.self) {
            try await play("keys 2\nexpect nowhere to be seen")
        }
        #expect(
            error?.line == 2 && error?.message == "The screen does not contain \"nowhere to be seen\"")
        #expect(error?.screen?.contains("Purchases") == true)
        let refused = await #expect(throws: ConsoleScriptError.self) { try await play("refuse Features") }
        #expect(refused?.message.hasPrefix("The screen contains \"Features\"") == true)
    }

    @Test func `a script ends with the console`() async throws {
        let error = await #expect(throws: ConsoleScriptError.self) { try await play("keys qjj\nkeys 2") }
        #expect(error?.description == "line 2: The console quit before this step")
    }

    @Test func `a file that cannot be saved ends the script`() async throws {
        struct Full: Error {}
        let shell = ConsoleShell(
            screen: terminal, inspector: SampleApp(),
            host: ConsoleHost(timeZone: .utc, changeInterval: 0, patience: nil))
        shell.start {}
        let player = ScriptPlayer(shell, on: ScriptPlayer.Stage { _, _ in throw Full() })
        await #expect(throws: Full.self) { try await player.play(try ConsoleScript("save a.txt")) }
    }

    @Test func `a script is played in the size of the user's terminal`() async throws {
        let shell = ConsoleShell(
            screen: terminal, inspector: SampleApp(),
            host: ConsoleHost(timeZone: .utc, changeInterval: 0, patience: nil))
        shell.start {}
        let player = ScriptPlayer(shell, on: ScriptPlayer.Stage { [saved] in saved.files[$0] = $1 })
        try await player.play(try ConsoleScript("size 80x24\nexpect Features\nsave a.txt"))
        #expect(saved.files["a.txt"]?.hasPrefix(terminal.canvas.lines.joined(separator: "\n")) == true)
        #expect(terminal.canvas.size == ConsoleScript.standardSize)
    }

    @Test func `a recording has a frame for each key, and the pauses between them`() async throws {
        let waited = Waited()
        let player = try await play(
            "keys jj\npause 2\nkeys k", recording: TerminalRecording(size: ConsoleScript.standardSize, title: "T"),
            wait: { waited.seconds.append($0) })
        let text = try #require(player.recording?.fileContent)
        #expect(
            text.split(separator: "\n").count == 6,
            "The recording has a header, the clearing, the first frame and three keys.")
        #expect(text.contains("\n[2.240, \"o\""))
        let expected: [Double] = [0.12, 0.12, 2, 0.12, 1]
        #expect(waited.seconds == expected)
    }
}

@MainActor
private final class Waited {
    var seconds: [Double] = []
}
