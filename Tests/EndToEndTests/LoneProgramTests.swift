import FlintTestSupport
import Foundation
import Testing

/// Tests of the program after it has been copied alone to an empty folder.
struct LoneProgramTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: BuiltProgram.path, toPath: folder.path(of: "flint"))
    }

    /// Runs a shell command in the folder.
    private func run(_ command: String) throws -> ChildProcess.Result {
        var environment = BuiltProgram.environment
        environment["PATH"] = "\(folder.path):\(environment["PATH"] ?? "")"
        environment["FLINT_STATE"] = folder.path(of: "state/overrides.json")
        return try ChildProcess.run(
            "/bin/sh", ["-c", "cd \"$0\" && \(command)", folder.path], environment: environment)
    }

    @Test func `the program needs no other file for the commands of the README`() throws {
        let readme = try String(contentsOfFile: BuiltProgram.root + "/README.md", encoding: .utf8)
        let commands = readme.matches(of: #/(?m)^\$ (flint [^|\n]*)/#).map { String($0.1) }
            .filter { !$0.contains("attach") }
        try #require(!commands.isEmpty)
        let others = [
            "flint console --script Resources/scripts/tour.script --asciicast tour.cast",
            "flint run Resources/scripts/permissions.script",
            "flint lint --rules --config Resources/lint/podcast.json5",
            "flint features --storekit Resources/Store/Podcasts.storekit",
            "flint manifest check Resources/Store/Podcasts.storekit",
            "flint coverage --expectations Resources/expectations/podcast.json5",
            "flint manual",
        ]
        for command in commands + others {
            let result = try run(command)
            #expect(result.status == 0, "\(command): \(result.errors)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.sorted() == ["flint", "state", "tour.cast"])
    }

    @Test func `a file on disk takes precedence over the program's own`() throws {
        try folder.write("expect-feature smart available\n", to: "Resources/scripts/unlock.scenario")
        let result = try run("flint run Resources/scripts/unlock.scenario")
        #expect(result.status == 1 && result.errors.contains("unlock.scenario, line 1"), "\(result.errors)")
        #expect(try run("flint run Resources/scripts/none.scenario").status == 66)
    }

    @Test func `a folder of resources replaces the program's own personas`() throws {
        let own = try run("flint persona")
        #expect(own.status == 0 && own.output.contains("Child account"))
        try folder.write(
            #"{"flint": "persona", "version": 2, "name": "Guest"}"#, to: "data/personas/guest.json")
        let feed = #"{"version": "https://jsonfeed.org/version/1.1", "title": "Salt", "items": []}"#
        try folder.write(feed, to: "data/Feeds/salt.json")
        let replaced = try run("FLINT_RESOURCES=data flint persona")
        #expect(replaced.status == 0 && replaced.output.contains("Guest"), "\(replaced.errors)")
        #expect(!replaced.output.contains("Child account"))
    }
}
