import FlintTestSupport
import Foundation
import Testing

struct JournalCommandTests: ProgramUser {
    let folder: TemporaryFolder
    private let journal: String

    init() throws {
        folder = try TemporaryFolder()
        journal = folder.path(of: "run.jsonl")
    }

    private func run(_ command: String) async throws -> ChildProcess.Result {
        let words = command.split(separator: " ").map { word in
            word.hasPrefix("FILE") ? journal + word.dropFirst(4) : String(word).replacing("_", with: " ")
        }
        return try await flint(words)
    }

    private func record() throws {
        let result = try program(["perform", "smart/create", "name=M", "--journal", journal])
        #expect(result.status == 1, "\(result.errors)")
    }

    @Test func `a command writes a journal that the timeline reads back`() async throws {
        try record()
        let timeline = try await run("timeline FILE")
        #expect(timeline.status == 0 && timeline.errors.isEmpty, "\(timeline.errors)")
        #expect(timeline.output.contains("Smart playlists: “create” denied"))
        let denied = try await run("timeline FILE --filter kind:denied")
        #expect(denied.output.split(separator: "\n").count == 1 && denied.output.contains("denied"))
        #expect(try await run("timeline FILE --filter kind:nothing").status == 64)
        #expect(try await run("timeline FILE --filter xyzzy").output == "No event matches.\n")
        let json = try JSONTree(parsing: try await run("timeline FILE --json").output)
        #expect(try SchemaFile("timeline.v1").schema.problems(in: json) == [])
        #expect(json.members["events"]?.elements.isEmpty == false)
        let log = try JSONTree(parsing: try await run("logs FILE --json").output)
        #expect(try SchemaFile("logs.v1").schema.problems(in: log) == [])
        let attributes = try FileManager.default.attributesOfItem(atPath: journal)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let again = try await run("features --journal FILE")
        #expect(again.status == 73 && again.errors.contains("already"))
    }

    @Test(arguments: [
        "features --json", "why smart --json", "facts purchases --json", "facts permissions --json",
        "facts flags --json", "compare", "compare", "features needs:premium", "what-if --states smart",
        "what-if --states enhance --json", "lint --json",
    ])
    func `a command has the same output for a journal as for the app`(command: String) async throws {
        #expect(try await run("features --journal FILE").status == 0)
        let there = try await run(command + " --recording FILE")
        let here = try await run(command)
        #expect(there.status == here.status, "\(there.errors)")
        if command.hasSuffix("--json") {
            let (first, second) = (try JSONTree(parsing: there.output), try JSONTree(parsing: here.output))
            #expect(Self.withoutTimes(first) == Self.withoutTimes(second))
        } else {
            #expect(there.output == here.output)
        }
    }

    private static func withoutTimes(_ tree: JSONTree) -> JSONTree {
        switch tree {
        case .object(var members):
            for name in ["date", "now", "started"] { members[name] = nil }
            return .object(members.mapValues(withoutTimes))
        case .list(let elements): return .list(elements.map(withoutTimes))
        case .text(let text): return .text(text.replacing(/\d{4}-\d\d-\d\dT[\d:]+Z/, with: "then"))
        default: return tree
        }
    }

    @Test func `commands that change the app are refused on a recording`() async throws {
        #expect(try await run("features --journal FILE").status == 0)
        for command in ["set purchase premium purchased", "set user-setting speed on --in user", "undo"] {
            let result = try await run(command + " --recording FILE")
            #expect(
                result.status == 1 && result.errors.contains("A recording cannot be changed"),
                "\(command) \(result.errors)")
        }
        #expect(try await run("features --recording FILE --attach podcasts").status == 64)
        #expect(try await run("features --recording FILE --at 999999").status == 64)
        #expect(try await run("features --at 999999").status == 64)
        #expect(try await run("features --watch --recording FILE").status == 64)
    }

    @Test func `a recording predicts changes like the app`() async throws {
        #expect(try await run("features --journal FILE").status == 0)
        let ids =
            try JSONTree(parsing: try await run("features --json").output).members["features"]?.elements
            .compactMap { $0.members["id"]?.text } ?? []
        #expect(ids.count > 30)
        var commands = [
            "what-if --without purchase premium", "what-if --without permission microphone",
            "what-if --without user-setting speed",
            "what-if --without flag sleep-timer",
            "what-if --without platform watchOS_10.0", "what-if platform_watchOS_10",
        ]
        for assumption in [
            "purchase premium purchased", "permission location-always authorized", "user-setting speed on",
            "flag sleep-timer on", "runtime-switch turbo on", "user speed on",
        ] {
            commands.append("what-if \(assumption.replacing(" ", with: "_")) --json")
        }
        commands.append(
            "what-if purchase_premium_purchased permission_location-when-in-use_authorized user-setting_speed_on")
        for command in commands + ids.prefix(24).map({ "why \($0) --json" }) {
            let (there, here) = (try await run(command + " --recording FILE"), try await run(command))
            #expect(there.output == here.output, "\(command) \(there.errors)")
            #expect(there.status == here.status && !here.output.isEmpty)
        }
        let matrix = try await run("matrix --format csv --recording FILE")
        #expect(try await matrix.output == run("matrix --format csv").output && matrix.errors.isEmpty)
    }

    @Test func `the error for an assumption that a recording cannot evaluate states a remedy`() async throws {
        #expect(try await run("set runtime-switch turbo on --journal FILE").status == 0)
        #expect(try await run("what-if runtime-switch_turbo_none --recording FILE").output.contains("Turbo"))
        for (command, reason) in [
            ("what-if store_buy_premium", "Use an override instead, such as \"purchase PRODUCT purchased\"")
        ] {
            let result = try await run(command + " --recording FILE")
            #expect(result.status == 1 && result.errors.contains(reason), "\(command): \(result.errors)")
        }
    }

    @Test func `a recording has the same answers about personas as the app`() async throws {
        #expect(try await run("set runtime-switch turbo on --journal FILE").status == 0)
        let sample = BuiltProgram.root + "/Resources/expectations/podcast.json5"
        for words in [["why", "smart", "--persona", "Premium user"], ["check", sample]] {
            let recorded = try await DemoCommandLine.run(words + ["--recording", journal])
            let app = try await DemoCommandLine.run(words, environment: ["FLINT_STATE": folder.path(of: "state.json")])
            let output = recorded.output.replacing(" --recording \(journal)", with: "")
            #expect(output == app.output && recorded.status == app.status, "\(recorded.errors)")
        }
    }

    @Test func `moments of a journal differ in user settings too`() async throws {
        #expect(try await run("set user-setting speed on --in user --journal FILE").status == 0)
        let changed = try await run("compare FILE@0 FILE")
        #expect(changed.errors.isEmpty)
    }

    @Test func `two moments of a journal are compared`() async throws {
        #expect(try await run("set purchase premium purchased --journal FILE").status == 0)
        let events =
            try JSONTree(parsing: try await run("timeline FILE --json").output).members["events"]?.elements ?? []
        let override = try #require(events.first { $0.members["title"]?.text?.contains("Premium") == true })
        let number = Int(override.members["id"]?.number ?? 0)
        let changed = try await run("compare FILE@\(number - 1) FILE")
        #expect(changed.status == 1 && changed.output.contains("Premium subscription"))
        #expect(changed.output.contains("Smart playlists"))
        #expect(try await run("compare FILE@\(number) FILE").status == 0)
    }

    @Test func `a report shows the recorded app`() async throws {
        #expect(try await run("set purchase premium purchased").status == 0)
        #expect(try await run("report --output FILE").status == 0)
        #expect(try await run("set all none").status == 0)
        let explained = try await run("why smart --recording FILE")
        #expect(explained.output.contains("Premium subscription"))
        let now = try await run("why smart --recording FILE")
        #expect(now.status == 0 && now.output.contains("ocation"), "\(now.errors)")
        #expect(try await run("compare --recording FILE").output.contains("podcasts.premium"))
        let console = try await run("console FILE --plain")
        #expect(console.status == 0 && console.output.contains("Smart playlists") && !console.output.contains("\u{1B}"))
        let colored = try await run("console FILE --plain --color always")
        #expect(colored.status == 0 && colored.output.contains("\u{1B}[31m"))
        #expect(try await run("timeline FILE").status == 0)
    }

    @Test(arguments: ["console --plain --recording FILE", "console FILE --plain"])
    func `the plain console lists warnings by the rules of its options`(command: String) async throws {
        #expect(try await run("perform smart/show --journal FILE").status == 1)
        #expect(try await !run(command).output.contains("Warnings"))
        let warned = try await run("\(command) --warn always-denied=1")
        #expect(warned.output.contains("Warnings\n") && warned.output.contains("(always-denied)"))
        #expect(try await !run("\(command) --warn always-denied=1 --allow always-denied").output.contains("Warnings"))
        #expect(try await run("\(command) --warn always-denied=x").status == 64)
    }

    @Test func `files that are not recordings are refused`() async throws {
        try folder.write("{\"journal\":{\"kind\":\"flint-journal\",\"version\":7}}\n", to: "run.jsonl")
        let newer = try await run("timeline FILE")
        #expect(newer.status == 66 && newer.errors.contains("version 7"))
        try folder.write("[1, 2]", to: "run.jsonl")
        let other = try await run("console FILE --plain")
        #expect(other.status == 66 && other.errors.contains("neither a journal nor a report"))
        #expect(try await DemoCommandLine.run(["logs", folder.path(of: "none")]).status == 66)
    }

    @Test func `every format is exported`() async throws {
        try record()
        let chrome = try JSONTree(parsing: try await run("timeline FILE --export chrome").output)
        #expect(chrome.members["traceEvents"]?.elements.contains { $0.members["ph"]?.text == "M" } == true)
        let csv = try await run("timeline FILE --export csv").output
        #expect(csv.hasPrefix("event,date,kind,") && csv.contains("\r\n"))
        #expect(try await run("timeline FILE --export markdown").output.hasPrefix("# Timeline of Podcasts"))
        let lines = try await run("timeline FILE --export jsonl").output.split(separator: "\n")
        #expect(
            try !lines.isEmpty
                && SchemaFile("timeline-follow.v1").schema.problems(
                    in: try JSONTree(parsing: String(lines[0]))
                ).isEmpty)
        let saved = folder.path(of: "trace.json")
        #expect(try await run("timeline FILE --export otlp --output \(saved)").status == 0)
        #expect(try await run("timeline FILE --export otlp --output \(saved)").status == 73)
        let table = folder.path(of: "table.csv")
        let quiet = try await run("timeline FILE --export csv --output \(table) --quiet")
        #expect(quiet.status == 0 && (quiet.output + quiet.errors).isEmpty)
        #expect(try String(contentsOfFile: table, encoding: .utf8) == csv)
        #expect(try await run("timeline FILE --export otlp --json").status == 64)
    }

    /// The Python environment with the protocol's definitions, which `make test-deps` installs, or `nil` if it is
    /// missing.
    private static let python: String? = {
        let path = BuiltProgram.root + "/.build/mcp-client/bin/python"
        let check = try? ChildProcess.run(path, ["-c", "import opentelemetry.proto"], environment: nil)
        return check?.status == 0 ? path : nil
    }()

    @Test(.enabled(if: python != nil, "make test-deps installs the definitions of the OpenTelemetry protocol"))
    func `spans fit the definitions of the OpenTelemetry protocol`() async throws {
        try record()
        let saved = folder.path(of: "spans.json")
        #expect(try await run("timeline FILE --export otlp --output \(saved)").status == 0)
        try folder.write(
            """
            import sys
            from google.protobuf import json_format
            from opentelemetry.proto.trace.v1.trace_pb2 import TracesData
            data = json_format.Parse(open(sys.argv[1]).read(), TracesData())
            spans = data.resource_spans[0].scope_spans[0].spans
            for span in spans:
                assert span.name and span.start_time_unix_nano <= span.end_time_unix_nano
            print(len(spans), data.resource_spans[0].resource.attributes[0].value.string_value)
            """, to: "check.py")
        let check = try ChildProcess.run(
            try #require(Self.python), [folder.path(of: "check.py"), saved], environment: nil)
        #expect(check.status == 0 && check.output.contains("Podcasts"), "\(check.errors)")
    }
}
