import FlintTestSupport
import Foundation
import Testing

struct ScenarioTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ text: String, _ arguments: String...) async throws -> ChildProcess.Result {
        try folder.write(text, to: "a.scenario")
        return try await flint(["run", folder.path(of: "a.scenario")] + arguments)
    }

    @Test func `commands, keys and expectations form one scenario`() throws {
        // The process's environment determines the folder for temporary files.
        let result = try program(
            ["run", BuiltProgram.root + "/Resources/scripts/unlock.scenario"], environment: ["TMPDIR": folder.path])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.hasSuffix("unlock.scenario: 9 steps done.\n"))
        #expect(
            !FileManager.default.fileExists(atPath: folder.path(of: "state.json")), "The script leaves no state file.")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!files.contains { $0.hasPrefix("flint-run-") })
    }

    @Test func `what was done is saved as a scenario after the fact, without what is undone`() async throws {
        let path = folder.path(of: "past.scenario")
        let nothing = try await flint("undo", "--scenario", path)
        #expect(nothing.status == 1 && nothing.errors.contains("There are no changes to save."), "\(nothing.errors)")
        for command in [
            "store buy premium", "set permission location-when-in-use authorized --in system",
            "perform smart/create name=M", "set flag sleep-timer on", "undo",
        ] {
            #expect(try await flint(command.split(separator: " ").map(String.init)).status == 0, "\(command)")
        }
        let saved = try await flint("undo", "--scenario", path, "--last", "1h")
        #expect(saved.status == 0 && saved.output.hasSuffix("past.scenario: 3 changes.\n"), "\(saved)")
        #expect(
            try folder.text("past.scenario") == """
                # Saved from the history. Play it with "run".
                store buy podcasts.premium
                set permission location-when-in-use authorized --in=system
                perform PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature/CreatePlaylistAction name=M

                """)
        #expect(try await flint("run", path).status == 0)
        #expect(try await flint("undo", "--scenario", path).status == 73, "Another file is never replaced.")
        #expect(try await flint("undo", "--last", "1h").status == 64)
    }

    @Test func `a failed step is named with its line and reason`() async throws {
        let cases = [
            (
                "expect-feature smart available", 1,
                "line 1: Smart playlists is expected to be available. Smart playlists"
            ),
            ("expect-feature smrt available", 1, "Did you mean Smart playlists"),
            ("\nperform smart/create name=M", 1, "line 2: "), ("undo", 1, "line 1: There is nothing to undo"),
            ("try set purchase nothing purchased", 1, "There is no product \"nothing\""),
            ("persona list", 1, "does not change the app"),
            ("override list", 66, "\"override\" is now \"set\""),
            ("set purchase premium purchased --state x", 1, "--state cannot be used in a scenario"),
            ("send {\"fly\": {}}", 1, "This is not an inspector command"), ("send {", 1, "This is not JSON"),
            ("explain smart", 66, "\"explain\" is now \"why\""),
        ]
        for (text, status, message) in cases {
            let result = try await run(text)
            #expect(result.status == Int32(status) && result.errors.contains(message), "\(text): \(result.errors)")
        }
        #expect(try await DemoCommandLine.run(["run", folder.path(of: "nowhere")]).status == 66)
    }

    @Test func `a step can be a flow, a group of changes, or a persona`() async throws {
        let feature = "PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature"
        let result = try await run(
            """
            together "set purchase premium purchased --reason=\\"a demo\\"" "set permission camera denied --in system"
            undo
            expect-feature smart unavailable
            undo --redo
            flow begin \(feature) perform \(feature)/CreatePlaylistAction "name=Good morning"
            flow answer continue
            flow answer allow
            flow answer next
            flow answer dismiss
            expect-feature smart available
            focus PodcastFeatures on
            background-work off
            persona save Mine "--description=A listener"
            """)
        #expect(result.status == 0 && result.output.hasSuffix("13 steps done.\n"), "\(result.errors)")
        for (text, message) in [
            ("flow answer maybe", "\"maybe\" is not a flow answer"), ("flow start", "Write flow answer ANSWER"),
            ("focus PodcastFeatures", "Write focus FEATURE"), ("together \"why smart\"", "does not change the app"),
        ] {
            let result = try await run(text)
            #expect(result.status == 1 && result.errors.contains(message), "\(text): \(result.errors)")
        }
    }

    @Test func `two hundred generated commands give the same timeline in every run`() async throws {
        try folder.write(GeneratedScenario(seed: 11).lines(200).joined(separator: "\n"), to: "generated.scenario")
        // The runs are parallel, because each has separate state.
        let script =
            "for i in 1 2; do '\(BuiltProgram.path)' run generated.scenario --json > $i.json & done; wait"
        let result = try ChildProcess.run(
            "/bin/sh", ["-c", "cd '\(folder.path)' && \(script)"],
            environment: BuiltProgram.environment.merging(["TMPDIR": folder.path]) { $1 })
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let expected = try TimelessEvents(folder.text("1.json")).tree
        #expect(expected.elements.count > 60)
        #expect(try TimelessEvents(folder.text("2.json")).tree == expected)
    }

    @Test func `changes in the console are recorded and replayed to the same state`() async throws {
        let path = folder.path(of: "recorded.scenario")
        let session = try TerminalSession(["console", "--record", path])
        try session.wait(for: "Podcast playback")
        try session.type("2G")
        try session.wait(for: "Premium subscription")
        try session.type("b")
        try session.wait(for: "1 override")
        try session.type("q")
        try session.wait(for: "ended with 0")
        let recorded = try String(contentsOfFile: path, encoding: .utf8)
        let lines = recorded.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines.count == 1 && lines.first?.hasPrefix("set purchase podcasts.") == true, "\(recorded)")
        let state = folder.path(of: "replayed.json")
        #expect(try await DemoCommandLine.run(["run", path, "--state", state]).status == 0)
        #expect(try await DemoCommandLine.run(["compare", "--state", state]).output.contains("purchased"))
        let again = try await DemoCommandLine.run(["console", "--record", path, "--script", path])
        #expect(again.status == 64)
    }
}

/// A generator of random commands from a seed.
///
/// Any of the commands may be refused.
private struct GeneratedScenario {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    private mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    private mutating func pick(_ words: [String]) -> String { words[next(words.count)] }

    func lines(_ count: Int) -> [String] {
        var copy = self
        return (0..<count).map { _ in "try " + copy.line() }
    }

    private mutating func line() -> String {
        let products = ["podcasts.premium", "podcasts.season-pass", "podcasts.transcripts", "podcasts.credits"]
        let features = ["SpeedFeature", "SoundEnhancementFeature", "EpisodeAlertsFeature"]
        let permissions = ["location-when-in-use", "camera", "microphone", "photos"]
        switch next(9) {
        case 0: return "set purchase \(pick(products)) \(pick(["purchased", "not-purchased", "unknown", "none"]))"
        case 1: return "set permission \(pick(permissions)) \(pick(["authorized", "denied", "none"]))"
        case 2: return "set user-setting \(pick(features)) \(pick(["on", "off", "none"])) --in user"
        case 3:
            return "set permission \(pick(permissions)) \(pick(["authorized", "denied", "not-determined"])) --in system"
        case 4: return "store buy \(pick(products))"
        case 5: return "set flag sleep-timer \(pick(["on", "off"])) --in provider"
        case 6: return "perform smart/create name=List\(next(100))"
        case 7: return "set platform \(pick(["watchOS 9", "tvOS 17", "none"]))"
        default: return pick(["undo", "undo --redo", "set all none"])
        }
    }
}
