import Foundation
import Testing

@testable import FlintWorld

struct PropertyListManifestTests {
    private static let hostile = PropertyListManifest(
        purposes: [
            "NSCameraUsageDescription": "<b>\"A\" & 'B'</b> ]]> größe 🎧", "NSPhotoLibraryUsageDescription": "",
        ],
        activityTypes: ["a & b", "c"], urlSchemes: ["x-app", "<y>"])

    private func problem(_ data: Data) -> String {
        #expect(throws: ManifestError.self) { try PropertyListManifest(data) }?.description ?? ""
    }

    private func xml(_ body: String) -> Data { Data("<plist version=\"1.0\">\(body)</plist>".utf8) }

    @Test(arguments: [hostile, PropertyListManifest(), PropertyListManifest(activityTypes: ["a"])])
    func `a written property list is read again`(list: PropertyListManifest) throws {
        #expect(try PropertyListManifest(Data(list.text.utf8)) == list)
        let object = try PropertyListSerialization.propertyList(from: Data(list.text.utf8), format: nil)
        let dictionary = try #require(object as? [String: Any])
        #expect(dictionary["NSCameraUsageDescription"] as? String == list.purposes["NSCameraUsageDescription"])
        let binary = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
        #expect(try PropertyListManifest(binary) == list)
    }

    @Test func `keys are sorted`() {
        let text = PropertyListManifest(
            purposes: ["NSZUsageDescription": "z", "NSAUsageDescription": "a"], activityTypes: ["t"], urlSchemes: ["s"]
        ).text
        let keys = text.matches(of: /\n\t<key>(\w+)<\/key>/).map { String($0.1) }
        #expect(keys == ["CFBundleURLTypes", "NSAUsageDescription", "NSUserActivityTypes", "NSZUsageDescription"])
    }

    @Test func `other entries are ignored`() throws {
        let list = try PropertyListManifest(
            xml(
                """
                <dict><key>CFBundleVersion</key><integer>3</integer><key>More</key><array><dict/></array>
                <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLName</key><string>n</string></dict>
                <dict><key>CFBundleURLSchemes</key><array><string>a</string><string>b</string></array></dict></array>
                </dict>
                """))
        #expect(list == PropertyListManifest(urlSchemes: ["a", "b"]))
    }

    @Test func `the place of a mistake is named`() {
        #expect(
            problem(xml("<dict><key>NSCameraUsageDescription</key><true/></dict>"))
                .hasSuffix("a value does not have the expected form (NSCameraUsageDescription)."))
        #expect(problem(xml("<dict>\n<key>a</key>\n</dict>")).contains("line "))
        #expect(problem(xml("<array/>")).contains("expected form"))
        #expect(problem(Data("bplist00 nonsense".utf8)).contains("This is not a property list of an app"))
    }

    @Test(arguments: ["", "hello", "{ NSCameraUsageDescription = x; }", "{}", " \n"])
    func `other formats are refused`(text: String) {
        #expect(problem(Data(text.utf8)) == "This is not a property list in XML or in the binary format.")
    }

    @Test func `a property list that exceeds a limit is refused`() {
        let deep = String(repeating: "<array>", count: 100_000) + String(repeating: "</array>", count: 100_000)
        #expect(problem(xml("<dict><key>a</key>\(deep)</dict>")).contains("more than 2000 arrays and dictionaries"))
        let long = String(repeating: " ", count: 4 << 20)
        #expect(problem(xml("<dict/>" + long)).contains("more than 4194304 bytes"))
    }

    @Test(arguments: [500, 501])
    func `a binary property list may have arrays of 500 values`(count: Int) throws {
        let object = ["NSUserActivityTypes": (0..<count).map(String.init)]
        let data = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
        if count > 500 {
            #expect(problem(data) == "This exceeds a limit: an array or dictionary has more than 500 values.")
        } else {
            #expect(try PropertyListManifest(data).activityTypes.count == count)
        }
    }

    @Test func `a binary property list with an array that cannot exist is refused`() {
        // The root is a dictionary whose value is an array with the largest count.
        var bytes = Array("bplist00".utf8) + [0xD1, 1, 2, 0x5F, 0x10, 19] + Array("NSUserActivityTypes".utf8)
        bytes += [0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF] + [8, 11, 33]
        bytes += [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 0, 0, 0, 0, 0, 0, 0]
        bytes += [0, 0, 0, 0, 0, 0, 0, 43]
        #expect(problem(Data(bytes)).contains("more than 500 values"))
    }

    @Test func `a binary property list that contains itself is read`() throws {
        // The root is a dictionary whose only value is an array that contains itself.
        var bytes = Array("bplist00".utf8) + [0xD1, 1, 2, 0x51, 0x61, 0xA1, 2, 8, 11, 13]
        bytes += [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 0, 0, 0, 0, 0, 0, 0]
        bytes += [0, 0, 0, 0, 0, 0, 0, 15]
        #expect(try PropertyListManifest(Data(bytes)) == PropertyListManifest())
    }
}
