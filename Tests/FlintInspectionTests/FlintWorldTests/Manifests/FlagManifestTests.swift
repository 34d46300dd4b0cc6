import FeatureGating
import Foundation
import Testing

@testable import FlintWorld

struct FlagManifestTests {
    private static func flag(_ key: String, _ answers: [(type: String, value: Bool?)]) -> FlagSnapshot {
        FlagSnapshot(
            key: key, value: answers.compactMap(\.value).first, reason: "STATIC", provider: nil, override: nil,
            effective: nil,
            answers: answers.map { answer in
                FlagSnapshot.Answer(
                    provider: answer.type, type: answer.type, priority: 1, isMutable: false,
                    hasFlag: answer.value != nil, value: answer.value, reason: nil, variant: nil, errorCode: nil,
                    errorMessage: nil)
            }, features: nil)
    }

    private static func world(features: Int = 2) -> World {
        let declared = (0..<features).map { GatedApp.feature($0, "F\($0)", .fact(.featureFlag("b"))) }
        let flags = [
            flag("b", [("debug", true), ("remote", true), ("release", false)]),
            flag("a", [("debug", true), ("release", nil), ("release", true)]), flag("unused", [("release", true)]),
            flag("c", []),
        ]
        let all = declared + [GatedApp.feature(features, "G", .fact(.featureFlag("a")))]
        var world = World(
            model: AppModel(
                revision: .zero, status: AppStatus(appName: "App"), features: all.map(\.summary), products: [],
                permissions: [], flags: flags, overrides: []))
        world.add(Catalog(features: all))
        return world
    }

    private static func problem(_ text: String) -> String? {
        let error = #expect(throws: ManifestError.self) { try FlagManifest(Data(text.utf8)) }
        return error?.description
    }

    @Test func `a manifest contains the required flags with their built-in values`() {
        #expect(
            FlagManifest(of: Self.world()).flags == [
                .init(key: "a", value: .boolean(true), description: "Needed by G."),
                .init(key: "b", value: .boolean(false), description: "Needed by F0 and F1."),
            ])
    }

    @Test func `unused flags are included on request`() {
        let flags = FlagManifest(of: Self.world(), includesUnused: true).flags
        #expect(flags.map(\.key) == ["a", "b", "c", "unused"])
        #expect(flags[2].value == .boolean(false), "No provider has a value.")
        #expect(flags[3] == .init(key: "unused", value: .boolean(true), description: "Needed by no feature."))
    }

    @Test func `a description names only some of many features`() {
        let flag = FlagManifest(of: Self.world(features: 40)).flags.last
        #expect(flag?.description == "Needed by F0, F1, F2, F3, F4, F5, F6, F7 and 32 more.")
    }

    @Test func `a written manifest can be read again`() throws {
        let manifest = FlagManifest(of: Self.world(), includesUnused: true)
        let data = try JSONEncoder().encode(manifest)
        #expect(try FlagManifest(data) == manifest)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect((object["$schema"] as? String)?.hasSuffix("schema/v0/flag-manifest.json") == true)
        let flag = try #require((object["flags"] as? [String: [String: Any]])?["a"])
        #expect(flag["flagType"] as? String == "boolean" && flag["defaultValue"] as? Bool == true)
        #expect(flag["description"] as? String == "Needed by G." && flag.count == 3)
    }

    @Test func `flags of all types are read, and unknown members are ignored`() throws {
        let text = """
            {"$schema": "https://example.com", "more": 1, "flags": {
                "f": {"flagType": "float", "defaultValue": 0.5}, "s": {"flagType": "string", "defaultValue": "x"},
                "i": {"flagType": "integer", "defaultValue": 3, "description": "three"}, "o": {"flagType": "object"},
                "b": {"flagType": "boolean", "defaultValue": true, "description": null, "owner": "me"}}}
            """
        #expect(
            try FlagManifest(Data(text.utf8)).flags == [
                .init(key: "b", value: .boolean(true)), .init(key: "f", value: .other(.float)),
                .init(key: "i", value: .other(.integer), description: "three"),
                .init(key: "o", value: .other(.object)), .init(key: "s", value: .other(.string)),
            ])
    }

    @Test(arguments: [
        ("", "This is not a flag manifest: "), ("[]", "a value does not have the expected form"),
        ("{}", "flags is missing"), (#"{"flags": []}"#, "does not have the expected form (flags)"),
        (#"{"flags": {"a": 1}}"#, "(flags.a)"), (#"{"flags": {"a": {}}}"#, "flagType is missing (flags.a)"),
        (#"{"flags": {"a": {"flagType": "boolean"}}}"#, "defaultValue is missing (flags.a)"),
        (#"{"flags": {"a": {"flagType": "boolean", "defaultValue": "yes"}}}"#, "(flags.a.defaultValue)"),
        (#"{"flags": {"a": {"flagType": "boolean", "defaultValue": null}}}"#, "(flags.a.defaultValue)"),
        (#"{"flags": {"a": {"flagType": "float", "description": 1}}}"#, "(flags.a.description)"),
        (
            #"{"flags": {"a": {"flagType": "flag"}}}"#,
            "\"flag\" is not a type of flag (flags.a.flagType). The types are boolean, string, integer, float and object."
        ),
        (#"{"flags": {"a": {"flagType": "boolean", "defaultValue": true}}"#, "line 1"),
    ])
    func `the location of a mistake is named`(text: String, expected: String) {
        #expect(Self.problem(text)?.contains(expected) == true, "\(Self.problem(text) ?? "")")
    }

    @Test func `a manifest with too many values is refused`() {
        let flags = (0..<210_000).map { #""\#($0)": {"flagType": "float"}"# }.joined(separator: ",")
        #expect(Self.problem(#"{"flags": {\#(flags)}}"#)?.contains("more than 400000 values") == true)
    }
}
