import FlintTestSupport
import Foundation
import Testing

struct FlagCommandTests: ProgramUser {
    static let stateFile = "overrides.json"
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func flag(_ key: String) async throws -> [String: Any] {
        let facts = try #require(try await json("facts", "flags", key)["facts"] as? [[String: Any]])
        return try #require(facts.first?["flag"] as? [String: Any])
    }

    private func isAvailable(_ feature: String) async throws -> Bool? {
        (try await json("why", feature)["feature"] as? [String: Any])?["available"] as? Bool
    }

    @Test func `flags are listed with their deciding provider`() async throws {
        let lines = try await flint("facts", "flags").output
        #expect(
            lines == """
                room-for-downloads: on (storage, fixed), for Turbo downloads
                sleep-timer: off (release, fixed), for Sleep timer
                summary-model: unknown (summary model, pending), for Episode summaries
                up-next: on (release, fixed), for Up next

                """)
        let facts = try #require(try await json("facts", "flags")["facts"] as? [[String: Any]])
        let flags = facts.compactMap { $0["flag"] as? [String: Any] }
        #expect(
            flags.map { $0["key"] as? String } == ["room-for-downloads", "sleep-timer", "summary-model", "up-next"])
        #expect(flags.map { $0["value"] as? Bool } == [true, false, nil, true])
        #expect(flags.map { $0["effective"] as? Bool } == [true, false, nil, true])
        #expect(flags[1]["features"] as? [String] == ["PodcastFeatures/PlaybackFeature/SleepTimerFeature"])
    }

    @Test func `a flag is explained with the answer of each provider`() async throws {
        let text = try await flint("facts", "flags", "sleep").output
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
                source: FlintPodcasts/ProductsAndFlags.swift:30

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
        let set = try await flint("set", "flag", "sleep", "on", "--in", "provider")
        #expect(set.status == 0)
        #expect(set.output == "debug reports sleep-timer: on; Sleep timer is available.\n")
        #expect(try await isAvailable("sleep timer") == true)
        #expect(
            try await flint("facts", "flags").output.contains("\nsleep-timer: on (debug, fixed), for Sleep timer\n"))
        #expect(try await flint("perform", "sleep timer/start", "minutes=15").status == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(of: "flags.json"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)

        #expect(
            try await flint("set", "flag", "sleep-timer", "none", "--in", "provider").output.contains(
                "debug has reset sleep-timer"))
        #expect(try await isAvailable("sleep timer") == false)
        #expect(
            try await flint("set", "flag", "sleep-timer", "none", "--in", "provider").output
                == "No value was set for sleep-timer in debug.\n")
    }

    @Test func `all flag settings are cleared together`() async throws {
        #expect(try await flint("set", "flags", "none", "--in", "provider").output == "Nothing was set.\n")
        _ = try await flint("set", "flag", "sleep-timer", "on", "--in", "provider")
        _ = try await flint("set", "flag", "up-next", "off", "--in", "provider")
        let answer = try await json("set", "flags", "none", "--in", "provider")
        #expect(answer["status"] as? String == "done")
        #expect((answer["changes"] as? [[String: Any]])?.map { $0["after"] as? Bool } == [true, false])
        #expect(try await isAvailable("up next") == true)
    }

    @Test func `an override takes precedence over a flag setting`() async throws {
        let record = "{\"kind\": \"flag\", \"key\": \"up-next\", \"value\": \"on\"}"
        try folder.write("{\"flint\": \"overrides\", \"version\": 2, \"overrides\": [\(record)]}", to: "overrides.json")
        let set = try await flint("set", "flag", "up-next", "off", "--in", "provider")
        #expect(set.output == "debug reports up-next: off, but it is overridden, so the effective value is on.\n")
        let flag = try await flag("up-next")
        #expect(flag["value"] as? Bool == false)
        #expect(flag["override"] as? Bool == true && flag["effective"] as? Bool == true)
        #expect(try await flint("facts", "flags").output.contains("up-next: on (overridden; debug: off, fixed)"))
    }

    @Test(arguments: [
        ["facts", "flags", "slep-timer"], ["set", "flag", "slep-timer", "on", "--in", "provider"],
        ["set", "flag", "slep-timer", "none", "--in", "provider"],
    ])
    func `an unknown flag gets a suggestion and status 64`(arguments: [String]) async throws {
        let result = try await flint(arguments)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("Did you mean sleep-timer?"))
        #expect(!FileManager.default.fileExists(atPath: folder.path(of: "flags.json")))
    }

    @Test func `an invalid flag value is refused`() async throws {
        let result = try await flint("set", "flag", "sleep-timer", "maybe", "--in", "provider")
        #expect(result.status == 64)
        #expect(result.errors.contains("Write on, off or none."))
    }

    @Test func `a flags file that cannot be written is reported with status 73`() async throws {
        try folder.write("not a directory", to: "file")
        let result = try await DemoCommandLine.run(
            ["set", "flag", "sleep-timer", "on", "--in", "provider"],
            environment: ["FLINT_STATE": folder.path(of: "file/overrides.json")])
        #expect(result.status == 73)
        #expect(result.errors.contains("cannot be written"))
    }

    @Test func `a directory at the path of the flags file is reported with status 66`() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "flags.json"), withIntermediateDirectories: true)
        let result = try await flint("set", "flag", "sleep-timer", "on", "--in", "provider")
        #expect(result.status == 66)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("flags.json"))
    }

    @Test func `a flag is set despite a malformed toggles file`() async throws {
        try folder.write("{\"flint\": \"settings\", ", to: "toggles.json")
        try folder.write("{\"flint\": \"settings\", ", to: "flags.json")
        #expect(try await flint("set", "flag", "sleep-timer", "on", "--in", "provider").status == 66)
        #expect(try await flint("set", "flag", "sleep-timer", "on", "--in", "provider", "--ignore-state").status == 0)
        try FileManager.default.removeItem(atPath: folder.path(of: "toggles.json"))
        #expect(try await isAvailable("sleep timer") == true)
    }

    @Test func `a malformed flags file is reported, renamed and replaced`() async throws {
        let content = "{\"flint\": \"settings\", \"values\": ["
        try folder.write(content, to: "flags.json")
        #expect(try await flint("facts", "flags").status == 66)
        let result = try await flint("facts", "flags", "--ignore-state")
        #expect(result.status == 0)
        #expect(result.output.contains("\nsleep-timer: off (release, fixed)"))
        #expect(result.errors.contains("is malformed"))
        #expect(try await flint("set", "flag", "sleep-timer", "on", "--in", "provider", "--ignore-state").status == 0)
        #expect(try folder.text("flags.json.unreadable-1") == content)
    }
}
