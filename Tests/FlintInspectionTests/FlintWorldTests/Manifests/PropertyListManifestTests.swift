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
    func `a written property list can be read again`(list: PropertyListManifest) throws {
        #expect(try PropertyListManifest(Data(list.xml.utf8)) == list)
        let object = try PropertyListSerialization.propertyList(from: Data(list.xml.utf8), format: nil)
        let dictionary = try #require(object as? [String: Any])
        #expect(dictionary["NSCameraUsageDescription"] as? String == list.purposes["NSCameraUsageDescription"])
        let binary = try PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
        #expect(try PropertyListManifest(binary) == list)
    }

    @Test func `keys are sorted`() {
        let text = PropertyListManifest(
            purposes: ["NSZUsageDescription": "z", "NSAUsageDescription": "a"], activityTypes: ["t"], urlSchemes: ["s"]
        ).xml
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

    @Test func `the location of a mistake is named`() {
        #expect(problem(xml("<dict>\n<key>a</key>\n</dict>")).contains("line "))
        #expect(problem(xml("<array/>")).contains("expected form"))
        #expect(problem(Data("bplist00 nonsense".utf8)).contains("This is not a property list of an app"))
    }

    @Test func `only the value of a wrong type is ignored`() throws {
        let list = try PropertyListManifest(
            xml(
                """
                <dict><key>NSMotionUsageDescription</key><true/><key>NSCameraUsageDescription</key><string>c</string>
                <key>NSCalendarsUsageDescription</key><dict/>
                <key>NSUserActivityTypes</key><array><string>a</string><integer>1</integer><string>b</string></array>
                <key>CFBundleURLTypes</key><array><string>x</string><dict><key>CFBundleURLSchemes</key><string>y</string>
                </dict><dict><key>CFBundleURLSchemes</key><array><string>z</string><dict/></array></dict></array></dict>
                """))
        #expect(list.purposes == ["NSCameraUsageDescription": "c"])
        #expect(list.activityTypes == ["a", "b"] && list.urlSchemes == ["z"])
        #expect(
            list.ignored == [
                "NSCalendarsUsageDescription", "NSMotionUsageDescription", "NSUserActivityTypes[1]",
                "CFBundleURLTypes[0]", "CFBundleURLSchemes", "CFBundleURLSchemes[1]",
            ])
        let other = try PropertyListManifest(
            xml("<dict><key>NSUserActivityTypes</key><dict/><key>CFBundleURLTypes</key><string>x</string></dict>"))
        #expect(other.ignored == ["NSUserActivityTypes", "CFBundleURLTypes"])
    }

    @Test(arguments: [String.Encoding.utf16BigEndian, .utf16LittleEndian], [true, false])
    func `a property list in UTF-16 is read`(encoding: String.Encoding, hasMark: Bool) throws {
        let text = (hasMark ? "\u{FEFF}" : "") + Self.hostile.xml.replacing("UTF-8", with: "UTF-16")
        let data = try #require(text.data(using: encoding))
        #expect(PropertyListManifest.recognizes(data))
        #expect(try PropertyListManifest(data) == Self.hostile)
        #expect(problem(data.dropLast(40)).contains("This is not a property list of an app"))
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

    @Test(arguments: [500, 501], [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `the arrays that are read can have 500 values`(
        count: Int, format: PropertyListSerialization.PropertyListFormat
    ) throws {
        let values = (0..<count).map(String.init)
        func data(_ object: [String: Any]) throws -> Data {
            try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
        }
        let types = try data(["NSUserActivityTypes": values])
        let schemes = try data(["CFBundleURLTypes": [["CFBundleURLSchemes": values]]])
        if count > 500 {
            #expect(problem(types) == "This exceeds a limit: NSUserActivityTypes has more than 500 values.")
            #expect(problem(schemes) == "This exceeds a limit: CFBundleURLSchemes has more than 500 values.")
        } else {
            #expect(try PropertyListManifest(types).activityTypes.count == count)
            #expect(try PropertyListManifest(schemes).urlSchemes.count == count)
        }
        let other = try data(["SKAdNetworkItems": values.map { ["SKAdNetworkIdentifier": $0] }, "CFBundleName": "a"])
        #expect(try PropertyListManifest(other) == PropertyListManifest())
    }

    @Test func `a binary property list with an impossible array is refused`() {
        // The root is a dictionary whose value is an array with the largest count.
        var bytes = Array("bplist00".utf8) + [0xD1, 1, 2, 0x5F, 0x10, 19] + Array("NSUserActivityTypes".utf8)
        bytes += [0xAF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF] + [8, 11, 33]
        bytes += [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 0, 0, 0, 0, 0, 0, 0]
        bytes += [0, 0, 0, 0, 0, 0, 0, 43]
        #expect(problem(Data(bytes)).contains("more values than the file has bytes"))
    }

    @Test func `a binary property list that contains itself is read`() throws {
        // The root is a dictionary whose only value is an array that contains itself.
        var bytes = Array("bplist00".utf8) + [0xD1, 1, 2, 0x51, 0x61, 0xA1, 2, 8, 11, 13]
        bytes += [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 0, 0, 0, 0, 0, 0, 0]
        bytes += [0, 0, 0, 0, 0, 0, 0, 15]
        #expect(try PropertyListManifest(Data(bytes)) == PropertyListManifest())
    }
}
