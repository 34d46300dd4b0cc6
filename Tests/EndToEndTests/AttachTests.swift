import FlintTestSupport
import Foundation
import Testing

struct AttachTests {
    private let folder: TemporaryFolder
    private let runtime: String
    private let environment: [String: String]
    private let server: RunningChild

    init() throws {
        folder = try TemporaryFolder()
        // A socket's path must be short, but the path of the temporary folder may be long.
        runtime = "/tmp/flint-\(UInt32.random(in: .min ... .max))"
        mkdir(runtime, 0o700)
        environment = ["XDG_RUNTIME_DIR": runtime]
        server = try Self.serve([], folder, environment)
    }

    private static func serve(
        _ arguments: [String], _ folder: TemporaryFolder, _ environment: [String: String]
    ) throws -> RunningChild {
        let child = try RunningChild(
            BuiltProgram.path, ["serve", "--state", folder.path(of: "state.json")] + arguments,
            environment: BuiltProgram.environment.merging(environment) { $1 })
        let line = try #require(child.nextLine())
        #expect(line.hasSuffix("Attach with: flint console podcasts"))
        return child
    }

    private func attached(_ arguments: String...) async throws -> ChildProcess.Result {
        try await DemoCommandLine.run(["--attach", "podcasts"] + arguments, environment: environment)
    }

    /// Returns the output of the same command in its own process with the same files.
    private func alone(_ arguments: String...) async throws -> ChildProcess.Result {
        try await DemoCommandLine.run(arguments + ["--state", folder.path(of: "state.json")])
    }

    private func clean() {
        _ = server.kill()
        try? FileManager.default.removeItem(atPath: runtime)
    }

    @Test func `a following command reports when the app is lost and reconnected`() throws {
        defer { clean() }
        let errors = folder.path(of: "errors")
        let child = try RunningChild(
            "/bin/sh", ["-c", "exec \"$0\" --attach podcasts features --watch 2> '\(errors)'", BuiltProgram.path],
            environment: BuiltProgram.environment.merging(environment) { $1 })
        #expect(child.nextLine() != nil)
        _ = server.kill()
        while try !String(contentsOfFile: errors, encoding: .utf8).contains("The connection to Podcasts was lost") {}
        let again = try Self.serve([], folder, environment)
        while try !String(contentsOfFile: errors, encoding: .utf8).contains("Attached to Podcasts again.") {}
        _ = child.kill()
        _ = again.kill()
    }

    @Test(arguments: [
        "features --json", "why smart --json", "facts purchases --json", "facts permissions --json",
        "facts flags --json", "lint --json", "what-if --states smart --json", "matrix --format csv",
        "what-if --without purchase premium",
        "store status --json", "persona list --json", "compare", "features needs:premium", "compare",
        "what-if override_purchase_premium_purchased", "perform favourites/add --dry-run",
        "check Resources/expectations/podcast.json5", "why smart --persona child",
        "perform podcasts://play --dry-run", "perform podcasts://nothing --dry-run",
    ])
    func `an attached command has the same output as a local one`(command: String) async throws {
        defer { clean() }
        let words = command.split(separator: " ").map { String($0).replacing("_", with: " ") }
            .map { $0.hasPrefix("Resources/") ? "\(BuiltProgram.root)/\($0)" : $0 }
        let there = try await DemoCommandLine.run(["--attach", "podcasts"] + words, environment: environment)
        let here = try await DemoCommandLine.run(words + ["--state", folder.path(of: "state.json")])
        // The simulated store makes its first transactions at the start of the app.
        func timeless(_ output: String) -> String { output.replacing(/\d{4}-\d\d-\d\dT[\d:]+Z/, with: "then") }
        #expect(timeless(there.output) == timeless(here.output), "\(there.errors)")
        #expect(there.status == here.status)
    }

    @Test func `a command's change is visible to the next command and in the app's files`() async throws {
        defer { clean() }
        #expect(try await attached("set", "purchase", "premium", "purchased").status == 0)
        #expect(try await attached("compare").output.contains("podcasts.premium"))
        #expect(try await alone("compare").output.contains("podcasts.premium"))
        let history = try await attached("undo", "--list").output
        #expect(history.contains("command line"))
        #expect(try await attached("undo").status == 0)
        #expect(try await !attached("compare").output.contains("podcasts.premium"))
    }

    @Test func `an attached command shows the app's state at an event`() async throws {
        defer { clean() }
        #expect(try await attached("set", "permission", "camera", "denied").status == 0)
        #expect(try await attached("set", "purchase", "premium", "purchased").status == 0)
        #expect(try await attached("set", "purchase", "premium", "not-purchased").status == 0)
        let events =
            try JSONTree(parsing: try await attached("timeline", "--json").output).members["events"]?.elements
            ?? []
        let override = try #require(events.first { $0.members["title"]?.text?.contains("Premium") == true })
        let event = Int(override.members["id"]?.number ?? 0)
        func smart(at event: Int) async throws -> String {
            let result = try await attached("features", "smart", "--at", "\(event)")
            #expect(result.status == 0, "\(result.errors)")
            return result.output
        }
        #expect(try await smart(at: event).contains("Smart playlists: undetermined"))
        #expect(try await smart(at: event - 1).contains("Smart playlists: not available"))
        #expect(try await attached("why", "smart", "--at", "\(event - 1)").output.contains("not purchased"))
        let ways = try await attached("why", "smart", "--at", "\(event - 1)").output
        #expect(ways.contains("buy Premium subscription") && !ways.contains("--apply"))
        let future = try await attached("features", "--at", "999999")
        #expect(future.status == 64 && future.errors.contains("There is no such event; the last one is"))
    }

    @Test func `a following command prints the changes of another command`() async throws {
        defer { clean() }
        let child = try RunningChild(
            BuiltProgram.path, ["features", "--watch", "--attach", "podcasts"],
            environment: BuiltProgram.environment.merging(environment) { $1 })
        while let line = child.nextLine(), line != "    Smart playlists: not available" {}
        #expect(try await attached("set", "purchase", "premium", "purchased").status == 0)
        while let line = child.nextLine(), !line.contains("Smart playlists: undetermined (overridden)") {}
        #expect(child.end(with: SIGTERM) == 128 + SIGTERM)
    }

    @Test func `the running apps are listed and named in errors`() async throws {
        defer { clean() }
        let list = try await DemoCommandLine.run(["console", "--list"], environment: environment)
        #expect(list.output.hasPrefix("podcasts  process ") && list.output.contains(": Podcasts"))
        let missing = try await DemoCommandLine.run(["features", "--attach", "museum"], environment: environment)
        #expect(missing.status == 1 && missing.errors.contains("Running: podcasts ("))
        let wrong = try await DemoCommandLine.run(
            ["features", "--attach", "podcasts", "--platform", "iOS"], environment: environment)
        #expect(wrong.status == 64)
        let unserved = try await DemoCommandLine.run(["console", "--serve", "--plain"], environment: environment)
        #expect(unserved.status == 64 && unserved.errors.contains("flint serve"))
        let plain = try await DemoCommandLine.run(["console", "--running", "--plain"], environment: environment)
        #expect(plain.status == 0 && plain.output.contains("Smart playlists: not available"))
        let colored = try await DemoCommandLine.run(
            ["console", "--running", "--plain", "--color", "always"], environment: environment)
        #expect(colored.status == 0 && colored.output.contains("Smart playlists: \u{1B}[31mnot available"))
    }

    @Test func `an interrupted app removes its socket, and one that was killed is not found`() async throws {
        #expect(server.end(with: SIGTERM) == 128 + SIGTERM)
        #expect(try FileManager.default.contentsOfDirectory(atPath: runtime + "/flint").isEmpty)
        let other = try Self.serve([], folder, environment)
        _ = other.kill()
        #expect(try FileManager.default.contentsOfDirectory(atPath: runtime + "/flint").count == 1)
        let result = try await attached("features")
        #expect(result.status == 1 && result.errors.contains("No running app matches "))
        #expect(try FileManager.default.contentsOfDirectory(atPath: runtime + "/flint").isEmpty)
        try? FileManager.default.removeItem(atPath: runtime)
    }

    @Test func `an app that is served read-only refuses changes`() async throws {
        defer { clean() }
        #expect(server.end(with: SIGTERM) == 128 + SIGTERM)
        let readOnly = try Self.serve(["--read-only"], folder, environment)
        let result = try await attached("set", "purchase", "premium", "purchased")
        #expect(result.status == 1 && result.errors.contains("read-only"))
        #expect(try await attached("features").status == 0)
        _ = readOnly.kill()
    }

    @Test func `a production app is changed only if it allows changes and the command says so`() async throws {
        defer { clean() }
        #expect(server.end(with: SIGTERM) == 128 + SIGTERM)
        let app = try Self.serve(["--environment", "production", "--allow-changes"], folder, environment)
        let list = try await DemoCommandLine.run(["console", "--list", "--json"], environment: environment)
        #expect(list.output.contains("\"environment\" : \"production\"") && list.output.contains("\"findings\" : ["))
        let refused = try await attached("set", "purchase", "premium", "purchased")
        #expect(refused.status == 1 && refused.errors.contains("To change it, add --production."))
        #expect(try await attached("set", "purchase", "premium", "purchased", "--dry-run").status == 0)
        #expect(try await attached("--production", "set", "purchase", "premium", "purchased").status == 0)
        _ = app.kill()
        let gone = try await DemoCommandLine.run(["console", "--list"], environment: environment)
        #expect(gone.output.contains("has ended and left its socket behind"))
    }

    @Test func `a running app is compared by its name and by its socket`() async throws {
        defer { clean() }
        let folder = runtime + "/flint"
        let socket = try #require(
            FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".sock") })
        for name in ["podcasts", "\(folder)/\(socket)"] {
            let state = self.folder.path(of: "state.json")
            let result = try await DemoCommandLine.run(
                ["compare", name, "now", "--state", state], environment: environment)
            #expect(result.status == 0, "\(result.output)\(result.errors)")
        }
    }

    @Test func `a console compares its app with another running one`() async throws {
        defer { clean() }
        let other = try RunningChild(
            BuiltProgram.path, ["serve", "--state", folder.path(of: "other/state.json")],
            environment: BuiltProgram.environment.merging(environment) { $1 })
        let line = try #require(other.nextLine())
        let advice = try #require(line.firstMatch(of: /process (\d+)\. .* console (\d+)$/))
        #expect(advice.1 == advice.2, "Two apps have the name.")
        let processes = try FileManager.default.contentsOfDirectory(atPath: runtime + "/flint")
            .compactMap { $0.firstMatch(of: /^podcasts-(\d+)\.sock$/).map { String($0.1) } }
        try #require(processes.count == 2)
        let change = ["--attach", processes[0], "set", "purchase", "premium", "purchased"]
        #expect(try await DemoCommandLine.run(change, environment: environment).status == 0)
        try folder.write("compare \(processes[0])\n", to: "lines")
        let options = "--running \(processes[1]) --linear"
        let command = "'\(BuiltProgram.path)' console \(options) < '\(folder.path(of: "lines"))'"
        let result = try ChildProcess.run(
            "/bin/sh", ["-c", command], environment: BuiltProgram.environment.merging(environment) { $1 })
        let title = "Podcasts (\(processes[1])) compared with Podcasts (\(processes[0]))\n"
        #expect(result.status == 0 && result.output.contains(title), "\(result.output)\(result.errors)")
        #expect(result.output.contains("\n  Premium subscription: not purchased -> purchased\n"))
        #expect(result.output.contains("Smart playlists, not available -> undetermined\n"), "\(result.output)")
        _ = other.kill()
    }

    @Test func `a port requires its token`() async throws {
        defer { clean() }
        #expect(server.end(with: SIGTERM) == 128 + SIGTERM)
        let child = try Self.serve(["--tcp", "0"], folder, environment)
        let line = try #require(child.nextLine())
        let match = try #require(line.firstMatch(of: /FLINT_ATTACH_TOKEN=(\w+) flint console (tcp:\S+)/), "\(line)")
        let (token, address) = (String(match.1), String(match.2))
        func features(_ token: String?) async throws -> ChildProcess.Result {
            try await DemoCommandLine.run(
                ["features", "--attach", address], environment: token.map { ["FLINT_ATTACH_TOKEN": $0] } ?? [:])
        }
        #expect(try await features(token).output.contains("Smart playlists"))
        let missing = try await features(nil)
        #expect(missing.status == 64 && missing.errors.contains("FLINT_ATTACH_TOKEN"))
        let wrong = try await features("wrong")
        #expect(wrong.status == 1 && wrong.errors.contains("token") && !wrong.errors.contains("wrong token:"))
        let far = try await DemoCommandLine.run(["features", "--attach", "tcp://10.0.0.1:1"], environment: environment)
        #expect(far.status == 64 && far.errors.contains("is not a port on this machine"))
        let script = "\(BuiltProgram.root)/Resources/clients/flint_client.py"
        if Self.hasPython {
            let python = try ChildProcess.run(
                "python3", [script, "--app", address, "personas"],
                environment: BuiltProgram.environment.merging(["FLINT_ATTACH_TOKEN": token]) { $1 })
            #expect(python.output.contains("Child account"), "\(python.errors)")
        }
        _ = child.kill()
    }

    private static let hasPython =
        (try? ChildProcess.run("python3", ["--version"], environment: BuiltProgram.environment))?.status == 0

    @Test(.enabled(if: hasPython, "The client is a Python script."))
    func `the Python client of the resources lists, changes and follows`() throws {
        defer { clean() }
        let script = "\(BuiltProgram.root)/Resources/clients/flint_client.py"
        func client(_ arguments: String...) throws -> ChildProcess.Result {
            try ChildProcess.run(
                "python3", [script] + arguments, environment: BuiltProgram.environment.merging(environment) { $1 })
        }
        let hello = try client(
            "sync", #"{"want": {"features": ["PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature"]}}"#)
        #expect(hello.output.contains("podcasts.premium"), "\(hello.errors)")
        let features = try #require(
            try JSONSerialization.jsonObject(with: Data(client("features").output.utf8)) as? [[String: Any]])
        #expect(features.first?["id"] as? String == "PodcastFeatures")
        let watch = try RunningChild(
            "python3", [script, "watch"], environment: BuiltProgram.environment.merging(environment) { $1 })
        #expect(watch.nextLine()?.contains("listed") == true)
        let change =
            #"{"command": {"setOverride": {"_0": {"kind": "purchase", "key": "podcasts.premium"}, "#
            + #""_1": {"value": "purchased"}}}}"#
        #expect(try client("send", change).output.contains(#""status": "done""#))
        #expect(watch.nextLine()?.contains("podcasts.premium") == true)
        _ = watch.kill()
        let refused = try client("nothing")
        #expect(refused.status == 1 && refused.errors.contains("There is no method"))
    }

    @Test func `only programs that serve or attach link the server module`() throws {
        defer { clean() }
        func links(_ program: String) throws -> Bool {
            let path = URL(filePath: BuiltProgram.path).deletingLastPathComponent().appending(path: program)
            return try Data(contentsOf: path).range(of: Data("FlintAttachServer".utf8)) != nil
        }
        #expect(try links("flint"))
        #expect(try !links("FlintStateWriter"))
    }
}
