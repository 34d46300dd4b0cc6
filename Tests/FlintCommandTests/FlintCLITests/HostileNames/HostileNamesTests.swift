import ArgumentParser
import FlintAttach
import FlintAttachServer
import FlintCore
import FlintInspector
import FlintModel
import FlintTestSupport
import Foundation
import Testing

@testable import FlintCLI

@MainActor
struct HostileNamesTests {
    private let folder: TemporaryFolder
    /// The folder of sockets, whose paths must be short.
    private let runtime = "/tmp/flint-\(UInt32.random(in: .min ... .max))"
    private let commands: [(path: [String], command: HelpDump.Command)]

    init() throws {
        folder = try TemporaryFolder()
        for name in ["state", "in", "out"] { try folder.makeFolder(name) }
        commands = try HelpDump(json: FlintCommandLine<HostileApp>._dumpHelp()).command.leaves().map {
            (Array($0.path.dropFirst()), $0.command)
        }
    }

    /// Commands as they are typed, in an order in which each one has something to print.
    ///
    /// Underscores represent spaces within a word, `@` a hostile name that files keep, and `%` a hostile text. Files in the folder `OUT`
    /// are outputs, too.
    private static let typed = [
        "features", "why Locked", "why Signpost", "why HostileFeatures", "why HostileFeatures/odd@",
        "wait Signpost", "why Graded", "why", "why Graded Locked",
        "why Locked --apply --reason % --dry-run", "what-if --states Locked",
        "what-if set_purchase_pass@_purchased", "what-if --without purchase pass@", "what-if", "lint",
        "lint --junit OUT/lint.xml", "lint --write-baseline OUT/baseline.json5", "lint --baseline OUT/baseline.json5",
        "warnings", "check OUT/gates.lock --lock --record", "check IN/old.lock --lock", "compare IN/old.lock now",
        "check OUT/expected.json5 --record", "check OUT/expected.json5 --junit OUT/check.xml",
        "persona save Mine@ --description %", "persona list", "persona cover", "persona apply Mine@",
        "persona share Locked", "timeline --lanes", "persona rename Mine@ Other@", "matrix", "matrix now --differences",
        "compare now Other@", "why Locked --persona Other@", "coverage --expectations OUT/expected.json5",
        "coverage --junit OUT/coverage.xml", "lint --retire tickets@=on", "compare IN/old.json OUT/features.json",
        "compare IN/old.json OUT/features.json --prove --write OUT/proof", "facts purchases", "facts permissions",
        "set permission camera denied --in system", "facts", "set flag tickets@ on --reason %", "facts flags",
        "facts flags tickets@",
        "set flag tickets@ on --in provider",
        "set flag tickets@ none --in provider", "manifest flags --all", "manifest flags --output OUT/flags.json",
        "manifest keys OUT/flags.json", "manifest keys OUT/flags.json --enum --name Keys",
        "manifest check OUT/flags.json", "manifest plist --output OUT/Info.plist",
        "manifest storekit --output OUT/products.storekit",
        "set purchase pass@ purchased --reason % --for 1d --journal OUT/override.jsonl",
        "set permission camera denied --reason %", "set user-setting Locked on --reason %",
        "set runtime-switch Locked off --reason %", "set flag tickets@ on --reason %",
        "set platform iOS_18 --reason %", "compare", "undo --list", "undo --scenario OUT/past.scenario",
        "persona save Some@ --overrides", "set user-setting Locked on --in user",
        "store buy pass@", "store buy coins@", "store buy club@ --ending interrupt", "store resume club@",
        "store share pass@", "store refund pass@", "store revoke pass@", "store renew club@",
        "store auto-renew club@ off", "store buy coins@ --ending ask-to-buy", "store approve coins@",
        "store decline coins@", "store delete coins@", "store expire club@", "store consume coins@ 1",
        "store ask-to-buy on", "store fail-renewals on", "store rate 2", "store advance 1d", "store status",
        "store next", "perform Signpost/HostileAction text=@",
        "perform Signpost/HostileAction text=% --journal OUT/action.jsonl", "perform Locked/HostileAction text=%",
        "perform hostile://guide?text=@", "perform hostile://@", "timeline", "timeline OUT/action.jsonl",
        "timeline OUT/action.jsonl --export csv --output OUT/timeline.csv", "logs", "logs OUT/action.jsonl",
        "features --recording OUT/override.jsonl", "report", "report --output OUT/report.json",
        "report --output OUT/report.txt", "console OUT/report.json --plain", "console OUT/action.jsonl --plain",
        "timeline OUT/report.json", "logs OUT/report.json", "console --plain",
        "console --script IN/keys.txt --output OUT --asciicast OUT/console.cast", "run IN/test.scenario",
        "run IN/test.scenario --export-test OUT/Test.swift", "features --attach App", "console --list", "undo",
        "undo --redo",
        "set all none", "compare --remove-all", "persona delete Other@", "store reset", "help completions bash",
        "help completions zsh", "help completions fish", "help manual", "serve --tcp 0",
    ]

    /// The arguments of the tools for agents, in an order in which each one has something to answer.
    private static let calls = [
        ("list_features", #"{}"#), ("list_features", #"{"filter":"hostile"}"#),
        ("explain_feature", #"{"features":["Locked"]}"#), ("explain_feature", #"{"features":["HostileFeatures"]}"#),
        ("what_if", #"{"assumptions":["set purchase pass@ purchased"]}"#),
        ("impact", #"{"kind":"purchase","name":"pass@"}"#), ("list_warnings", "{}"),
        ("override", #"{"kind":"purchase","name":"pass@","value":"purchased","reason":"@"}"#),
        ("perform_action", #"{"feature":"Signpost","action":"HostileAction","input":{"text":"@"}}"#),
        ("perform_action", #"{"feature":"Locked","action":"HostileAction","input":{"text":"@"}}"#),
        ("timeline", "{}"), ("log", "{}"), ("cover_personas", "{}"), ("gate_coverage", "{}"),
        ("compare_states", #"{"first":"now","second":"Bundled"}"#), ("undo", "{}"),
    ]

    private func words(of typed: String) -> [String] {
        typed.split(separator: " ").map { word in
            String(word).replacing("_", with: " ").replacing("@", with: HostileText.typedName)
                .replacing("%", with: HostileText.text).replacing("OUT", with: folder.path(of: "out"))
                .replacing("IN/", with: folder.path(of: "in/"))
        }
    }

    /// Returns the options with which a command prints its answer in other formats.
    private func formats(of words: [String]) -> [[String]] {
        let command = commands.first { words.starts(with: $0.path) }?.command
        return (command?.arguments ?? []).flatMap { argument -> [[String]] in
            guard let name = argument.preferredName?.spelling, !words.contains(name) else { return [] }
            return switch name {
            case "--json", "--markdown": [[name]]
            case "--format", "--export": (argument.allValues ?? []).map { [name, $0] }
            default: []
            }
        }
    }

    /// Runs a command, and expects that its output contains no hostile characters.
    @discardableResult
    private func run(_ words: [String]) async throws -> GalleryCommandLine.Result {
        let result = try await GalleryCommandLine.result(
            of: FlintCommandLine<HostileApp>.prepare(words),
            environment: ["FLINT_STATE": folder.path(of: "state/overrides.json"), "XDG_RUNTIME_DIR": runtime])
        let command = words.joined(separator: " ").debugDescription
        expectSafety(of: result.output, isTable: words.last == "csv", "the output of \(command)")
        expectSafety(of: result.errors, "the errors of \(command)")
        return result
    }

    private func expectSafety(of text: String, isTable: Bool = false, _ name: String) {
        // Only a record of a table ends with CR LF.
        let found = HostileText.characters(in: isTable ? text.replacing("\r\n", with: "\n") : text)
        #expect(found.isEmpty, "\(name): \(Set(found.map { String($0.value, radix: 16) }).sorted())")
    }

    private func expectSafetyOfFiles() throws {
        let out = folder.path(of: "out")
        let files = try FileManager.default.subpathsOfDirectory(atPath: out)
        #expect(files.count > 15)
        for file in files {
            let text = String(decoding: FileManager.default.contents(atPath: "\(out)/\(file)") ?? Data(), as: UTF8.self)
            expectSafety(of: text, isTable: file.hasSuffix(".csv"), file)
        }
    }

    @Test func `no output contains hostile characters`() async throws {
        let server = try served()
        defer {
            server.stop()
            try? FileManager.default.removeItem(atPath: runtime)
        }
        try folder.write(
            "size 100x30\nkeys 2jj<enter>3jj5jj<enter>78:e\nsave screen.svg\nsave screen.txt\n", to: "in/keys.txt")
        let line = HostileText.text.unicodeScalars.filter { !$0.properties.isPatternWhitespace || $0 == " " }
        try folder.write(
            "set permission camera denied\nexpect \(String(String.UnicodeScalarView(line)))\n",
            to: "in/test.scenario")
        let features = try await run(["features", "--json"]).output
        try folder.write(features, to: "out/features.json")
        try folder.write(features.replacing("\"pass", with: "\"fare"), to: "in/old.json")
        try folder.write("# The gates of hostile\nA \(HostileText.text): always\n", to: "in/old.lock")
        var named = 0
        for typed in Self.typed {
            let words = words(of: typed)
            let result = try await run(words)
            #expect([0, 1].contains(result.status), "\(typed): \(result.errors.suffix(400))")
            if (result.output + result.errors).contains("hostile") { named += 1 }
            // A format may be refused, because it does not suit the other options.
            for format in formats(of: words) { try await run(words + format) }
        }
        try expectSafetyOfFiles()
        // Only scripts and a few confirmations contain no name.
        #expect(named > Self.typed.count * 3 / 4, "\(named) of \(Self.typed.count)")
    }

    @Test func `every command is tested`() {
        for (path, _) in commands where path != ["mcp"] {
            let isTested = Self.typed.contains { $0.split(separator: " ").map(String.init).starts(with: path) }
            #expect(isTested, "\(path.joined(separator: " "))")
        }
    }

    @Test func `a refused argument is repeated without hostile characters`() async throws {
        let name = "x" + HostileText.name
        var options: Set<HelpDump.Argument> = []
        // Without a value that is refused, these two would not end.
        for (path, command) in commands where path != ["mcp"] && path != ["serve"] {
            let arguments = command.arguments ?? []
            let positional = arguments.filter { $0.kind == "positional" }.map { _ in name }
            try await run(path + positional)
            for option in arguments where option.kind == "option" && options.insert(option).inserted {
                // No file is written into the current folder.
                let isFile = (option.valueName ?? "").contains("file") || (option.abstract ?? "").contains("file")
                let value = isFile ? folder.path(of: "missing/\(name)") : name
                try await run(path + positional + [option.preferredName?.spelling ?? "", value])
            }
        }
        #expect(options.count > 50)
    }

    @Test func `no answer to an agent contains hostile characters`() async throws {
        defer { try? FileManager.default.removeItem(atPath: runtime) }
        let environment = ["FLINT_STATE": folder.path(of: "state/overrides.json"), "XDG_RUNTIME_DIR": runtime]
        let result = try await GalleryCommandLine.result(
            of: {
                try await askEverything()
                return 0
            }, environment: environment)
        expectSafety(of: result.output + result.errors, "the output")
    }

    private func askEverything() async throws {
        let session = try AppSession(
            SharedOptions<HostileApp>.parse([]), SessionSettings(cause: "agent", access: .deferring))
        var lines: [String] = []
        let server = ModelContextCommand<HostileApp>.server(of: session, isReadOnly: false) { lines.append($0) }
        func ask(_ method: String, _ parameters: [String: JSONValue]) async throws -> JSONValue {
            lines = []
            let request = JSONValue.object([
                "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .object(parameters),
            ])
            server.receive(.bytes(Array(try JSONEncoder().encode(request))))
            await withCheckedContinuation { continuation in server.whenIdle { continuation.resume() } }
            for line in lines { expectSafety(of: line, method) }
            let answer = try JSONDecoder().decode(JSONValue.self, from: Data(try #require(lines.last).utf8))
            _ = answer.mapTexts { text in
                expectSafety(of: text, "\(method) \(parameters["name"].map { "\($0)" } ?? "")")
                return text
            }
            return answer
        }
        _ = try await ask("initialize", ["protocolVersion": "2025-06-18"])
        var named = 0
        func call(_ tool: String, _ arguments: JSONValue) async throws {
            let answer = try await ask("tools/call", ["name": .string(tool), "arguments": arguments])
            if "\(answer)".contains("hostile") { named += 1 }
        }
        for (tool, text) in Self.calls {
            let arguments = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)).mapTexts { word in
                word.replacing("@", with: HostileText.typedName).replacing("%", with: HostileText.text)
            }
            try await call(tool, arguments)
        }
        #expect(named > Self.calls.count / 2, "\(named) of \(Self.calls.count)")
        let tools = try await ask("tools/list", [:])["result"]?["tools"]?.elements ?? []
        #expect(tools.count > 10)
        for tool in tools {
            guard let name = tool["name"]?.text, case .object(let fields)? = tool["inputSchema"]?["properties"] else {
                continue
            }
            try await call(name, .object(fields.mapValues { _ in .string("x" + HostileText.name) }))
        }
        try await call("x" + HostileText.name, .object([:]))
        let resources = try await ask("resources/list", [:])["result"]?["resources"]?.elements ?? []
        #expect(!resources.isEmpty)
        for address in resources.compactMap({ $0["uri"]?.text }) + ["flint://x" + HostileText.name] {
            _ = try await ask("resources/read", ["uri": .string(address)])
        }
    }

    /// Serves the app in the folder of sockets.
    private func served() throws -> InspectorServer {
        mkdir(runtime, 0o700)
        let app = FlintRuntime()
        app.setUp(HostileFeatures.self) { $0.allowsOverrides = true }
        let inspector = RuntimeInspector(
            runtime: app, configuration: .init(appName: HostileApp.appName, cause: "console"))
        return try InspectorServer(inspector, in: .forCurrentUser(environment: ["XDG_RUNTIME_DIR": runtime]))
    }
}

extension JSONValue {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

    fileprivate var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

    fileprivate subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }
}
