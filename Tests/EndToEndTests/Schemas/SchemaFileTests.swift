import FlintCLI
import FlintTestSupport
import Foundation
import Testing

struct SchemaFileTests {
    /// A file that the program has written or that users write for it.
    struct SavedFile: CustomTestStringConvertible, Sendable {
        let path: String

        var testDescription: String { path }

        static let all = ["Tests/EndToEndTests/StateFiles", "Resources/personas"].flatMap { folder in
            let names = try? FileManager.default.contentsOfDirectory(atPath: "\(BuiltProgram.root)/\(folder)")
            return (names ?? []).sorted().map { SavedFile(path: "\(folder)/\($0)") }
        }
    }

    /// The kinds of state files whose files have another name.
    private static let kinds = ["toggles": "settings", "debug-flags": "settings"]

    /// Returns the schema of a file by the kind in its header, or by its name in version 1, which has no header.
    private static func schema(of document: JSONTree, named name: String) throws -> JSONSchema {
        let stem = String(name.prefix { $0 != "." }).replacing(/-\d$/, with: "")
        let kind = document.members["flint"]?.text ?? kinds[stem] ?? stem
        return try SchemaFile("file-\(kind).v\(Int(document.members["version"]?.number ?? 0))").schema
    }

    @Test(arguments: SavedFile.all)
    func `a saved file fits its schema, and a changed one does not`(file: SavedFile) throws {
        let url = URL(filePath: BuiltProgram.root).appending(path: file.path)
        let document = try JSONTree(parsing: String(contentsOf: url, encoding: .utf8))
        let schema = try Self.schema(of: document, named: url.lastPathComponent)
        #expect(schema.problems(in: document) == [])
        for mutation in DocumentMutation.all(of: document, limit: 60)
        where !mutation.description.contains(/\.(inverse|redo)/) {
            #expect(!schema.problems(in: mutation.document).isEmpty, "\(mutation)")
        }
    }

    @Test func `every file that the program saves fits its schema`() async throws {
        let folder = try TemporaryFolder()
        let commands = [
            "set purchase podcasts.premium purchased --for 1h --reason test", "set permission camera denied",
            "store buy podcasts.premium", "store buy podcasts.credits --ending ask-to-buy", "store advance 40d",
            "set user-setting speed on --in user", "set flag sleep-timer on --in provider",
            "set permission camera denied --in system", "undo",
            "persona save Mine",
            "perform smart/create name=M --answer location=allow-once", "store buy season --ending interrupt",
            "store refund podcasts.premium",
        ]
        for command in commands {
            let arguments = command.split(separator: " ").map(String.init)
            let result = try await DemoCommandLine.run(
                arguments, environment: ["FLINT_STATE": folder.path(of: "overrides.json")])
            #expect(result.status == 0, "\(command): \(result.errors)")
        }
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let files = paths.filter { $0.hasSuffix(".json") }
        // The reference does not list `console.json`, which only the console reads.
        let listed = ReferenceEntry.files.map(\.name).filter { $0 != "console.json" }
            .map { $0.replacing("personas/", with: "personas/mine.json") }
        #expect(files.sorted() == listed.sorted())
        for file in files {
            let document = try JSONTree(parsing: try folder.text(file))
            #expect(document.members["flint"] != nil)
            #expect(try Self.schema(of: document, named: file).problems(in: document) == [], "\(file)")
        }
    }

    @Test func `every schema is used, is strict, and has the name of its file`() throws {
        let followed = ["features-watch.v1", "timeline-follow.v1", "logs-follow.v1", "warnings-follow.v1"]
        // Other tests compare the tools' answer and the error with their schemas.
        let answers = Set(AnswerCase.all.map(\.schema)).union(followed).union(["mcp-list.v1", "error.v1"])
        #expect(Set(SchemaFile.names.filter { !$0.hasPrefix("file-") }) == answers)
        for name in SchemaFile.names {
            let file = try SchemaFile(name)
            let root = file.schema.root.members
            #expect(root["$schema"]?.text == "https://json-schema.org/draft/2020-12/schema", "\(name)")
            #expect(root["$id"]?.text == "urn:flint:schema:\(name)")
            #expect(!file.title.isEmpty && file.summary.hasSuffix("."), "\(name)")
            for (path, schema) in file.schema.all where schema.members["properties"] != nil {
                #expect(schema.members["additionalProperties"] == .bool(false), "\(name) \(path)")
                #expect(schema.members["required"] != nil, "\(name) \(path)")
            }
            let definitions = root["$defs"]?.members.keys.map { "#/$defs/\($0)" } ?? []
            let references = Set(file.schema.all.compactMap { $0.schema.members["$ref"]?.text })
            #expect(Set(definitions) == references, "\(name) defines what it uses")
        }
    }

    @Test func `definitions with the same name are equal in every schema`() throws {
        var known: [String: JSONTree] = [:]
        for name in SchemaFile.names {
            for (definition, schema) in try SchemaFile(name).schema.root.members["$defs"]?.members ?? [:] {
                #expect(known[definition] ?? schema == schema, "\(definition) in \(name)")
                known[definition] = schema
            }
        }
        #expect(known.count > 20)
    }
}
