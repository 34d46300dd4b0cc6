import Foundation
import Testing

@testable import FlintCore

struct ActivityValueTests {
    @Test func `every supported value round-trips through JSON`() throws {
        let values: [Any] = [
            "text", 7, 0.5, 2.0, true, Date(timeIntervalSinceReferenceDate: 5), Data([1, 2]), ["a", 1] as [Any],
            ["k": "v"], try #require(URL(string: "https://a.example/%20")),
        ]
        for value in values {
            let kept = try #require(ActivityValue(value))
            let data = try JSONEncoder().encode(["v": kept])
            #expect(try JSONDecoder().decode([String: ActivityValue].self, from: data) == ["v": kept])
            #expect(ActivityValue(kept.value) == kept)
        }
        #expect(ActivityValue(2.0) == .number(2))
        #expect(ActivityValue(2) == .integer(2))
        #expect(ActivityValue(true) == .truth(true))
    }

    @Test(arguments: [
        ["$url": "https://a.example"], ["$number": "x", "k": "v"], ["$dictionary": "x"], ["$other": "x"],
    ])
    func `a dictionary whose key names a type round-trips through JSON`(values: [String: String]) throws {
        let value = ActivityValue.dictionary(values.mapValues(ActivityValue.text))
        let data = try JSONEncoder().encode(["v": value])
        #expect(try JSONDecoder().decode([String: ActivityValue].self, from: data) == ["v": value])
    }

    @Test func `unsupported values are rejected`() {
        #expect(ActivityValue(ObjectIdentifier(FlintRuntime.self)) == nil)
        #expect(ActivityValue([FlintRuntime()]) == nil)
        #expect(ActivityValue([1: "x"]) == nil)
        #expect(throws: ActivityError.unsupportedValue(key: "k")) {
            try ActivityValue.values(["k": FlintRuntime()])
        }
        #expect(throws: ActivityError.unsupportedValue(key: "1")) { try ActivityValue.values([1: "x"]) }
    }

    @Test(arguments: [#"{"v":{"$url":""}}"#, #"{"v":{"$number":"x"}}"#, #"{"v":null}"#])
    func `malformed JSON is rejected`(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([String: ActivityValue].self, from: Data(json.utf8))
        }
    }
}
