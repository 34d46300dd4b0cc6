import FlintCLI
import FlintTestSupport
import Foundation
import Testing

/// Validates the program's output with `--json` against its schemas.
struct AnswerSchemaTests {
    @Test(arguments: AnswerCase.all)
    func `an answer fits its schema, and a changed answer does not`(command: AnswerCase) async throws {
        let schema = try SchemaFile(command.schema).schema
        let answer = try await command.answer()
        #expect(schema.problems(in: answer) == [])
        for mutation in DocumentMutation.all(of: answer, limit: 15) {
            #expect(!schema.problems(in: mutation.document).isEmpty, "\(mutation)")
        }
        for name in schema.root.members["required"]?.elements.compactMap(\.text) ?? [] {
            var members = answer.members
            members[name] = nil
            #expect(!schema.problems(in: .object(members)).isEmpty, "without \(name)")
        }
    }

    @Test(arguments: [
        ("why nothing", 64, "usage"), ("features --wrong", 64, "usage"), ("nothing", 64, "usage"),
        ("features --attach nowhere", 1, "refused"), ("timeline --follow --attach nowhere", 1, "refused"),
        ("features --recording nowhere", 66, "unusable-file"), ("persona nothing", 64, "usage"),
    ])
    func `an error is one line that fits its schema`(command: String, status: Int32, kind: String) async throws {
        let folder = try TemporaryFolder()
        let words = command.split(separator: " ").map(String.init)
        let environment = ["FLINT_STATE": folder.path(of: "state.json"), "XDG_RUNTIME_DIR": folder.path]
        let result = try await DemoCommandLine.run(words + ["--json"], environment: environment)
        #expect(result.status == status && !result.errors.isEmpty)
        #expect(result.output.firstIndex(of: "\n") == result.output.indices.last)
        let answer = try JSONTree(parsing: result.output)
        let schema = try SchemaFile("error.v1").schema
        #expect(schema.problems(in: answer) == [])
        #expect(DocumentMutation.all(of: answer, limit: 20).allSatisfy { !schema.problems(in: $0.document).isEmpty })
        let error = answer.members["error"]?.members
        #expect(error?["kind"]?.text == kind && error?["status"]?.number == Double(status))
        #expect(result.errors.contains(try #require(error?["message"]?.text)))
        #expect(try await DemoCommandLine.run(words, environment: environment).output.isEmpty)
    }

    @Test func `every command with a JSON answer has a schema`() async throws {
        let result = try await DemoCommandLine.run(["--experimental-dump-help"])
        let commands = try HelpDump(json: result.output).command.leaves().filter { leaf in
            leaf.command.arguments?.contains { $0.preferredName?.name == "json" } == true
        }
        #expect(commands.count > 40)
        for (path, _) in commands {
            #expect(AnswerCase.all.contains { $0.arguments.starts(with: path.dropFirst()) }, "\(path) has no case")
        }
    }

    @Test func `a watched feature fits its schema`() async throws {
        try await expectLines(of: ["features", "--watch", "--json"], toFit: "features-watch.v1")
    }

    @Test func `a followed event fits its schema`() async throws {
        try await expectLines(of: ["timeline", "--follow", "--json"], toFit: "timeline-follow.v1")
    }

    @Test func `a followed line of the log fits its schema`() async throws {
        try await expectLines(of: ["logs", "--follow", "--json"], toFit: "logs-follow.v1")
    }

    @Test func `a followed warning fits its schema`() async throws {
        try await expectLines(
            of: ["warnings", "--follow", "--json"], toFit: "warnings-follow.v1",
            state: ReferenceTests.forgottenOverride)
    }

    private func expectLines(of arguments: [String], toFit name: String, state: String? = nil) async throws {
        let folder = try TemporaryFolder()
        if let state { try folder.write(state, to: "state.json") }
        let child = try RunningChild(BuiltProgram.path, arguments + ["--state", folder.path(of: "state.json")])
        let line = try JSONTree(parsing: try #require(child.nextLine()))
        let schema = try SchemaFile(name).schema
        #expect(schema.problems(in: line) == [])
        for mutation in DocumentMutation.all(of: line, limit: 20) {
            #expect(!schema.problems(in: mutation.document).isEmpty, "\(mutation)")
        }
        #expect(child.end(with: SIGTERM) == 128 + SIGTERM)
    }

    @Test func `the reference lists every schema`() throws {
        var text = "| What | Schema |\n|---|---|\n"
        for name in SchemaFile.names {
            let file = try SchemaFile(name)
            let title = file.title.hasPrefix("flint ") ? "`\(file.title)`" : file.title
            text += "| \(title) | `\(name).json` |\n"
        }
        try MarkedPart(path: "Sources/FlintCLI/FlintCLI.docc/JSON.md", name: "schemas").expect(text)
    }
}
