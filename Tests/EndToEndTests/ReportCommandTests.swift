import FlintTestSupport
import Foundation
import Testing

struct ReportCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func report(_ arguments: String...) async throws -> ChildProcess.Result {
        try await DemoCommandLine.run(
            ["report"] + arguments, environment: ["FLINT_STATE": folder.path(of: "state.json")])
    }

    @Test func `a report is saved as JSON or as lines, readable by its owner alone`() async throws {
        let json = folder.path(of: "bug.json")
        #expect(try await report("--output", json).status == 0)
        let answer = try JSONTree(parsing: String(contentsOfFile: json, encoding: .utf8))
        #expect(answer.members["app"]?.text == "Podcasts")
        #expect(answer.members["features"]?.elements.count == 43)
        let attributes = try FileManager.default.attributesOfItem(atPath: json)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let text = folder.path(of: "bug.txt")
        #expect(try await report("--output", text).status == 0)
        let lines = try String(contentsOfFile: text, encoding: .utf8)
        #expect(lines.hasPrefix("Made by flint"))
        #expect(lines.contains("Smart playlists") && lines.contains("Premium subscription"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: ""))
        #expect(names.sorted() == ["bug.json", "bug.txt"], "No other file is left behind.")
    }

    @Test func `a report does not replace a file and fails if the path cannot be written`() async throws {
        let path = folder.path(of: "there")
        try Data("mine".utf8).write(to: URL(filePath: path))
        let refused = try await report("--output", path)
        #expect(refused.status == 73)
        #expect(refused.errors.contains("There is already a file \(path). Choose another name."))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        let missing = try await report("--output", folder.path(of: "none/bug.json"))
        #expect(missing.status == 73 && missing.errors.contains("cannot be written"))
    }

    @Test func `the report is printed if no file is named`() async throws {
        let result = try await report()
        #expect(result.status == 0)
        #expect(result.output.contains("Smart playlists: not available"))
    }
}
