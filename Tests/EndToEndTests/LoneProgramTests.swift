import FlintTestSupport
import Foundation
import Testing

/// A copy of the program that is alone in a folder.
struct LoneProgram {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        // Another process copies it. A program cannot be started while it is open for writing, which a process that another
        // test starts at the same time would inherit.
        let copy = try ChildProcess.run("/bin/cp", [BuiltProgram.path, folder.path(of: "flint")])
        try #require(copy.status == 0, "\(copy.errors)")
    }

    /// Runs a shell command in the folder.
    func run(_ command: String) throws -> ChildProcess.Result {
        var environment = BuiltProgram.environment
        environment["PATH"] = "\(folder.path):\(environment["PATH"] ?? "")"
        environment["FLINT_STATE"] = folder.path(of: "state/overrides.json")
        let script = "cd '\(folder.path)' && \(command)"
        return try ChildProcess.run("/bin/sh", ["-ec", script], environment: environment)
    }
}

struct LoneProgramTests {
    private let program: LoneProgram

    init() throws {
        program = try LoneProgram()
    }

    @Test func `every file that the documentation names is part of the program`() throws {
        for command in [
            "flint console --script Resources/scripts/tour.script --asciicast tour.cast",
            "flint run Resources/scripts/permissions.script",
            "flint lint --rules --config Resources/lint/podcast.json5",
            "flint features --storekit Resources/Store/Podcasts.storekit",
            "flint manifest check Resources/Store/Podcasts.storekit",
            "flint coverage --expectations Resources/expectations/podcast.json5", "flint help manual",
        ] {
            let result = try program.run(command)
            #expect(result.status == 0, "\(command): \(result.errors)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
        #expect(Set(names).subtracting(["state"]) == ["flint", "tour.cast"])
    }

    @Test func `a file on disk takes precedence over the program's own`() throws {
        try program.folder.write("expect-feature smart available\n", to: "Resources/scripts/unlock.scenario")
        let result = try program.run("flint run Resources/scripts/unlock.scenario")
        #expect(result.status == 1 && result.errors.contains("unlock.scenario, line 1"), "\(result.errors)")
        #expect(try program.run("flint run Resources/scripts/none.scenario").status == 66)
    }

    @Test func `a folder of resources replaces the program's own personas`() throws {
        let own = try program.run("flint persona")
        #expect(own.status == 0 && own.output.contains("Child account"))
        try program.folder.write(
            #"{"flint": "persona", "version": 2, "name": "Guest"}"#, to: "data/personas/guest.json")
        let feed = #"{"version": "https://jsonfeed.org/version/1.1", "title": "Salt", "items": []}"#
        try program.folder.write(feed, to: "data/Feeds/salt.json")
        let replaced = try program.run("FLINT_RESOURCES=data flint persona")
        #expect(replaced.status == 0 && replaced.output.contains("Guest"), "\(replaced.errors)")
        #expect(!replaced.output.contains("Child account"))
    }
}
