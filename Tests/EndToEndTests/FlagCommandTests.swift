import FlintTestSupport
import Foundation
import Testing

/// Tests of `flint flags`, with separate state for each test.
struct FlagCommandTests: ProgramUser {
    static let stateFile = "overrides.json"
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func flag(_ key: String) async throws -> [String: Any] {
        try #require(try await json("flags", "explain", key)["flag"] as? [String: Any])
    }

    private func isAvailable(_ feature: String) async throws -> Bool? {
        (try await json("why", feature)["feature"] as? [String: Any])?["available"] as? Bool
    }

    @Test func `flags are listed with their deciding provider`() async throws {
        let lines = try await flint("flags").output
        #expect(
            lines == """
                room-for-downloads: on (storage, fixed), for Turbo downloads
                sleep-timer: off (release, fixed), for Sleep timer
                summary-model: unknown (summary model, pending), for Episode summaries
                up-next: on (release, fixed), for Up next

                """)
        #expect(try await flint("flags", "list").output == lines)
        let flags = try #require(try await json("flags")["flags"] as? [[String: Any]])
        #expect(
            flags.map { $0["key"] as? String } == ["room-for-downloads", "sleep-timer", "summary-model", "up-next"])
        #expect(flags.map { $0["value"] as? Bool } == [true, false, nil, true])
        #expect(flags.map { $0["effective"] as? Bool } == [true, false, nil, true])
        #expect(flags[1]["features"] as? [String] == ["PodcastFeatures/PlaybackFeature/SleepTimerFeature"])
    }

    @Test func `a flag is explained with the answer of each provider`() async throws {
        let text = try await flint("flags", "explain", "sleep").output
        #expect(
            text == """
                sleep-timer is off
                release decides: it is the first provider with a value.
                Providers, highest priority first:
                  debug (priority 5, can be set): does not have the flag
                → release (priority 1): off, fixed
                  storage (priority 1): does not have the flag
                  summary model (priority 1): does not have the flag
                Needed by Sleep timer.
                declared: Player, release, since 2.1, review 2027-03-01
                source: FlintPodcasts/ProductsAndFlags.swift:35

                """)
        let flag = try await flag("sleep")
        #expect(flag["value"] as? Bool == false && flag["reason"] as? String == "STATIC")
        #expect(flag["variant"] is NSNull && flag["errorCode"] is NSNull && flag["errorMessage"] is NSNull)
        let answers = try #require(flag["answers"] as? [[String: Any]])
        #expect(answers.map { $0["provider"] as? String } == ["debug", "release", "storage", "summary model"])
        #expect(answers[0]["value"] is NSNull && answers[0]["reason"] is NSNull)
        #expect(answers[0]["hasFlag"] as? Bool == false && answers[0]["isMutable"] as? Bool == true)
    }

    @Test func `a flag setting applies to later invocations until it is cleared`() async throws {
        #expect(try await isAvailable("sleep timer") == false)
        let set = try await flint("flags", "set", "sleep", "on")
        #expect(set.status == 0)
        #expect(set.output == "debug reports sleep-timer: on; Sleep timer is available.\n")
        #expect(try await isAvailable("sleep timer") == true)
        #expect(try await flint("flags").output.contains("\nsleep-timer: on (debug, fixed), for Sleep timer\n"))
        #expect(try await flint("perform", "sleep timer/start", "minutes=15").status == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(of: "flags.json"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)

        #expect(try await flint("flags", "clear", "sleep-timer").output.contains("debug has reset sleep-timer"))
        #expect(try await isAvailable("sleep timer") == false)
        #expect(
            try await flint("flags", "clear", "sleep-timer").output == "No value was set for sleep-timer in debug.\n")
    }

    @Test func `all flag settings are cleared together`() async throws {
        #expect(try await flint("flags", "clear").output == "Nothing was set.\n")
        _ = try await flint("flags", "set", "sleep-timer", "on")
        _ = try await flint("flags", "set", "up-next", "off")
        let answer = try await json("flags", "clear")
        #expect(answer["status"] as? String == "done")
        #expect((answer["flags"] as? [[String: Any]])?.map { $0["key"] as? String } == ["sleep-timer", "up-next"])
        #expect((answer["changes"] as? [[String: Any]])?.map { $0["after"] as? Bool } == [true, false])
        #expect(try await isAvailable("up next") == true)
    }

    @Test func `an override takes precedence over a flag setting`() async throws {
        let record = "{\"kind\": \"flag\", \"key\": \"up-next\", \"value\": \"on\"}"
        try folder.write("{\"flint\": \"overrides\", \"version\": 2, \"overrides\": [\(record)]}", to: "overrides.json")
        let set = try await flint("flags", "set", "up-next", "off")
        #expect(set.output == "debug reports up-next: off, but it is overridden, so the effective value is on.\n")
        let flag = try await flag("up-next")
        #expect(flag["value"] as? Bool == false)
        #expect(flag["override"] as? Bool == true && flag["effective"] as? Bool == true)
        #expect(try await flint("flags").output.contains("up-next: on (overridden; debug: off, fixed)"))
    }

    @Test(arguments: [
        ["flags", "explain", "slep-timer"], ["flags", "set", "slep-timer", "on"], ["flags", "clear", "slep-timer"],
    ])
    func `an unknown flag gets a suggestion and status 64`(arguments: [String]) async throws {
        let result = try await flint(arguments)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("Did you mean sleep-timer?"))
        #expect(!FileManager.default.fileExists(atPath: folder.path(of: "flags.json")))
    }

    @Test func `an invalid flag value is refused`() async throws {
        let result = try await flint("flags", "set", "sleep-timer", "maybe")
        #expect(result.status == 64)
        #expect(result.errors.contains("Write on, off or none."))
    }

    @Test func `a flags file that cannot be written is reported with status 73`() async throws {
        try folder.write("not a directory", to: "file")
        let result = try await DemoCommandLine.run(
            ["flags", "set", "sleep-timer", "on"], environment: ["FLINT_STATE": folder.path(of: "file/overrides.json")])
        #expect(result.status == 73)
        #expect(result.errors.contains("cannot be written"))
    }

    @Test func `a directory at the path of the flags file is reported with status 66`() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "flags.json"), withIntermediateDirectories: true)
        let result = try await flint("flags", "set", "sleep-timer", "on")
        #expect(result.status == 66)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("flags.json"))
    }

    @Test func `a flag is set despite a malformed toggles file`() async throws {
        try folder.write("{\"flint\": \"settings\", ", to: "toggles.json")
        try folder.write("{\"flint\": \"settings\", ", to: "flags.json")
        #expect(try await flint("flags", "set", "sleep-timer", "on").status == 66)
        #expect(try await flint("flags", "set", "sleep-timer", "on", "--ignore-state").status == 0)
        try FileManager.default.removeItem(atPath: folder.path(of: "toggles.json"))
        #expect(try await isAvailable("sleep timer") == true)
    }

    @Test func `a malformed flags file is reported, renamed and replaced`() async throws {
        let content = "{\"flint\": \"settings\", \"values\": ["
        try folder.write(content, to: "flags.json")
        #expect(try await flint("flags").status == 66)
        let result = try await flint("flags", "--ignore-state")
        #expect(result.status == 0)
        #expect(result.output.contains("\nsleep-timer: off (release, fixed)"))
        #expect(result.errors.contains("is malformed"))
        #expect(try await flint("flags", "set", "sleep-timer", "on", "--ignore-state").status == 0)
        #expect(try folder.text("flags.json.unreadable-1") == content)
    }
}
