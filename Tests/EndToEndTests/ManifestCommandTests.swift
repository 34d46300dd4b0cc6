import FlintTestSupport
import Foundation
import Testing

struct ManifestCommandTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `the manifest contains the flags that features require`() async throws {
        let object = try await flint("manifest", "flags").object()
        let flags = try #require(object["flags"] as? [String: [String: Any]])
        #expect(flags.keys.sorted() == ["room-for-downloads", "sleep-timer", "summary-model", "up-next"])
        #expect(flags["sleep-timer"]?["defaultValue"] as? Bool == false)
        #expect(flags["up-next"]?["defaultValue"] as? Bool == true)
        #expect(flags["up-next"]?["description"] as? String == "Needed by Up next.")
        #expect(flags.values.allSatisfy { $0["flagType"] as? String == "boolean" })
    }

    @Test func `values that tools set do not change the manifest`() async throws {
        let manifest = try await flint("manifest", "flags").output
        try await flint("set", "flag", "sleep-timer", "on", "--in", "provider")
        try await flint("set", "flag", "up-next", "off")
        #expect(try await flint("manifest", "flags", "--all").output == manifest)
    }

    @Test func `a manifest is written to a new file only`() async throws {
        let path = folder.path(of: "flags.json")
        let printed = try await flint("manifest", "flags").output
        let written = try await flint("manifest", "flags", "--output", path)
        #expect(written.status == 0 && written.output.isEmpty && written.errors.isEmpty, "\(written.errors)")
        #expect(try folder.text("flags.json") == printed)
        let again = try await flint("manifest", "flags", "--output", path)
        #expect(again.status == 73 && again.errors.contains("There is already a file"))
    }

    @Test func `the manifest of a recording matches the app's manifest`() async throws {
        let journal = folder.path(of: "session.jsonl")
        let manifest = try await flint("manifest", "flags", "--journal", journal).output
        #expect(try await flint("manifest", "flags", "--recording", journal).output == manifest)
    }

    @Test func `flags that are not Boolean are left out with a note`() async throws {
        try folder.write(
            #"""
            {"flags": {
              "new-player": {"flagType": "boolean", "defaultValue": true, "description": "The\nnew player"},
              "greeting": {"flagType": "string", "defaultValue": "Hello"}}}
            """#, to: "other.json")
        let path = folder.path(of: "other.json")
        let result = try await flint("manifest", "keys", path, "--enum", "--public", "--name", "Flag")
        #expect(result.status == 0)
        #expect(result.errors == "Left out, because features require only Boolean flags: greeting (string).\n")
        #expect(
            result.output == """
                // swift-format-ignore-file
                // Generated from other.json by "flint manifest keys".

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
        #expect(try await flint("manifest", "keys", path, "--quiet").errors.isEmpty)
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
    func `a manifest that cannot be used is explained`(text: String, problem: String) async throws {
        let path = try folder.write(text, to: "bad.json")
        let result = try await flint("manifest", "keys", path)
        #expect(result.status == 66 && result.output.isEmpty)
        #expect(result.errors.contains(problem) && result.errors.contains("bad.json"), "\(result.errors)")
    }

    @Test func `a missing manifest and a wrong type name are explained`() async throws {
        let missing = try await flint("manifest", "keys", folder.path(of: "none.json"))
        #expect(missing.status == 66 && missing.errors.contains("there is no such file"))
        let path = try folder.write(#"{"flags": {}}"#, to: "empty.json")
        for name in ["appFlags", "Two Words", "Type", "Any", "FeatureKey", ""] {
            let result = try await flint("manifest", "keys", path, "--name", name)
            #expect(result.status == 64 && result.errors.contains("Write, for example, AppFlags."), "\(name)")
        }
    }

    // MARK: Checks

    private static let propertyList = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
            <key>CFBundleIdentifier</key>
            <string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
            <key>NSCameraUsageDescription</key>
            <string>You can add a photo to a clip.</string>
            <key>NSContactsUsageDescription</key>
            <string>You can send a clip to a friend.</string>
            <key>NSLocationWhenInUseUsageDescription</key>
            <string></string>
        </dict>
        </plist>

        """
    private static let storeKitFile = "Resources/Store/Podcasts.storekit"

    @Test func `written files are complete`() async throws {
        let paths = ["Info.plist", "App.storekit", "flags.json"].map { folder.path(of: $0) }
        #expect(try await flint("manifest", "plist", "--output", paths[0]).status == 0)
        #expect(try await flint("manifest", "storekit", "--output", paths[1]).status == 0)
        #expect(try await flint("manifest", "flags", "--output", paths[2]).status == 0)
        let result = try await flint(["manifest", "check"] + paths)
        #expect(result.status == 0 && result.output == paths.map { "\($0): complete\n" }.joined(), "\(result)")
        #expect(try await flint("manifest", "plist", "--output", paths[0]).status == 73)
        // The demo sells the products of the written file.
        #expect(
            try await flint("facts", "purchases", "--storekit", paths[1]).output == flint("facts", "purchases").output)
    }

    @Test func `the check fails for a missing entry, not for an unneeded one`() async throws {
        let path = try folder.write(Self.propertyList, to: "Info.plist")
        let answer = try await flint("manifest", "check", path, "--json")
        #expect(answer.status == 1)
        let object = try answer.object()
        let file = try #require((object["files"] as? [[String: Any]])?.first)
        #expect(file["format"] as? String == "property-list")
        let findings = try #require(file["findings"] as? [[String: Any]])
        func keys(_ status: String) -> [String] {
            findings.filter { $0["status"] as? String == status }.compactMap { $0["key"] as? String }
        }
        #expect(keys("missing").contains("NSMicrophoneUsageDescription") && keys("missing").contains("podcasts"))
        #expect(keys("unneeded") == ["NSContactsUsageDescription"])
        #expect(object["missingCount"] as? Int == keys("missing").count && object["unneededCount"] as? Int == 1)

        try folder.write(#"{"products": [{"type": "Consumable", "productID": "x"}]}"#, to: "a.storekit")
        #expect(try await flint("manifest", "check", folder.path(of: "a.storekit")).status == 1)
        let more = try await flint("manifest", "flags").output
            .replacing("\"flags\" : {", with: "\"flags\" : {\"other\": {\"flagType\": \"string\"},")
        let unneeded = try await flint("manifest", "check", folder.write(more, to: "more.json"))
        #expect(unneeded.status == 0 && unneeded.output.contains("more.json: complete, 1 not needed"), "\(unneeded)")
        #expect(unneeded.output.hasSuffix("  Not needed: other\n"))
    }

    @Test func `recordings contain the app's needs`() async throws {
        let journal = folder.path(of: "session.jsonl")
        let report = folder.path(of: "report.json")
        let list = try await flint("manifest", "plist", "--journal", journal).output
        #expect(list.contains("<string>podcasts</string>"))
        #expect(try await flint("report", "--output", report).status == 0)
        for recording in [journal, report] {
            #expect(try await flint("manifest", "plist", "--recording", recording).output == list)
        }
    }

    @Test func `entries that a recording does not contain are not compared`() async throws {
        var report = try #require(
            try await JSONSerialization.jsonObject(with: Data(flint("report", "--json").output.utf8)) as? [String: Any])
        var catalog = try #require(report["catalog"] as? [String: Any])
        catalog["entryPoints"] = nil
        report["catalog"] = catalog
        let text = String(decoding: try JSONSerialization.data(withJSONObject: report), as: UTF8.self)
        let recording = ["--recording", try folder.write(text, to: "report.json")]
        let list = try await flint(["manifest", "plist"] + recording)
        #expect(list.status == 0 && !list.output.contains("podcasts"))
        #expect(list.errors.contains("Left out: activity types and URL schemes, which are unknown"), "\(list.errors)")
        let path = try folder.write(list.output, to: "Info.plist")
        let check = try await flint(["manifest", "check", path] + recording)
        #expect(check.status == 0 && check.output.contains("Info.plist: complete\n  Not compared: activity types and"))
        let answer = try await flint(["manifest", "check", path, "--json"] + recording).object()
        let file = try #require((answer["files"] as? [[String: Any]])?.first)
        #expect(file["unchecked"] as? [String] == ["activity-type", "url-scheme"])
    }

    @Test func `a file that cannot be read is reported before the app is started`() async throws {
        let result = try await flint("manifest", "check", folder.path(of: "none.plist"), "--attach", "nothing")
        #expect(result.status == 66 && result.errors.contains("none.plist cannot be read: there is no such file"))
        #expect(try await flint("manifest", "check").status == 64)
    }

    // MARK: The article

    private func session(_ commands: [[String]]) async throws -> String {
        var text = ""
        for command in commands {
            let result = try await flint(command)
            text += "$ flint \(command.joined(separator: " "))\n\(result.output)\(result.errors)"
        }
        return "```console\n\(text.replacing(folder.path + "/", with: ""))```\n"
    }

    private func expect(_ name: String, _ text: String) throws {
        try MarkedPart(path: "Sources/FlintCLI/FlintCLI.docc/Manifests.md", name: name).expect(text)
    }

    @Test func `the article shows the demo's flags and their code`() async throws {
        let path = folder.path(of: "flags.json")
        try expect(
            "flags",
            try await session([
                ["manifest", "flags"], ["manifest", "flags", "--output", path], ["manifest", "keys", path],
            ]))
    }

    @Test func `the article shows what the demo's files lack`() async throws {
        let list = try folder.write(Self.propertyList, to: "Info.plist")
        let result = try await flint("manifest", "check", list, BuiltProgram.root + "/" + Self.storeKitFile)
        #expect(result.status == 1)
        let text = result.output.replacing(folder.path + "/", with: "").replacing(BuiltProgram.root + "/", with: "")
        try expect(
            "check",
            "```xml\n\(Self.propertyList)```\n\n```console\n$ flint manifest check Info.plist \(Self.storeKitFile)\n\(text)```\n"
        )
    }

    @Test func `the article shows the property list that the demo needs`() async throws {
        let path = folder.path(of: "Needs.plist")
        let text = try await session([["manifest", "plist", "--output", path], ["manifest", "check", path]])
        let list = try folder.text("Needs.plist")
        try expect(
            "plist", text.replacing("$ flint manifest check", with: "$ cat Needs.plist\n\(list)$ flint manifest check"))
    }
}
