import FlintCore
import FlintWorld
import Foundation
import Testing

@testable import FlintCLI

/// Tests of the Swift code that is generated from a flag manifest.
///
/// The files `SampleFlags.swift` and `SampleFlag.swift` are generated from the manifest below, and compiled with these
/// tests. `make screens` rewrites them.
struct FeatureKeySourceTests {
    private static let manifest = #"""
        {
          "$schema": "https://raw.githubusercontent.com/open-feature/cli/refs/heads/main/schema/v0/flag-manifest.json",
          "flags": {
            "sleep-timer": {
              "flagType": "boolean", "defaultValue": true,
              "description": "Stops\nplayback.\u202e\u0007 */ static let evil = \"0\""
            },
            "2fa-login": {"flagType": "boolean", "defaultValue": false, "description": "   "},
            "default": {"flagType": "boolean", "defaultValue": false},
            "self": {"flagType": "boolean", "defaultValue": false},
            "init": {"flagType": "boolean", "defaultValue": false},
            "Type": {"flagType": "boolean", "defaultValue": false},
            "all_cases": {"flagType": "boolean", "defaultValue": false},
            "defaults": {"flagType": "boolean", "defaultValue": true},
            "raw value": {"flagType": "boolean", "defaultValue": false},
            "hash.value": {"flagType": "boolean", "defaultValue": false},
            "description": {"flagType": "boolean", "defaultValue": false},
            "none": {"flagType": "boolean", "defaultValue": false},
            "URLScheme": {"flagType": "boolean", "defaultValue": false},
            "MAX_RETRIES": {"flagType": "boolean", "defaultValue": false},
            "newUI": {"flagType": "boolean", "defaultValue": false},
            "größe 🎧": {"flagType": "boolean", "defaultValue": false},
            "say \"hi\"\n\\(now)": {"flagType": "boolean", "defaultValue": false},
            "\u202egnp\u0000": {"flagType": "boolean", "defaultValue": false},
            "greeting": {"flagType": "string", "defaultValue": "Hello"},
            "limit": {"flagType": "integer", "defaultValue": 3}
          }
        }
        """#

    private static func source(
        _ manifest: String = manifest, type: String = "SampleFlags", style: FeatureKeySource.Style = .constants,
        isPublic: Bool = false
    ) throws -> FeatureKeySource {
        try FeatureKeySource(
            try FlagManifest(Data(manifest.utf8)), file: "folder/flags.json", typeName: type, style: style,
            isPublic: isPublic)
    }

    private static func expect(_ text: String, in name: String) throws {
        let file = DocumentedPage.root.appending(path: "Tests/FlintCommandTests/FlintCLITests/Manifests/\(name)")
        guard ProcessInfo.processInfo.environment["FLINT_UPDATE_SCREENS"] == "1" else {
            #expect(try String(contentsOf: file, encoding: .utf8) == text)
            return
        }
        try Data(text.utf8).write(to: file)
    }

    @Test func `the code of hostile keys is compiled with these tests`() throws {
        let source = try Self.source()
        #expect(source.skipped.map(\.key) == ["greeting", "limit"])
        try Self.expect(source.code, in: "SampleFlags.swift")
        try Self.expect(
            try Self.source(type: "SampleFlag", style: .enumeration, isPublic: true).code, in: "SampleFlag.swift")
    }

    @Test func `the compiled keys and default values match the manifest`() throws {
        let flags = try FlagManifest(Data(Self.manifest.utf8)).flags
        var expected: [FeatureKey: Bool] = [:]
        for flag in flags {
            if case .boolean(let isOn) = flag.value { expected[FeatureKey(rawValue: flag.key)] = isOn }
        }
        #expect(expected.count == 18)
        #expect(SampleFlags.defaults == expected && SampleFlag.defaults == expected)
        #expect(Set(SampleFlag.allCases.map { FeatureKey($0) }) == Set(expected.keys))
        #expect(FeatureKey.sayHiNow == FeatureKey(rawValue: "say \"hi\"\n\\(now)"))
    }

    @Test(arguments: [
        ("sleep-timer", "sleepTimer"), ("newPlayer", "newPlayer"), ("URL", "url"), ("URLScheme", "urlScheme"),
        ("HTTP2.push", "http2Push"), ("MAX_RETRIES", "maxRetries"), ("new-UI", "newUI"), ("Up next", "upNext"),
        ("2fa", "_2fa"), ("a--b", "aB"), ("größe", "größe"), ("日本-語", "日本語"), ("init", "initFlag"),
        ("all-cases", "allCasesFlag"), ("\u{301}x", "_\u{301}x"), ("x\u{200B}y", "xY"),
    ])
    func `a key's name consists of its words`(key: String, name: String) {
        #expect(FeatureKeySource.name(of: key) == name)
    }

    @Test(arguments: ["", "-", "🎧", "\u{202E}", "()"])
    func `a key without letters and digits has no name`(key: String) throws {
        #expect(FeatureKeySource.name(of: key) == nil)
        let error = #expect(throws: CommandLineError.self) {
            try FeatureKeySource(
                FlagManifest(flags: [.init(key: key, value: .boolean(true))]), file: "flags.json", typeName: "Flags",
                style: .constants, isPublic: false)
        }
        #expect(error?.message.contains("has no letters or digits for a Swift name. Rename it in flags.json.") == true)
        #expect(error?.status == 66)
    }

    @Test func `two keys with the same name are both mentioned`() {
        let keys = ["sleep-timer", "sleep_timer"]
        let error = #expect(throws: CommandLineError.self) {
            try FeatureKeySource(
                FlagManifest(flags: keys.map { .init(key: $0, value: .boolean(true)) }), file: "flags.json",
                typeName: "Flags", style: .enumeration, isPublic: false)
        }
        #expect(
            error?.message == "The keys \"sleep-timer\" and \"sleep_timer\" have the same Swift name, sleepTimer. "
                + "Rename one of them in flags.json.")
    }

    @Test func `an omitted flag does not reserve a name`() throws {
        let source = try FeatureKeySource(
            FlagManifest(flags: [
                .init(key: "a", value: .other(.float)), .init(key: "A", value: .boolean(true)),
                .init(key: "-", value: .other(.object)),
            ]), file: "flags.json", typeName: "Flags", style: .constants, isPublic: false)
        #expect(source.code.contains("static let a: FeatureKey = \"A\""))
        #expect(source.skipped.map(\.key) == ["-", "a"])
    }

    @Test func `a manifest without flags is valid code`() throws {
        for style in [FeatureKeySource.Style.constants, .enumeration] {
            let text = try Self.source(#"{"flags": {}}"#, type: "Flags", style: style).code
            #expect(text.contains("enum Flags {\n") && text.contains(": [FeatureKey: Bool] = [:]\n}\n"))
        }
    }
}
