import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintCLI

struct ManifestFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func problem(_ name: String, _ text: String) throws -> String {
        let path = try folder.write(text, to: name)
        let error = #expect(throws: CommandLineError.self) { try ManifestFile(path, of: DocumentedApp.self) }
        #expect(error?.status == 66)
        return error?.message ?? ""
    }

    @Test(arguments: [
        ("Info.plist", "<?xml version=\"1.0\"?><plist><dict/></plist>", ManifestFile.Format.propertyList),
        ("anything", "\u{FEFF}\n<plist><dict/></plist>", .propertyList),
        ("x.json", "{\"flags\": {}}", .flags), ("x.storekit", "{\"flags\": {}}", .flags),
        ("x", "{\"products\": []}", .storeKit), ("x.json", "{\"subscriptionGroups\": []}", .storeKit),
        ("x.storekit", "{\"version\": {\"major\": 2}}", .storeKit),
    ])
    func `a format is recognized by the content or, failing that, by the extension`(
        name: String, text: String, format: ManifestFile.Format
    ) throws {
        #expect(try ManifestFile(folder.write(text, to: name), of: DocumentedApp.self).format == format)
    }

    @Test func `a file of another format is refused`() throws {
        for (name, text) in [("x", "{}"), ("x", ""), ("x.txt", "nonsense"), ("plist", "nonsense"), ("x.yml", "[]")] {
            #expect(try problem(name, text).contains("has another format. Specify a property list"), "\(name)")
        }
        let missing = #expect(throws: CommandLineError.self) {
            try ManifestFile(folder.path(of: "none"), of: DocumentedApp.self)
        }
        #expect(missing?.message.contains("there is no such file") == true && missing?.status == 66)
    }

    @Test(arguments: [
        (
            #"{"$schema": "https://flagd.dev/schema/v0/flags.json", "flags": {"a": {"state": "ENABLED"}}}"#,
            ForeignFlagFile.flagd
        ),
        (#"{"flags": {"a": {"variants": {"on": true}, "defaultVariant": "on", "targeting": {}}}}"#, .flagd),
        (#"{"items": [{"name": "A", "key": "a", "variations": [{"value": true}]}]}"#, .launchDarkly),
        (
            #"{"flags": {"a": {"key": "a", "on": true, "version": 3, "fallthrough": {}}}, "segments": {}}"#,
            .launchDarkly
        ),
        (#"{"a": {"value": true, "variation": 0, "version": 4, "trackEvents": false}}"#, .launchDarkly),
        (#"{"flagValues": {"a": true}}"#, .launchDarklyDevelopment),
        (#"{"context": {}, "sourceEnvironmentKey": "test", "flagsState": {}}"#, .launchDarklyDevelopment),
        (#"{"version": 1, "features": [{"name": "a", "type": "release", "strategies": []}]}"#, .unleash),
        (#"{"features": [], "featureStrategies": [], "featureEnvironments": []}"#, .unleash),
        (#"{"toggles": [{"name": "a", "enabled": true, "variant": {}}]}"#, .unleash),
        (#"{"status": 200, "features": {"a": {"defaultValue": false, "rules": []}}}"#, .growthBook),
        (#"{"features": [{"id": "a", "valueType": "boolean", "defaultValue": "false"}]}"#, .growthBook),
        (#"{"a": {"defaultValue": false}}"#, .growthBook),
        (#"{"flags": [{"key": "a", "value": true, "reason": "STATIC", "variant": "on"}]}"#, .remoteEvaluation),
        (#"{"key": "a", "value": true, "reason": "STATIC"}"#, .remoteEvaluation),
        (#"{"flags": [{"key": "a", "errorCode": "GENERAL"}]}"#, .remoteEvaluation),
    ])
    func `a file of another tool is named with a remedy`(text: String, kind: ForeignFlagFile) throws {
        #expect(ForeignFlagFile(Data(text.utf8)) == kind)
        for name in ["export.json", "export"] {
            let problem = try problem(name, text)
            #expect(problem.contains("\(name) is \(kind.title), not a flag manifest."), "\(problem)")
            #expect(problem.contains("manifest flags\" writes") && problem.contains("Flags and Their Providers"))
        }
    }

    @Test(arguments: [
        "{}", "[]", "1", "nonsense", #"{"flags": {"a": {"flagType": "boolean", "defaultValue": true}}}"#,
        #"{"flags": {"a": {}}}"#, #"{"products": []}"#,
    ])
    func `a file without the flags of another tool is not named`(text: String) {
        #expect(ForeignFlagFile(Data(text.utf8)) == nil)
    }

    @Test func `the error for a malformed file states the location of the mistake`() throws {
        #expect(try problem("x.plist", "nonsense").contains("This is not a property list in XML"))
        #expect(try problem("x.plist", "<plist><dict></plist>").contains("x.plist: This is not a property list"))
        #expect(try problem("x.json", "{\"flags\": {\"a\": {}}}").contains("flagType is missing (flags.a)"))
        #expect(try problem("x.json", "nonsense").contains("This is not a flag manifest"))
        #expect(try problem("x.storekit", "nonsense").contains("This is not JSON"))
        #expect(try problem("x", "{\"products\": [{}]}").contains("products[0].type"))
    }
}
