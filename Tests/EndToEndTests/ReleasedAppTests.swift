import FlintTestSupport
import Foundation
import Testing

struct ReleasedAppTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func released(_ arguments: String...) throws -> ChildProcess.Result {
        let program = URL(filePath: BuiltProgram.path).deletingLastPathComponent().appending(path: "FlintReleasedApp")
            .path()
        let state = ["FLINT_STATE": folder.path(of: "state.json")]
        return try ChildProcess.run(
            program, arguments, environment: BuiltProgram.environment.merging(state) { $1 })
    }

    @Test func `overriding fails with status 1, and the error names the build setting`() throws {
        let result = try released("set", "purchase", "everything", "purchased")
        #expect(result.status == 1)
        #expect(result.errors.contains("allowsOverrides"), "\(result.errors)")
        #expect(try released("why", "Paid").output.contains("Paid is undetermined"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `an app that registers the debug screens itself gets no advisory`() throws {
        let timeline = try released("timeline", "--json")
        #expect(timeline.status == 0 && !timeline.output.contains("registered twice"), "\(timeline.output)")
        #expect(try released("features", "--hidden").output.contains("Flint UI"))
    }

    @Test func `a saved override does not unlock a feature`() async throws {
        let saved = try await flint("set", "purchase", "premium", "purchased")
        #expect(saved.status == 0, "\(saved.errors)")
        let text = try folder.text("state.json").replacingOccurrences(of: "podcasts.premium", with: "everything")
        try folder.write(text, to: "state.json")
        let result = try released("why", "Paid")
        #expect(result.output.contains("Paid is undetermined"), "\(result.output)")
        #expect(result.errors.contains("neither loaded nor deleted"), "\(result.errors)")
        #expect(try folder.text("state.json") == text)
    }
}
