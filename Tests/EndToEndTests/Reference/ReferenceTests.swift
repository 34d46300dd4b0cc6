import FlintCLI
import FlintTestSupport
import Foundation
import Testing

struct ReferenceTests {
    struct Answer: CustomTestStringConvertible, Sendable {
        /// The name of the marked part of the page.
        var name: String
        var arguments: [String]
        /// The content of the state file, or `nil` if the file does not exist.
        var state: String?
        var before: [[String]] = []
        var status: Int32 = 0

        var testDescription: String { name }
    }

    /// A state file with an override of an earlier day.
    static let forgottenOverride = """
        {"flint": "overrides", "version": 2, "overrides": [
            {"kind": "purchase", "key": "podcasts.premium", "value": "purchased", "since": "2026-01-31T12:00:00Z"}
        ]}
        """
    static let premium = ["set", "purchase", "podcasts.premium", "purchased"]
    static let answers = [
        Answer(name: "features", arguments: ["features"]),
        Answer(name: "why", arguments: ["why", "smart"]),
        Answer(name: "why apply", arguments: ["why", "smart", "--apply"]),
        Answer(name: "what-if", arguments: ["what-if", "permission location-when-in-use denied"]),
        Answer(name: "matrix", arguments: ["matrix", "now", "child", "--differences"], before: [premium]),
        Answer(name: "what-if without", arguments: ["what-if", "--without", "purchase", "premium"]),
        Answer(name: "what-if ranking", arguments: ["what-if"]),
        Answer(name: "persona", arguments: ["persona", "list"]),
        Answer(name: "persona cover", arguments: ["persona", "cover", "transcripts"]),
        Answer(name: "compare", arguments: ["compare", "premium", "child"], status: 1),
        Answer(name: "lint retire", arguments: ["lint", "--retire", "summary-model=off"]),
        Answer(name: "what-if states", arguments: ["what-if", "--states", "smart"]),
        Answer(name: "lint", arguments: ["lint"]), Answer(name: "lint rules", arguments: ["lint", "--rules"]),
        Answer(name: "warnings", arguments: ["warnings"], state: forgottenOverride, status: 1),
        Answer(
            name: "check",
            arguments: [
                "check", BuiltProgram.root + "/Resources/expectations/podcast.json5", "--platform", "watchOS 9",
            ],
            status: 1),
        Answer(name: "coverage", arguments: ["coverage", "--filter", "id:playback"]),
        Answer(name: "dry-run", arguments: premium + ["--dry-run"]),
        Answer(name: "history", arguments: ["undo", "--list"], before: [premium, ["undo"]]),
        Answer(
            name: "facts", arguments: ["facts", "purchases", "premium"],
            before: [["store", "buy", "podcasts.premium"], premium]),
        Answer(name: "facts flags", arguments: ["facts", "flags", "sleep"]),
        Answer(name: "set", arguments: premium + ["--reason", "the demo on Friday", "--for", "3d"]),
        Answer(name: "store", arguments: ["store", "buy", "podcasts.premium"]),
        Answer(
            name: "store status", arguments: ["store", "status"],
            before: [
                ["store", "buy", "podcasts.premium"], ["store", "buy", "podcasts.credits", "--ending", "ask-to-buy"],
            ]
        ),
        Answer(
            name: "perform", arguments: ["perform", "smart/create", "name=Morning", "--answer", "location=allow"],
            before: [premium]),
    ]

    /// The maximum number of lines of an answer that is shown unabridged.
    static let sampleLimit = 36

    @Test func `the command reference matches the argument parser`() async throws {
        let result = try await DemoCommandLine.run(["--experimental-dump-help"])
        let dump = try HelpDump(json: result.output)
        try MarkedPart(path: "Sources/FlintCLI/FlintCLI.docc/Commands.md", name: "commands")
            .expect(CommandReference(dump).markdown)
    }

    @Test func `the examples of commands show real answers`() async throws {
        let folder = try TemporaryFolder()
        var text = ""
        for command in ["why smart", "why smrt"] {
            let arguments = command.split(separator: " ").map(String.init)
            let result = try await DemoCommandLine.run(
                arguments, environment: ["FLINT_STATE": folder.path(of: "state.json")])
            text += "$ flint \(command)\n" + result.output + result.errors
        }
        try MarkedPart(path: "Sources/FlintCLI/FlintCLI.docc/Commands.md", name: "examples")
            .expect("```text\n\(text)```\n")
    }

    /// A single test covers all answers, because they are parts of one file.
    @Test func `the reference of JSON lists the fields of real answers`() async throws {
        for answer in Self.answers {
            let folder = try TemporaryFolder()
            let environment = ["FLINT_STATE": folder.path(of: "state.json")]
            if let state = answer.state { try folder.write(state, to: "state.json") }
            for arguments in answer.before {
                let result = try await DemoCommandLine.run(arguments, environment: environment)
                #expect(result.status == 0, "\(arguments): \(result.errors)")
            }
            let result = try await DemoCommandLine.run(answer.arguments + ["--json"], environment: environment)
            #expect(result.status == answer.status, "\(answer.arguments): \(result.errors)")
            let json = JSONFields.stable(result.output)
            var text = "```text\n$ flint \(Self.quoted(answer.arguments)) --json\n"
            if json.split(separator: "\n").count <= Self.sampleLimit { text += json }
            text += "```\n\n" + (try JSONFields(json).table)
            try MarkedPart(path: "Sources/FlintCLI/FlintCLI.docc/JSON.md", name: answer.name).expect(text)
        }
        try await expectComparison()
        try await expectManifests()
    }

    /// Compares the part about the answer of a check of two manifests.
    private func expectManifests() async throws {
        let folder = try TemporaryFolder()
        let entries = ["NSCameraUsageDescription", "NSContactsUsageDescription"].map {
            "<key>\($0)</key><string>Because.</string>"
        }
        let files = [
            try folder.write("<plist><dict>\(entries.joined())</dict></plist>", to: "Info.plist"),
            try folder.write("{\"flags\": {\"up-next\": {\"flagType\": \"string\"}}}", to: "flags.json"),
        ]
        let result = try await DemoCommandLine.run(
            ["manifest", "check"] + files + ["--json"], environment: ["FLINT_STATE": folder.path(of: "state.json")])
        #expect(result.status == 1, "\(result.errors)")
        let answer = JSONFields.stable(result.output).replacing(folder.path + "/", with: "")
        try MarkedPart(path: "Sources/FlintCLI/FlintCLI.docc/JSON.md", name: "manifest check").expect(
            "```text\n$ flint manifest check Info.plist flags.json --json\n```\n\n" + (try JSONFields(answer).table))
    }

    /// Compares the part about the answer of a comparison of two files.
    private func expectComparison() async throws {
        let folder = try TemporaryFolder()
        let environment = ["FLINT_STATE": folder.path(of: "state.json")]
        let old = try await DemoCommandLine.run(["features", "--json"], environment: environment).output
        try folder.write(old, to: "old.json")
        try folder.write(
            old.replacing("\"podcasts.premium\"", with: "\"podcasts.gold\"")
                .replacing("\"Premium subscription\"", with: "\"Gold subscription\"")
                .replacing("tvOS 15.0 or later", with: "tvOS 17.0 or later"), to: "new.json")
        for (name, options) in [("diff", []), ("diff prove", ["--prove"])] {
            let result = try await DemoCommandLine.run(
                ["compare", folder.path(of: "old.json"), folder.path(of: "new.json")] + options + ["--json"],
                environment: environment)
            #expect(result.status == 1, "\(result.errors)")
            let command = (["compare", "old.json", "new.json"] + options).joined(separator: " ")
            let text = "```text\n$ flint \(command) --json\n```\n\n"
            try MarkedPart(path: "Sources/FlintCLI/FlintCLI.docc/JSON.md", name: name)
                .expect(text + (try JSONFields(JSONFields.stable(result.output)).table))
        }
    }

    private static func quoted(_ arguments: [String]) -> String {
        arguments.map { $0.replacing(BuiltProgram.root + "/", with: "") }
            .map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " ")
    }
}
