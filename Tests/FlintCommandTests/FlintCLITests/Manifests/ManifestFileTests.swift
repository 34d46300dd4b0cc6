import FlintTestSupport
import Foundation
import Testing

@testable import FlintCLI

/// Tests of the formats of manifests.
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
    func `a format is recognized by the content, or else by the extension`(
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
        #expect(missing?.message.contains("It does not exist") == true && missing?.status == 66)
    }

    @Test func `a malformed file is refused with the place of the mistake`() throws {
        #expect(try problem("x.plist", "nonsense").contains("This is not a property list in XML"))
        #expect(try problem("x.plist", "<plist><dict></plist>").contains("x.plist: This is not a property list"))
        #expect(try problem("x.json", "{\"flags\": {\"a\": {}}}").contains("flagType is missing (flags.a)"))
        #expect(try problem("x.json", "nonsense").contains("This is not a flag manifest"))
        #expect(try problem("x.storekit", "nonsense").contains("This is not JSON"))
        #expect(try problem("x", "{\"products\": [{}]}").contains("products[0].type"))
    }
}
