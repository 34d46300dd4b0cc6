import Foundation
import Testing

@testable import FlintCore

struct FlintLoggableTests {
    @Test func `numbers, Booleans and strings are logged verbatim`() {
        let values: [any FlintLoggable] = [
            Int8(-1), Int16(2), Int32(3), Int64(4), UInt8(5), UInt16(6), UInt32(7), UInt64.max, 1.5, true, "text",
            "sub"[...],
        ]
        #expect(
            values.map(\.loggingDescription) == [
                "-1", "2", "3", "4", "5", "6", "7", "18446744073709551615", "1.5", "true", "text", "sub",
            ])
    }

    @Test func `dates, UUIDs and URLs are logged in their standard formats`() throws {
        #expect(Date(timeIntervalSince1970: 0).loggingDescription == "1970-01-01T00:00:00Z")
        let identifier = try #require(UUID(uuidString: "11111111-2222-3333-4444-555555555555"))
        #expect(identifier.loggingDescription == "11111111-2222-3333-4444-555555555555")
        let address = try #require(URL(string: "garden://plants/agave?page=2"))
        #expect(address.loggingDescription == "garden://plants/agave?page=2")
    }

    @Test func `data is logged only as its size`() {
        #expect(Data().loggingDescription == "0 bytes")
        #expect(Data([7]).loggingDescription == "1 byte")
        #expect(Data(count: 300).loggingDescription == "300 bytes")
    }

    @Test func `long arrays are truncated in the log`() {
        #expect([Int]().loggingDescription == "[]")
        #expect(["b", "a"].loggingDescription == "[b, a]")
        #expect(Array(1...10).loggingDescription == "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]")
        #expect(Array(1...12).loggingDescription == "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, and 2 more]")
    }

    @Test func `sets and dictionaries are logged in sorted order`() {
        #expect(Set(["pear", "apple", "fig"]).loggingDescription == "[apple, fig, pear]")
        let amounts = ["pear": 1, "apple": 2]
        #expect(amounts.loggingDescription == "[apple: 2, pear: 1]")
        #expect(amounts.loggingInfo == ["apple": "2", "pear": "1"])
        #expect([String: Int]().loggingInfo == nil)
        let many = Dictionary(uniqueKeysWithValues: (10...30).map { (String($0), $0) })
        #expect(many.loggingDescription.hasSuffix("19: 19, and 11 more]"))
    }

    @Test func `collections inherit sensitivity and mutability from their elements`() {
        #expect([Secret].isSensitiveForLogging && Set<Secret>.isSensitiveForLogging)
        #expect([String: Secret].isSensitiveForLogging && [Secret: Int].isSensitiveForLogging)
        #expect(![Int].isSensitiveForLogging && ![String: Int].isSensitiveForLogging)
        #expect(![Secret].isImmutableForLogging && !Set<Secret>.isImmutableForLogging)
        #expect(![String: Secret].isImmutableForLogging && ![Secret: Int].isImmutableForLogging)
        #expect([Int].isImmutableForLogging && Optional<[Secret]>.isSensitiveForLogging)
    }
}

private struct Secret: FlintLoggable, Hashable {
    static let isSensitiveForLogging = true
    static let isImmutableForLogging = false
}
