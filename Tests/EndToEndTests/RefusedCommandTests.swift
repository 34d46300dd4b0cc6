import FlintTestSupport
import Foundation
import Testing

struct RefusedCommandTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: [
        (
            "persona forget me",
            "There is no command \"persona forget\". \"flint help persona\" lists the commands."
        ),
        ("help featurs", "There is no command \"featurs\". Did you mean features?"),
        ("help store staus", "There is no command \"store staus\". Did you mean status?"),
        ("store staus", "There is no command \"store staus\". Did you mean status?"),
    ])
    func `a mistyped command of a group is answered with the nearest ones`(command: String, answer: String) async throws
    {
        let result = try await DemoCommandLine.run(command.split(separator: " ").map(String.init))
        #expect(result.status == 64 && result.errors.hasPrefix(answer), "\(result.errors)")
    }

    @Test(arguments: ["matrix --json --format csv", "matrix now Child_account --json --format markdown"])
    func `an answer has one format`(command: String) async throws {
        let words = command.split(separator: " ").map { String($0).replacing("_", with: " ") }
        let result = try await DemoCommandLine.run(words)
        #expect(result.status == 64 && result.errors.contains("--format"), "\(result.errors)")
        #expect(result.output.isEmpty || result.output.hasPrefix("{\"error\":"))
    }

    @Test func `an empty feature list states that no feature matches`() async throws {
        #expect(try await flint("features", "zz").output == "No feature matches.\n")
        #expect(
            try await JSONTree(parsing: flint("features", "zz", "--json").output).members["features"]?.elements == [])
    }

    @Test func `a report is either saved or answered as JSON`() async throws {
        let path = folder.path(of: "report.json")
        let result = try await flint("report", "--output", path, "--json")
        #expect(result.status == 64 && result.errors.contains("--json and --output cannot be combined"))
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `the store's clock has a maximum rate`() async throws {
        #expect(try await flint("store", "rate", "2592000").status == 0)
        let result = try await flint("store", "rate", "1e9")
        #expect(result.status == 1 && result.errors.contains("at most 2592000 times as fast"), "\(result.errors)")
        #expect(try await flint("store", "status").output.contains("30 days per second"))
    }

    @Test func `a recording is neither served nor changed`() async throws {
        let path = folder.path(of: "app.json")
        #expect(try await flint("report", "--output", path).status == 0)
        let served = try await flint("--recording", path, "serve")
        #expect(served.status == 64 && served.errors.contains("A recording cannot be served"))
        try folder.write("set flag sleep-timer on\n", to: "try.scenario")
        let changed = try await flint("--recording", path, "run", folder.path(of: "try.scenario"))
        #expect(changed.status == 1 && changed.errors.contains("A recording cannot be changed"), "\(changed.errors)")
    }

    @Test func `a failed step is in the answer, together with the events before it`() async throws {
        try folder.write("set flag sleep-timer on\nexpect nothing of the kind\nkeys j\n", to: "try.scenario")
        let result = try await flint("run", folder.path(of: "try.scenario"), "--json")
        #expect(result.status == 1)
        let answer = try JSONTree(parsing: result.output)
        #expect(answer.members["steps"]?.number == 1)
        #expect(
            answer.members["failure"]?.text?.hasSuffix("line 2: The screen does not contain \"nothing of the kind\"")
                == true)
        #expect(answer.members["events"]?.elements.isEmpty == false)
        #expect(result.errors.contains("line 2: "))
    }

    @Test func `a script that cannot be played is an unusable file`() async throws {
        try folder.write("dance\n", to: "try.scenario")
        #expect(try await flint("run", folder.path(of: "try.scenario")).status == 66)
    }

    @Test func `a script whose changes cannot be saved is not reported as done`() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "other.json.draft"), withIntermediateDirectories: true)
        let script = try folder.write("set permission camera denied\n", to: "test.scenario")
        let command = ["run", script, "--state", folder.path(of: "other.json")]
        let result = try await flint(command)
        #expect(result.status == 73 && result.output.isEmpty && result.errors.contains("cannot be written"))
        let error = try await flint(command + ["--json"]).object()["error"] as? [String: Any]
        #expect(error?["kind"] as? String == "cannot-write" && error?["status"] as? Int == 73)
    }

    @Test func `quiet commands also report an unreadable state`() async throws {
        try folder.write(#"{"flint": "overrides", "#, to: "state.json")
        let result = try await flint("compare", "--quiet", "--json", "--ignore-state")
        #expect(result.status == 0 && result.errors.contains("is malformed"), "\(result.errors)")
        let error = try await flint("compare", "--quiet", "--json").object()["error"] as? [String: Any]
        #expect(error?["kind"] as? String == "unusable-file" && error?["status"] as? Int == 66)
    }

    // MARK: Where answers go

    @Test(arguments: [["help", "completions", "bash"], ["help", "manual"], ["features"]])
    func `a command fails if its answer cannot be written`(arguments: [String]) throws {
        let result = try shell("exec \"$0\" \(arguments.joined(separator: " ")) > /dev/full")
        #expect(result.status == 73)
        #expect(result.errors == "The output cannot be written: No space left on device.\n")
    }

    @Test func `the MCP server fails if its answer cannot be written`() throws {
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        let result = try shell("echo '\(ping)' | \"$0\" mcp > /dev/full")
        #expect(result.status == 73)
        #expect(result.errors == "The output cannot be written: No space left on device.\n")
    }

    @Test func `no file is opened in place of a closed standard output`() throws {
        let result = try shell("exec \"$0\" features --journal '\(folder.path(of: "a.jsonl"))' >&-")
        #expect(result.status == 73)
        #expect(result.errors == "The output cannot be written: Bad file descriptor.\n")
        #expect(try !folder.text("a.jsonl").contains("Smart playlists: "))
    }

    private func shell(_ script: String) throws -> ChildProcess.Result {
        try ChildProcess.run(
            "/bin/sh", ["-c", script, BuiltProgram.path],
            environment: BuiltProgram.environment.merging(["FLINT_STATE": folder.path(of: "state.json")]) { $1 })
    }
}
