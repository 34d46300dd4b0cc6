import FlintTestSupport
import Foundation
import Testing

struct ScriptTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Plays a script in a separate process.
    ///
    /// Its steps would take turns with the commands of other tests, until the console warns about old overrides.
    private func play(_ script: String, _ arguments: String...) throws -> ChildProcess.Result {
        try BuiltProgram.run(
            ["console", "--script", script] + arguments, environment: ["FLINT_STATE": folder.path(of: "state.json")])
    }

    private func file(_ text: String) throws -> String {
        let path = folder.path(of: "a.script")
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    @Test func `the picture of the README is current`() throws {
        let result = try play(
            "\(BuiltProgram.root)/Resources/scripts/picture.script", "--output", folder.path(of: ""))
        #expect(result.status == 0, "\(result.errors)")
        let drawn = try String(contentsOfFile: folder.path(of: "console.svg"), encoding: .utf8)
        let path = BuiltProgram.root + "/Resources/pictures/console.svg"
        if ProcessInfo.processInfo.environment["FLINT_UPDATE_SCREENS"] == "1" {
            try Data(drawn.utf8).write(to: URL(filePath: path))
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == drawn, "make screens redraws it.")
        let readme = try String(contentsOfFile: BuiltProgram.root + "/README.md", encoding: .utf8)
        #expect(readme.contains("](Resources/pictures/console.svg)"))
    }

    @Test func `a script steps through, postpones, and cancels a permission flow`() throws {
        let result = try play("\(BuiltProgram.root)/Resources/scripts/permissions.script")
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func `the recorded tour of the README plays to its end`() throws {
        let cast = folder.path(of: "tour.cast")
        let result = try play("\(BuiltProgram.root)/Resources/scripts/tour.script", "--asciicast", cast)
        #expect(result.status == 0, "\(result.errors)")
        let path = BuiltProgram.root + "/Resources/pictures/tour.cast"
        // The screens contain times that differ between recordings.
        func frames(_ path: String) throws -> [String] {
            try String(contentsOfFile: path, encoding: .utf8).replacing(/\d\d:\d\d:\d\d/, with: "00:00:00")
                .replacing(/[ ]*[\d.]+ (us|ms)/, with: " 0 ms").split(separator: "\n").map(String.init)
        }
        let isUpdating = ProcessInfo.processInfo.environment["FLINT_UPDATE_SCREENS"] == "1"
        if isUpdating, (try? frames(path)) != (try frames(cast)) {
            try Data(contentsOf: URL(filePath: cast)).write(to: URL(filePath: path))
        }
        #expect(try frames(path).count == frames(cast).count, "make screens records it again.")
    }

    private static func tour() throws -> String {
        try String(contentsOfFile: BuiltProgram.root + "/Resources/scripts/tour.script", encoding: .utf8)
    }

    @Test(arguments: ["60x16", "80x24", "100x30", "400x200"])
    func `the tour plays in any size that is large enough for the console`(size: String) throws {
        let result = try play(try file(try Self.tour().replacing("size 120x34", with: "size \(size)")))
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test(arguments: [(columns: 80, rows: 24), (columns: 120, rows: 40)])
    func `the tour plays in the size of the user's terminal`(columns: Int, rows: Int) throws {
        let steps = try Self.tour().split(separator: "\n").filter { !$0.hasPrefix("pause ") }
        let script = try file(steps.joined(separator: "\n"))
        let terminal = try TerminalSession(["console", "--script", script, "--slow"], columns: columns, rows: rows)
        try terminal.wait(for: "Permission flow: Smart playlists")
        try terminal.wait(for: "ended with 0")
        try terminal.expectTerminalRestored()
    }

    @Test func `an unmet expectation ends with status 1`() throws {
        let result = try play(try file("keys 2\nexpect nothing like this"))
        #expect(result.status == 1 && result.errors.contains("a.script, line 2: The screen does not contain"))
        let lines = result.errors.split(separator: "\n")
        #expect(
            lines.count > 20 && lines.last?.hasSuffix("\"nothing like this\"") == true, "The screen precedes the error."
        )
    }

    @Test func `errors of a script, its options, and its files are distinguished`() throws {
        let malformed = try play(try file("press 2"))
        #expect(malformed.status == 66 && malformed.errors.contains("line 1: \"press\" is not a step"))
        #expect(try play(folder.path(of: "missing")).status == 66)
        let unwritable = try play(try file("save a.txt"), "--output", folder.path(of: "nowhere"))
        #expect(unwritable.status == 73 && unwritable.errors.contains("nowhere/a.txt cannot be written"))
        #expect(try BuiltProgram.run(["console", "--slow"]).status == 64)
        #expect(try play(try file("keys 2"), "--plain").status == 64)
        #expect(try BuiltProgram.run(["console", "--script", try file("keys 2"), "--slow"]).status == 1)
    }

    @Test func `a keymap file gives the console other keys, and its errors are reported`() async throws {
        let keymap = folder.path(of: "keymap")
        try Data("purchases override-purchased = B\nconsole undo = nothing\n".utf8).write(to: URL(filePath: keymap))
        let script = try file("keys 2GB\nexpect 1 override\nkeys !\nexpect nothing is not a key")
        let result = try play(script, "--keymap", keymap)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try play(try file("keys 2Gb\nrefuse 2 overrides"), "--keymap", keymap).status == 0)
        let missing = try play(script, "--keymap", folder.path(of: "none"))
        #expect(missing.status == 66 && missing.errors.contains("none cannot be read"))
        let config = try await DemoCommandLine.run(
            ["console", "--plain"],
            environment: ["FLINT_STATE": folder.path(of: "state.json"), "FLINT_KEYMAP": keymap])
        #expect(config.status == 0 && config.errors.contains("line 2: nothing is not a key"))
    }

    @Test func `changes made by a script are saved like other changes`() async throws {
        #expect(try play(try file("keys 2Gb\nexpect 1 override")).status == 0)
        let list = try await DemoCommandLine.run(
            ["compare"], environment: ["FLINT_STATE": folder.path(of: "state.json")])
        #expect(list.output.contains("purchased"))
    }
}
