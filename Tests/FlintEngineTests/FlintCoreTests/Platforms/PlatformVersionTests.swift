import Foundation
import Testing

@testable import FlintCore

struct PlatformVersionTests {
    @Test(arguments: [
        ("17", PlatformVersion(major: 17)),
        ("17.2", PlatformVersion(major: 17, minor: 2)),
        ("10.13.4", PlatformVersion(major: 10, minor: 13, patch: 4)),
        ("22.04", PlatformVersion(major: 22, minor: 4)),
        ("0", PlatformVersion(major: 0)),
    ])
    func `a version is parsed from one to three numbers`(text: String, version: PlatformVersion) {
        #expect(PlatformVersion(text) == version)
    }

    @Test(arguments: [
        "", ".", "10..1", ".1", "1.", "1.2.3.4", "-1", "+1", "1.-2", " 1", "1 ", "1,2", "x", "1.x", "0x11", "٣",
        "99999999999999999999", "1.99999999999999999999",
    ])
    func `malformed versions are refused`(text: String) {
        #expect(PlatformVersion(text) == nil)
    }

    @Test func `versions are compared component by component`() {
        let ascending = ["0", "9.9.9", "10", "10.0.1", "10.1", "10.9", "10.13", "10.13.4", "11"]
        let versions = ascending.compactMap { PlatformVersion($0) }
        #expect(versions.count == ascending.count)
        #expect(versions.shuffled().sorted() == versions)
        #expect(PlatformVersion("10")! == PlatformVersion("10.0.0")!)
    }

    @Test func `different versions have different hashes`() {
        // A hash based on the product of the numbers would be 0 for all of these.
        let versions = (0..<50).map { PlatformVersion(major: $0) }
        #expect(Set(versions.map(\.hashValue)).count > 1)
        #expect(Set(versions).count == 50)
    }

    @Test func `the description of a version omits a patch of zero`() {
        #expect(PlatformVersion(major: 17).description == "17.0")
        #expect(PlatformVersion(major: 17, minor: 2).description == "17.2")
        #expect(PlatformVersion(major: 10, minor: 13, patch: 4).description == "10.13.4")
    }

    @Test func `a version is encoded as text`() throws {
        let data = try JSONEncoder().encode([PlatformVersion(major: 17, minor: 2)])
        #expect(String(bytes: data, encoding: .utf8) == #"["17.2"]"#)
        #expect(try JSONDecoder().decode([PlatformVersion].self, from: data) == [PlatformVersion(major: 17, minor: 2)])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([PlatformVersion].self, from: Data(#"["10..1"]"#.utf8))
        }
    }
}
