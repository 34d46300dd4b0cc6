import FlintTestSupport
import Foundation
import Testing

@testable import FlintCore

struct JSONLimitsTests {
    private static let table: [JSONLimits] = [
        .stateFile, .journalLine, .storeKitFile, .flagManifest, .feed, .settingsFile,
        .flagAnswer(bytes: 1_000_000),
        .gatingAnswer,
    ]

    @Test func `no source allows more than 64 levels of nesting`() {
        #expect(Self.table.allSatisfy { $0.depth <= 64 })
        #expect(JSONLimits(bytes: 1, elements: 1, depth: 1000).depth == 64)
    }

    @Test func `no source decodes JSON without limits`() throws {
        let sources = Repository.root.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var decoding = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains("JSONDecoder()") || text.contains("JSONSnapshot(") else { continue }
            decoding += 1
            #expect(
                text.contains("within: ") || text.contains("JSONLimits."),
                "\(file.lastPathComponent) decodes JSON: decode it with decode(_:from:within:).")
        }
        #expect(decoding >= 6)
    }

    @Test func `a value is decoded only from a document within the limits`() throws {
        let limits = JSONLimits(bytes: 100, elements: 3)
        #expect(try JSONDecoder().decode([Int].self, from: Data("[1,2]".utf8), within: limits) == [1, 2])
        #expect(throws: JSONScanError.self) {
            try JSONDecoder().decode([Int].self, from: Data("[1,2,3]".utf8), within: limits)
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Int].self, from: Data("[true]".utf8), within: limits)
        }
    }

    @Test(arguments: [
        ("1", true), (String(repeating: "[", count: 2_000) + String(repeating: "]", count: 2_000), false),
    ])
    func `a line of a journal is decoded only within its limits`(value: String, isDecoded: Bool) {
        let line =
            #"{"id":1,"date":0,"kind":"advisory","cause":"program","title":"a","details":[],"more":\#(value)}"#
        let record = try? JSONDecoder().decode(EventRecord.self, from: Data(line.utf8), within: .journalLine)
        #expect((record != nil) == isDecoded)
    }
}
