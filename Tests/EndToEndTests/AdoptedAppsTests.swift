import FlintTestSupport
import Foundation
import Testing

struct AdoptedAppsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["state", "overrides"] {
            try FileManager.default.createDirectory(atPath: folder.path(of: name), withIntermediateDirectories: true)
        }
    }

    private func run(_ app: String, _ words: String, _ environment: [String: String] = [:]) throws
        -> ChildProcess.Result
    {
        let program = URL(filePath: BuiltProgram.path).deletingLastPathComponent().appending(path: app).path()
        return try ChildProcess.run(
            program, words.split(separator: " ").map(String.init),
            environment: BuiltProgram.environment.merging([
                "FLINT_STATE": folder.path(of: "state/state.json"), "PLAYER_OVERRIDES": folder.path(of: "overrides"),
            ]) { $1 }.merging(environment) { $1 })
    }

    private func player(_ words: String) throws -> String {
        let result = try run("FlintPlayerApp", words)
        return result.errors + result.output
    }

    private func reader(_ words: String, tier: String = "plus") throws -> String {
        let result = try run("FlintReaderApp", words, ["READER_TIER": tier])
        return result.errors + result.output
    }

    private var stored: [String: String] {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "overrides"))
            return try Dictionary(uniqueKeysWithValues: names.map { ($0, try folder.text("overrides/\($0)")) })
        }
    }

    @Test(arguments: ["PlayerApp", "ReaderApp"])
    func `an app gets the console and the commands with 15 lines`(app: String) throws {
        let sources = URL(filePath: #filePath).appending(path: "../../Clients/\(app)").standardizedFileURL
        let files = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
        let lines = try files.flatMap { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }
        let added = lines.filter { $0.hasSuffix("  // added") }
        #expect(!added.isEmpty && added.count <= 15)
        #expect(lines.allSatisfy { !$0.contains("Flint") || $0.hasSuffix("  // added") })
    }

    @Test func `the flags of the app are listed with their sources`() throws {
        #expect(
            try player("facts") == """
                flag bookmarks: on, from FeatureFlag, default; needed by no feature
                flag new-player: off, from FeatureFlag, default; needed by no feature
                flag transcripts: off, from FeatureFlag remote, fixed; needed by no feature

                """)
        #expect(try player("facts").hasPrefix("flag bookmarks"))
    }

    @Test func `an override of the command line reaches the app's own store, and one undo removes it`() throws {
        #expect(try player("set flag new-player on") == "Flag new-player: overridden, on until removed.\n")
        #expect(try stored == ["new-player": "on"])
        #expect(try player("undo") == "Undone. Flag new-player: override removed, off.\n")
        #expect(try stored == [:])
    }

    @Test func `an override of the app's own screen is shown, and one undo restores it`() throws {
        try folder.write("off", to: "overrides/bookmarks")
        #expect(try player("facts bookmarks").hasPrefix("bookmarks is off\nIt is overridden. Its actual value is on."))
        #expect(try player("set flag bookmarks on") == "Flag bookmarks: overridden, on until removed.\n")
        #expect(try stored == ["bookmarks": "on"])
        _ = try player("undo")
        #expect(try stored == ["bookmarks": "off"])
    }

    @Test func `an override that the app's own screen removed does not come back from the state file`() throws {
        _ = try player("set flag new-player on")
        try FileManager.default.removeItem(atPath: folder.path(of: "overrides/new-player"))
        #expect(try player("facts new-player").hasPrefix("new-player is off\nFeatureFlag decides"))
        #expect(try stored == [:])
    }

    @Test func `an override that the app's own store does not take is refused`() throws {
        let result = try run("FlintPlayerApp", "set flag new-player on", ["PLAYER_OVERRIDES": "/nowhere"])
        #expect(result.status != 0)
        #expect(
            result.errors == """
                Flag new-player was not changed, because the app's own store of overrides did not take the value.

                """)
        #expect(try player("facts new-player").hasPrefix("new-player is off\nFeatureFlag decides"))
    }

    @Test func `a file of gates contains the built-in values of the flags`() throws {
        let path = folder.path(of: "gates.lock")
        _ = try player("check --lock --record \(path)")
        #expect(
            try folder.text("gates.lock").hasSuffix(
                "# Built-in values of flags\nflag bookmarks: on\nflag new-player: off\nflag transcripts: on\n"))
        #expect(try player("check --lock \(path)") == "The gates are as recorded.\n")
        try folder.write(
            try folder.text("gates.lock").replacing("new-player: off", with: "new-player: on"), to: "gates.lock")
        #expect(try player("check --lock \(path)").hasPrefix("- flag new-player: on\n+ flag new-player: off\n"))
        #expect(try player("check \(path)").hasSuffix("is a file of gates. Add --lock to compare or record it.\n"))
    }

    @Test func `the name of a flag leads to the flag where a feature or a kind is expected`() throws {
        for question in ["why bookmarks", "why flag bookmarks"] {
            #expect(
                try player(question)
                    == "There is no feature \"bookmarks\". The command \"facts flag bookmarks\" explains the flag.\n")
        }
        #expect(try player("facts bokmarks") == "There is no fact \"bokmarks\". Did you mean bookmarks?\n")
    }

    @Test func `personas contain the flags, and the matrix has a row for each`() throws {
        try folder.write("on", to: "overrides/transcripts")
        _ = try player("persona save Tester")
        try FileManager.default.removeItem(atPath: folder.path(of: "overrides/transcripts"))
        #expect(
            try player("matrix") == """
                  Feature          now Tester
                  flag bookmarks   on  on
                  flag new-player  off off
                * flag transcripts off on
                1 of 3 flags differ (*).

                """)
        #expect(
            try player("matrix --format csv --differences") == """
                feature,name,now,Tester
                flag transcripts,transcripts,false,true

                """)
        _ = try player("persona apply Tester")
        #expect(try stored == ["bookmarks": "on", "new-player": "off", "transcripts": "on"])
        _ = try player("undo")
        #expect(try stored == [:])
    }

    @Test func `lint accepts adopted flags and states where a retired one is declared`() throws {
        #expect(try player("lint") == "No findings.\n")
        #expect(
            try player("lint --retire bookmarks=on").hasPrefix(
                "No feature requires the flag bookmarks.\nRemove its case from the enumeration that FlintPlayerApp/"))
    }

    @Test func `the tier and the channel of the second app are facts without a feature`() throws {
        #expect(
            try reader("facts") == """
                flag folders: off, from PaidFeature, default; needed by no feature
                flag highlights: on, from PaidFeature, default; needed by no feature
                flag themes: off, from PaidFeature, default; needed by no feature
                fact build-channel (Build channel): App Store, from app; needed by no feature
                fact tier (Tier): plus, from app; needed by no feature

                """)
        #expect(try reader("set fact tier patron") == "Tier: overridden, patron until removed.\n")
        #expect(try reader("facts tier", tier: "free").contains("patron"))
        #expect(try reader("lint") == "No findings.\n")
    }
}
