import FlintTestSupport
import Foundation
import Testing

/// Checks that history and persona files of earlier versions can be read and that this version writes its own format.
///
/// The samples in `StateFiles` were written by the first version with such files and must never be rewritten. A change
/// that makes them unreadable would lose saved data of users.
struct SavedHistoryTests {
    /// The keys of personas that were renamed after the samples were written.
    private static let renamedKeys = [(old: "toggles", new: "userSettings"), (old: "switches", new: "runtimeSwitches")]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let commands = [
        "set purchase podcasts.premium purchased --reason demo --uses 3", "set user-setting speed on --in user",
        "set permission camera denied --in system", "store buy podcasts.premium",
        "set flag sleep-timer on --in provider", "why smart --apply",
        "persona save Fixture --description Premium_on_a_phone", "set platform watchOS_9", "undo",
    ]

    private static func sample(_ name: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "StateFiles")
        return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// Runs a command in which underscores represent spaces within a word.
    private func run(_ command: String) async throws -> ChildProcess.Result {
        let arguments = command.split(separator: " ").map { String($0).replacing("_", with: " ") }
        return try await DemoCommandLine.run(arguments, environment: ["FLINT_STATE": folder.path(of: "overrides.json")])
    }

    /// Returns the paths of a document's values, without the indices of elements.
    private static func paths(_ tree: JSONTree, at path: String = "$") -> Set<String> {
        let members = tree.members.map { paths($0.value, at: "\(path).\($0.key)") }
        return (members + tree.elements.map { paths($0, at: path + "[]") }).reduce([path]) { $0.union($1) }
    }

    @Test func `the saved history is listed, repeated and undone`() async throws {
        let text = try Self.sample("history-2.json")
        try folder.write(text, to: "history.json")
        let saved = try JSONTree(parsing: text).members["records"]?.elements ?? []
        let listed = try await JSONTree(parsing: run("undo --list --json").output).members["entries"]?.elements ?? []
        #expect(saved.count == 7)
        for key in ["id", "message", "source", "isUndone"] {
            #expect(listed.map { $0.members[key] } == saved.map { $0.members[key] }, "\(key)")
        }
        #expect(listed.allSatisfy { $0.members["date"]?.text == "2026-01-01T12:00:00Z" })
        let redone = try await run("undo --redo")
        #expect(redone.status == 0 && redone.output.hasPrefix("Redone. Platform: overridden, watchOS 9.0"), "\(redone)")
        #expect(try await run("compare").output.hasPrefix("1  override: platform: watchOS 9.0"))
        let undone = try await run("undo")
        #expect(undone.status == 0 && undone.output.hasPrefix("Undone. Platform: override removed"), "\(undone)")
    }

    @Test(arguments: [2, 3])
    func `the saved persona is listed unchanged`(version: Int) async throws {
        let text = try Self.sample("persona-\(version).json")
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "personas"), withIntermediateDirectories: false)
        try folder.write(text, to: "personas/fixture.json")
        var saved = try JSONTree(parsing: text).members
        saved["flint"] = nil
        saved["version"] = nil
        for (old, new) in Self.renamedKeys where version == 2 { saved[new] = saved.removeValue(forKey: old) }
        let listed = try await JSONTree(parsing: run("persona list --json").output).members["personas"]?.elements ?? []
        #expect(listed.contains(.object(saved)))
        #expect(listed.count == 6)
    }

    @Test func `the history and a persona are saved as in the samples`() async throws {
        for command in Self.commands { #expect(try await run(command).status == 0, "\(command)") }
        for (file, sample) in ["history.json": "history-2.json", "personas/fixture.json": "persona-3.json"] {
            // The version that wrote the history did not record the commands, nor changes of personas.
            let saved = Self.paths(try JSONTree(parsing: folder.text(file)))
                .filter { !$0.contains(".setPersona") && !$0.hasPrefix("$.records[].command") }
            #expect(saved == Self.paths(try JSONTree(parsing: Self.sample(sample))), "\(file)")
        }
    }
}
