import FlintTestSupport
import Foundation
import Testing

struct ModelContextTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let hello =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"#
        + #""clientInfo":{"name":"test","version":"1"}}}"#

    private func send(_ lines: [String], _ arguments: String..., environment: [String: String] = [:]) throws -> (
        answers: [JSONTree], errors: String
    ) {
        try folder.write(lines.map { $0 + "\n" }.joined(), to: "input")
        let state = arguments.contains("--attach") ? [] : ["--state", folder.path(of: "state.json")]
        let words = (["mcp"] + state + arguments).map { "'\($0)'" }.joined(separator: " ")
        let result = try ChildProcess.run(
            "/bin/sh", ["-c", "exec '\(BuiltProgram.path)' \(words) < '\(folder.path(of: "input"))'"],
            environment: BuiltProgram.environment.merging(environment) { $1 })
        #expect(result.status == 0, "\(result.errors)")
        let answers = try result.output.split(separator: "\n").map { try JSONTree(parsing: String($0)) }
        return (answers, result.errors)
    }

    private func call(_ id: Int, _ name: String, _ arguments: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(name)","arguments":\#(arguments)}}"#
    }

    private func text(_ answer: JSONTree) -> String {
        answer.members["result"]?.members["content"]?.elements.first?.members["text"]?.text ?? ""
    }

    @Test func `every line of the output is an answer, even if the app prints text`() throws {
        let (answers, _) = try send([
            Self.hello, #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            call(1, "list_features", "{}"), call(2, "explain_feature", #"{"features":["smart"]}"#),
        ])
        #expect(answers.count == 3)
        #expect(answers.allSatisfy { $0.members["jsonrpc"]?.text == "2.0" })
        let result = answers[0].members["result"]?.members
        #expect(result?["protocolVersion"]?.text == "2025-06-18")
        #expect(result?["serverInfo"]?.members["name"]?.text == "flint")
        #expect(
            text(answers[1]).contains("PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature (Smart playlists): "))
        #expect(text(answers[2]).contains(" -> no  purchase    Premium subscription  not purchased"))
    }

    @Test func `a tool answers with the JSON of the command for the same question`() throws {
        let questions: [(tool: String, arguments: String, command: [String])] = [
            ("explain_feature", "{}", ["why"]), ("explain_feature", #"{"features":["smart"]}"#, ["why", "smart"]),
            ("explain_feature", #"{"features":["smart","clip"]}"#, ["why", "smart", "clip"]),
            ("explain_feature", #"{"features":["smart"],"persona":"child"}"#, ["why", "smart", "--persona", "child"]),
            ("what_if", #"{"assumptions":["purchase premium purchased"]}"#, ["what-if", "purchase premium purchased"]),
            ("impact", #"{"kind":"purchase","name":"premium"}"#, ["what-if", "--without", "purchase", "premium"]),
            ("compare_states", #"{"first":"now","second":"Premium user"}"#, ["compare", "now", "Premium user"]),
            ("cover_personas", "{}", ["persona", "cover"]), ("gate_coverage", "{}", ["coverage"]),
            ("list_warnings", "{}", ["warnings"]),
        ]
        let calls = questions.enumerated().map { call($0.offset + 1, $0.element.tool, $0.element.arguments) }
        let answers = try send([Self.hello] + calls).answers
        let state = ["--state", folder.path(of: "state.json"), "--json"]
        for (index, question) in questions.enumerated() {
            let answer = answers.first { $0.members["id"] == .number(Double(index + 1)) }
            let result = try ChildProcess.run(
                BuiltProgram.path, question.command + state, environment: BuiltProgram.environment)
            #expect(
                try answer?.members["result"]?.members["structuredContent"] == JSONTree(parsing: result.output),
                "\(question.command)")
        }
    }

    @Test func `the program ends at the end of its input`() throws {
        try folder.write(Self.hello + "\n", to: "input")
        let program = "cat '\(folder.path(of: "input"))' | '\(BuiltProgram.path)' mcp"
        let result = try ChildProcess.run(
            "/bin/sh", ["-c", "\(program) --state '\(folder.path(of: "state.json"))'"],
            environment: BuiltProgram.environment)
        #expect(result.status == 0 && result.output.contains("serverInfo"), "\(result.errors)")
    }

    @Test func `an override of an agent is saved with its source, and undone`() async throws {
        let override = #"{"kind":"purchase","name":"premium","value":"purchased","reason":"a \"test\"","expires":"1h"}"#
        let (answers, _) = try send([Self.hello, call(1, "override", override)])
        #expect(text(answers[1]).contains("Premium subscription: overridden, purchased"))
        let environment = ["FLINT_STATE": folder.path(of: "state.json")]
        let list = try await DemoCommandLine.run(["compare"], environment: environment).output
        #expect(list.contains("because of “a \"test\"”, by agent"), "\(list)")
        let undone = try send([Self.hello, call(1, "undo", "{}")]).answers
        #expect(text(undone[1]).hasPrefix("Undone. "))
        #expect(
            try await DemoCommandLine.run(["compare"], environment: environment).output
                == "No differences from the initial state.\n")
    }

    @Test func `a read-only server refuses every change`() throws {
        let (answers, _) = try send(
            [
                Self.hello, call(1, "override", #"{"kind":"purchase","name":"premium","value":"purchased"}"#),
                call(2, "undo", "{}"), call(3, "perform_action", #"{"feature":"favourites","action":"add"}"#),
                call(4, "what_if", #"{"assumptions":["purchase premium purchased"]}"#),
            ], "--read-only")
        for answer in answers[1...3] {
            #expect(answer.members["result"]?.members["isError"] == .bool(true))
            #expect(text(answer).contains("started with --read-only. Nothing was changed."))
        }
        #expect(answers[4].members["result"]?.members["isError"] == .bool(false))
        #expect(!FileManager.default.fileExists(atPath: folder.path(of: "state.json")))
    }

    @Test func `hostile lines are answered with errors, and the next request is served`() throws {
        let deep = String(repeating: "[", count: 10_000)
        let long = #"{"jsonrpc":"2.0","id":9,"method":""# + String(repeating: "x", count: 2 << 20) + #""}"#
        let (answers, _) = try send([
            "{", deep, long, "null", "[]", #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, "\u{FEFF}\u{1B}[2J",
            #"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#, Self.hello,
            #"{"jsonrpc":"2.0","id":8,"method":"ping"}"#,
        ])
        let codes = answers.map { $0.members["error"]?.members["code"]?.number }
        #expect(codes == [-32_700, -32_700, -32_600, -32_600, -32_600, -32_600, -32_700, -32_600, nil, nil])
        #expect(answers.prefix(3).allSatisfy { $0.members["id"] == .null })
    }

    @Test func `a terminal and a missing app are refused`() async throws {
        #expect(try await DemoCommandLine.run(["mcp", "--attach", "nowhere"]).status == 1)
        #expect(try await DemoCommandLine.run(["mcp", "--state", ""]).status == 64)
        let session = try TerminalSession(["mcp"])
        try session.wait(for: "has to be started by a client of the Model Context Protocol")
        try session.wait(for: "ended with 64")
    }

    @Test func `an agent works on an app that runs elsewhere`() async throws {
        let runtime = "/tmp/flint-\(UInt32.random(in: .min ... .max))"
        mkdir(runtime, 0o700)
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        let environment = BuiltProgram.environment.merging(["XDG_RUNTIME_DIR": runtime]) { $1 }
        let served = try RunningChild(
            BuiltProgram.path, ["serve", "--state", folder.path(of: "served.json")], environment: environment)
        #expect(served.nextLine()?.hasPrefix("Serving ") == true)
        let override = #"{"kind":"purchase","name":"premium","value":"purchased"}"#
        let (answers, errors) = try send(
            [Self.hello, call(1, "override", override), call(2, "timeline", "{}")], "--attach", "podcasts",
            environment: ["XDG_RUNTIME_DIR": runtime])
        #expect(
            answers.count == 3
                && text(answers.first { $0.members["id"] == .number(1) } ?? .null).contains("overridden"), "\(errors)")
        let list = try await DemoCommandLine.run(["compare", "--state", folder.path(of: "served.json")]).output
        #expect(list.contains("by agent"), "\(list)")
        _ = served.kill()
    }

    @Test func `requests beyond the concurrency limit are all answered`() throws {
        let count = 300
        let requests = (1...count).map { call($0, "explain_feature", #"{"features":["smart"]}"#) }
        let (answers, _) = try send([Self.hello] + requests)
        let ids = answers.compactMap { $0.members["id"]?.number }.map { Int($0) }
        #expect(ids.sorted() == Array(0...count))
        #expect(answers.allSatisfy { $0.members["error"] == nil })
    }
}

struct ModelContextClientTests {
    /// The Python environment with the package `mcp`, which `make test-deps` installs.
    private static let python: String? = {
        let path = BuiltProgram.root + "/.build/mcp-client/bin/python"
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    @Test(.enabled(if: python != nil, "make test-deps installs the client of the Model Context Protocol"))
    func `the official client lists, explains, changes and reads`() throws {
        let folder = try TemporaryFolder()
        let found = try run("session", folder)
        #expect(found["initialize"]?.members["serverInfo"]?.members["name"]?.text == "flint")
        let names = found["tools"]?.elements.compactMap { $0.members["name"]?.text } ?? []
        #expect(names.contains("list_features") && names.contains("perform_action") && names.count == 14)
        #expect(text(found["list"]).contains("Podcast playback"))
        #expect(text(found["explain"]).contains(" -> no  purchase    Premium subscription  not purchased"))
        #expect(text(found["child"]).contains("restricted"))
        #expect(text(found["what_if"]).contains("would change."))
        #expect(text(found["impact"]).contains("Premium user: Dynamic Speed"))
        #expect(text(found["override"]).contains("overridden, purchased"))
        #expect(found["perform"]?.members["isError"] != .bool(true), "\(text(found["perform"]))")
        #expect(text(found["timeline"]).contains("agent"))
        #expect(text(found["undo"]).hasPrefix("Undone. "))
        #expect(found["wrong"]?.members["isError"] == .bool(true))
        #expect(text(found["wrong"]).contains("Did you mean Smart playlists"))
        #expect(text(found["strange"]).contains("has no argument \"colour\""))
        #expect(found["missing"]?.text?.contains("There is no resource") == true)
        #expect(found["unknown"]?.text?.contains("There is no tool \"fly\"") == true)
        // The content equals the commands' output.
        let feature = try JSONTree(parsing: content(found["read"]))
        #expect(try SchemaFile("why.v1").schema.problems(in: feature) == [])
        let report = try JSONTree(parsing: content(found["report"]))
        #expect(try SchemaFile("report.v2").schema.problems(in: report) == [])
    }

    @Test(.enabled(if: python != nil, "make test-deps installs the client of the Model Context Protocol"))
    func `every tool has the schema of its answer`() throws {
        let found = try run("session", TemporaryFolder())
        for tool in found["tools"]?.elements ?? [] {
            let name = tool.members["name"]?.text ?? ""
            let schema = try #require(tool.members["outputSchema"], "\(name)")
            #expect(schema.members["type"]?.text == "object", "\(name)")
        }
        for name in ["list", "explain", "what_if", "impact", "override", "perform", "timeline", "log"] {
            #expect(found[name]?.members["structuredContent"] != nil, "\(name)")
        }
    }

    @Test(.enabled(if: python != nil, "make test-deps installs the client of the Model Context Protocol"))
    func `a report can be read but not changed`() async throws {
        let folder = try TemporaryFolder()
        let (report, journal) = (folder.path(of: "report.json"), folder.path(of: "a.journal"))
        let environment = ["FLINT_STATE": folder.path(of: "state.json")]
        let buy = ["set", "purchase", "premium", "purchased", "--journal", journal]
        #expect(try await DemoCommandLine.run(buy, environment: environment).status == 0)
        #expect(try await DemoCommandLine.run(["report", "--output", report], environment: environment).status == 0)
        for path in [report, journal] {
            let found = try run("recording", folder, "--recording", path)
            #expect(text(found["list"]).contains("SmartPlaylistsFeature (Smart playlists): undetermined"))
            #expect(text(found["explain"]).contains("Premium subscription  purchased"), "\(text(found["explain"]))")
            #expect(found["log"]?.members["isError"] == .bool(false))
            for change in ["override", "undo", "perform"] {
                #expect(found[change]?.members["isError"] == .bool(true))
                #expect(
                    text(found[change]).hasPrefix("This server uses a recording of the app, which cannot be changed."))
            }
            #expect(text(found["persona"]).contains("restricted"), "\(text(found["persona"]))")
            #expect(text(found["what_if"]).hasPrefix("0 features would change."), "\(text(found["what_if"]))")
            #expect(text(found["impact"]).contains("Premium user: "), "\(text(found["impact"]))")
            #expect(
                text(found["explain"]).contains("\nto unlock: allow Location when in use\n"),
                "\(text(found["explain"]))")
            let instructions = found["initialize"]?.members["instructions"]?.text ?? ""
            #expect(instructions.contains("so the app cannot be changed"), "\(instructions)")
            let read = try JSONTree(parsing: content(found["read"]))
            #expect(try SchemaFile("report.v2").schema.problems(in: read) == [])
            let feature = try JSONTree(parsing: content(found["feature"]))
            #expect(try SchemaFile("why.v1").schema.problems(in: feature) == [])
        }
        #expect(text(try run("recording", folder, "--recording", journal)["timeline"]).contains("overridden"))
    }

    @Test(.enabled(if: python != nil, "make test-deps installs the client of the Model Context Protocol"))
    func `the newest client detects the server's protocol`() throws {
        let found = try run("discover", TemporaryFolder())
        guard found["isOlder"] == nil else { return }
        #expect(found["version"]?.text == "2026-07-28")
        #expect(found["tools"]?.elements.count == 14)
        #expect(found["resources"]?.elements.first?.members["uri"]?.text == "flint://report")
        #expect(text(found["explain"]).contains(" -> no  purchase    Premium subscription  not purchased"))
        #expect(found["explain"]?.members["structuredContent"] != nil)
        let report = try JSONTree(parsing: content(found["read"]))
        #expect(try SchemaFile("report.v2").schema.problems(in: report) == [])
        #expect(found["missing"]?.text?.contains("There is no resource") == true)
    }

    private func run(
        _ mode: String, _ folder: TemporaryFolder, _ arguments: String...
    ) throws -> [String: JSONTree] {
        let script = BuiltProgram.root + "/Tests/EndToEndTests/ModelContext/client.py"
        let result = try ChildProcess.run(
            try #require(Self.python), [script, mode, BuiltProgram.path] + arguments,
            environment: BuiltProgram.environment.merging(["FLINT_STATE": folder.path(of: "state.json")]) { $1 })
        #expect(result.status == 0, "\(result.errors)")
        return try JSONTree(parsing: result.output).members
    }

    private func text(_ answer: JSONTree?) -> String {
        answer?.members["content"]?.elements.first?.members["text"]?.text ?? ""
    }

    private func content(_ answer: JSONTree?) -> String {
        answer?.members["contents"]?.elements.first?.members["text"]?.text ?? ""
    }
}

struct ModelContextReferenceTests {
    private static let session: [String] = [
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"#
            + #""clientInfo":{"name":"editor","version":"1.0"}}}"#,
        #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        call(1, "explain_feature", #"{"features":["smart"]}"#),
        call(2, "what_if", #"{"assumptions":["purchase premium purchased"]}"#),
        call(3, "override", #"{"kind":"purchase","name":"premium","value":"purchased","reason":"a demo"}"#),
        call(4, "explain_feature", #"{"features":["smrt"]}"#),
        call(5, "undo", "{}"),
    ]

    private static func call(_ id: Int, _ name: String, _ arguments: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(name)","arguments":\#(arguments)}}"#
    }

    @Test func `the article shows a real session`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.session.map { $0 + "\n" }.joined(), to: "input")
        let result = try ChildProcess.run(
            "/bin/sh", ["-c", "exec '\(BuiltProgram.path)' mcp < '\(folder.path(of: "input"))'"],
            environment: BuiltProgram.environment.merging(["FLINT_STATE": folder.path(of: "state.json")]) { $1 })
        #expect(result.status == 0, "\(result.errors)")
        var answers = try result.output.split(separator: "\n").map { try JSONTree(parsing: String($0)) }[...]
        #expect(answers.count == Self.session.count - 1)
        var text = ""
        for line in Self.session {
            text += "> \(line)\n"
            guard line.contains("\"id\""), let answer = answers.popFirst() else { continue }
            let lines = answer.members["result"]?.members["content"]?.elements.first?.members["text"]?.text
            let isError = answer.members["result"]?.members["isError"] == .bool(true)
            if let lines {
                for line in lines.split(separator: "\n") { text += "< \(isError ? "(isError) " : "")\(line)\n" }
            } else {
                let version = answer.members["result"]?.members["protocolVersion"]?.text ?? ""
                text += "< {\"protocolVersion\":\"\(version)\",\"serverInfo\":{\"name\":\"flint\",...},...}\n"
            }
        }
        try MarkedPart(path: "Sources/FlintCLI/FlintCLI.docc/Agents.md", name: "transcript")
            .expect("```text\n\(text)```\n")
    }
}
