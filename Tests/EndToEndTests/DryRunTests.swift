import FlintTestSupport
import Foundation
import Testing

/// Compares the predictions of `--dry-run` and `flint what-if` with executing and undoing the commands.
struct DryRunTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A command with the equivalent assumption.
    struct Case: CustomTestStringConvertible, Sendable {
        var command: [String]
        var assumption: String
        var before: [[String]] = []

        var testDescription: String { command.joined(separator: " ") }
    }

    private static let bought = [["store", "buy", "premium"]]
    private static let allowed = [["set", "permission", "location-when-in-use", "authorized"]]
    static let cases = [
        Case(
            command: ["set", "purchase", "premium", "purchased"],
            assumption: "set purchase Premium subscription purchased"),
        Case(
            command: ["set", "permission", "location-when-in-use", "authorized"],
            assumption: "permission location-when-in-use authorized", before: bought),
        Case(command: ["set", "all", "none"], assumption: "set all none", before: bought + allowed),
        Case(
            command: ["set", "permissions", "none"], assumption: "set permissions none",
            before: bought + allowed),
        Case(command: ["set", "platform", "tvOS", "16"], assumption: "platform tvOS 16"),
        Case(command: ["set", "user-setting", "speed", "off", "--in", "user"], assumption: "user Dynamic Speed off"),
        Case(
            command: ["set", "user-setting", "speed", "none", "--in", "user"], assumption: "user speed default",
            before: [["set", "user-setting", "speed", "off", "--in", "user"]]),
        Case(
            command: ["set", "permission", "location-when-in-use", "authorized", "--in", "system"],
            assumption: "system location-when-in-use authorized", before: bought),
        Case(command: ["store", "buy", "premium"], assumption: "store buy Premium subscription", before: allowed),
        Case(
            command: ["store", "buy", "premium", "--ending", "fail"], assumption: "store buy premium --ending fail",
            before: allowed),
        Case(command: ["store", "refund", "premium"], assumption: "store refund premium", before: bought + allowed),
        Case(command: ["store", "expire", "premium"], assumption: "store expire premium", before: bought + allowed),
        Case(
            command: ["store", "auto-renew", "premium", "off"],
            assumption: "store auto-renew Premium subscription off", before: bought + allowed),
        Case(
            command: ["store", "advance", "400d"], assumption: "store advance 400d",
            before: bought + allowed + [["store", "auto-renew", "premium", "off"]]),
        Case(command: ["store", "reset"], assumption: "store reset", before: bought + allowed),
        Case(
            command: ["set", "flag", "sleep-timer", "on", "--in", "provider"],
            assumption: "set flag sleep-timer on --in provider"),
        Case(
            command: ["set", "flag", "sleep-timer", "none", "--in", "provider"],
            assumption: "set flag sleep-timer none --in provider",
            before: [["set", "flag", "sleep-timer", "on", "--in", "provider"]]),
        Case(command: ["persona", "apply", "premium"], assumption: "persona apply Premium user"),
        Case(command: ["undo"], assumption: "undo", before: bought + allowed),
    ]

    private func availability() async throws -> [String: Bool?] {
        let features = try #require(try await json("features")["features"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: features.map { ($0["id"] as? String ?? "", $0["available"] as? Bool) })
    }

    private func changes(_ result: ChildProcess.Result) throws -> [String: Bool?] {
        #expect(result.status == 0, "\(result.errors)")
        let changes = try #require(try result.object()["changes"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: changes.map { ($0["featureID"] as? String ?? "", $0["after"] as? Bool) })
    }

    @Test(arguments: cases) func `a forecast equals executing and undoing the command`(_ test: Case) async throws {
        for arguments in test.before { #expect(try await flint(arguments).status == 0) }
        let before = try await availability()
        let history = try await flint("undo", "--list", "--json").output
        let dry = try await flint(test.command + ["--dry-run", "--json"])
        #expect(dry.output.contains("\"dryRun\" : true"))
        let forecast = try changes(dry)
        let assumed = try changes(try await flint("what-if", test.assumption, "--json"))
        #expect(try await availability() == before)
        #expect(try await flint("undo", "--list", "--json").output == history, "The dry run changes nothing.")
        #expect(try await flint(test.command).status == 0)
        let after = try await availability()
        let expected = after.filter { before[$0.key] != .some($0.value) }
        #expect(forecast == expected)
        #expect(assumed == expected)
        #expect(try await flint(test.command == ["undo"] ? ["undo", "--redo"] : ["undo"]).status == 0)
        #expect(try await availability() == before)
    }

    @Test func `a forecast of a refused command is refused with the same message`() async throws {
        for arguments in [
            ["store", "refund", "podcasts.transcripts"], ["undo"], ["undo", "--redo"],
            ["store", "buy", "nothing of this name"],
            ["set", "purchase", "premium", "perhaps"], ["set", "user-setting", "premium", "on", "--in", "user"],
        ] {
            let dry = try await flint(arguments + ["--dry-run"])
            let real = try await flint(arguments)
            #expect(dry.status == real.status && real.status != 0, "\(arguments)")
            #expect(dry.errors == real.errors, "\(arguments)")
        }
    }

    @Test func `the error for an invalid assumption states the reason`() async throws {
        for (assumption, status) in [
            ("store refund podcasts.transcripts", 1), ("store", 64), ("store status", 64), ("store buy", 64),
            ("store buy premium --state x", 64), ("persona save me", 64), ("compare", 64),
            ("user speed maybe", 64),
            ("system camera", 64), ("undo", 1), ("set flag nothing-of-this-name on --in provider", 64),
        ] as [(String, Int32)] {
            let result = try await flint("what-if", assumption)
            #expect(result.status == status, "\(assumption): \(result.errors)")
            #expect(!result.errors.isEmpty && result.output.isEmpty, "\(assumption)")
        }
    }

    @Test func `a dry run decides about an action without performing it`() async throws {
        let action = ["perform", "smart/create", "name=Morning", "--dry-run"]
        let denied = try await flint(action)
        #expect(denied.status == 1)
        #expect(denied.output.hasPrefix("Dry run: Smart playlists: “create” would be denied: "))
        try await flint("store", "buy", "premium")
        let asked = try await flint(action + ["--answer", "location=allow"])
        #expect(asked.status == 0)
        #expect(asked.output.contains("would be performed after location-when-in-use is allowed"))
        let history = try await flint("undo", "--list").output
        #expect(!history.contains("create"))
    }

    @Test func `a persona and an unlock plan are not saved or applied`() async throws {
        let saved = try await flint("persona", "save", "Me", "--dry-run")
        #expect(saved.status == 0 && saved.output.contains("personas/me.json"))
        #expect(!FileManager.default.fileExists(atPath: folder.path(of: "personas")))
        let plan = try await flint("why", "smart", "--apply", "--dry-run")
        #expect(plan.status == 0 && plan.output.contains("  Smart playlists: not available -> available\n"))
        #expect(
            try await flint("compare").output == "No differences from the initial state.\n")
        #expect(try await flint("why", "smart", "--dry-run").status == 64)
    }
}
