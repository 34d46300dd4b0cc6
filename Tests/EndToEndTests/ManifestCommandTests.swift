import Foundation
import TestSupport
import Testing

/// Tests of the commands that write manifests and code from them, with the demo, and of the article about them.
struct ManifestCommandTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `the manifest contains the flags that features require`() throws {
        let object = try flint("flags", "manifest").object()
        let flags = try #require(object["flags"] as? [String: [String: Any]])
        #expect(flags.keys.sorted() == ["room-for-downloads", "sleep-timer", "summary-model", "up-next"])
        #expect(flags["sleep-timer"]?["defaultValue"] as? Bool == false)
        #expect(flags["up-next"]?["defaultValue"] as? Bool == true)
        #expect(flags["up-next"]?["description"] as? String == "Needed by Up next.")
        #expect(flags.values.allSatisfy { $0["flagType"] as? String == "boolean" })
    }

    @Test func `values of tools do not change the manifest`() throws {
        let manifest = try flint("flags", "manifest").output
        try flint("flags", "set", "sleep-timer", "on")
        try flint("override", "flag", "up-next", "off")
        #expect(try flint("flags", "manifest", "--all").output == manifest)
    }

    @Test func `a manifest is written to a new file only`() throws {
        let path = folder.path(of: "flags.json")
        let printed = try flint("flags", "manifest").output
        let written = try flint("flags", "manifest", "--output", path)
        #expect(written.status == 0 && written.output.isEmpty && written.errors.isEmpty, "\(written.errors)")
        #expect(try folder.text("flags.json") == printed)
        let again = try flint("flags", "manifest", "--output", path)
        #expect(again.status == 73 && again.errors.contains("There is already a file"))
    }

    @Test func `the manifest of a recording is that of the app`() throws {
        let journal = folder.path(of: "session.jsonl")
        let manifest = try flint("flags", "manifest", "--journal", journal).output
        #expect(try flint("flags", "manifest", "--recording", journal).output == manifest)
    }

    @Test func `flags that are not Boolean are left out with a note`() throws {
        try folder.write(
            #"""
            {"flags": {
              "new-player": {"flagType": "boolean", "defaultValue": true, "description": "The\nnew player"},
              "greeting": {"flagType": "string", "defaultValue": "Hello"}}}
            """#, to: "other.json")
        let path = folder.path(of: "other.json")
        let result = try flint("flags", "generate", path, "--enum", "--public", "--name", "Flag")
        #expect(result.status == 0)
        #expect(result.errors == "Left out, because features require only Boolean flags: greeting (string).\n")
        #expect(
            result.output == """
                // swift-format-ignore-file
                // Generated from other.json by "flint flags generate".

                public import FlintCore

                /// The app's feature flags.
                public enum Flag: String, CaseIterable, Sendable {
                    /// The new player
                    case newPlayer = "new-player"

                    /// The default values, for a `ReleaseFeatureFlagProvider`.
                    public static let defaults: [FeatureKey: Bool] = [
                        FeatureKey(Flag.newPlayer): true,
                    ]
                }

                """)
        #expect(try flint("flags", "generate", path, "--quiet").errors.isEmpty)
    }

    @Test(arguments: [
        ("{}", "flags is missing"), ("nonsense", "This is not a flag manifest"),
        (#"{"flags": {"a": {"flagType": "boolean"}}}"#, "defaultValue is missing (flags.a)"),
        (
            #"{"flags": {"a b": {"flagType": "boolean", "defaultValue": true}, "#
                + #""a-b": {"flagType": "boolean", "defaultValue": true}}}"#,
            "\"a b\" and \"a-b\" have the same Swift name, aB"
        ),
    ])
    func `a manifest that cannot be used is explained`(text: String, problem: String) throws {
        let path = try folder.write(text, to: "bad.json")
        let result = try flint("flags", "generate", path)
        #expect(result.status == 66 && result.output.isEmpty)
        #expect(result.errors.contains(problem) && result.errors.contains("bad.json"), "\(result.errors)")
    }

    @Test func `a missing manifest and a wrong type name are explained`() throws {
        let missing = try flint("flags", "generate", folder.path(of: "none.json"))
        #expect(missing.status == 66 && missing.errors.contains("It does not exist"))
        let path = try folder.write(#"{"flags": {}}"#, to: "empty.json")
        for name in ["appFlags", "Two Words", "Type", "Any", "FeatureKey", ""] {
            let result = try flint("flags", "generate", path, "--name", name)
            #expect(result.status == 64 && result.errors.contains("Write, for example, AppFlags."), "\(name)")
        }
    }

    // MARK: The article

    private func session(_ commands: [[String]]) throws -> String {
        var text = ""
        for command in commands {
            let result = try flint(command)
            let words = command.map { $0.replacing(folder.path + "/", with: "") }
            text += "$ flint \(words.joined(separator: " "))\n\(result.output)\(result.errors)"
        }
        return "```console\n\(text)```\n"
    }

    private func expect(_ name: String, _ text: String) throws {
        try MarkedPart(path: "Sources/FlintCLI/FlintCLI.docc/Manifests.md", name: name).expect(text)
    }

    @Test func `the article shows the demo's flags and their code`() throws {
        let path = folder.path(of: "flags.json")
        try expect(
            "flags",
            try session([
                ["flags", "manifest"], ["flags", "manifest", "--output", path], ["flags", "generate", path],
            ]))
    }
}
