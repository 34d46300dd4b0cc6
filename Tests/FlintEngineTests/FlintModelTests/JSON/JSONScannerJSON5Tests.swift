import Foundation
import Testing

@testable import FlintModel

/// Compares the JSON5 that the scanner accepts with decoding.
struct JSONScannerJSON5Tests {
    private func scan(_ text: String, _ limits: JSONLimits = .feed) throws(JSONScanError) -> JSONScanner.Measure {
        try limits.check(Data(text.utf8), format: .json5)
    }

    /// A JSON value with the distinctions that the tests require.
    private enum Value: Decodable, Equatable {
        case text(String)
        case number(Double)
        case bool(Bool)
        case list([Value])
        case object([String: Value])
        case null

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else if let value = try? container.decode([Value].self) {
                self = .list(value)
            } else {
                self = .object(try container.decode([String: Value].self))
            }
        }
    }

    private static let accepted: [(text: String, value: Value)] = [
        ("[1, 2,]", .list([.number(1), .number(2)])), ("{a: 1,}", .object(["a": .number(1)])),
        ("{'a b': 'c'}", .object(["a b": .text("c")])), ("{\"a\": 'say \"x\"'}", .object(["a": .text("say \"x\"")])),
        ("// first\n[1] // last", .list([.number(1)])), ("/* a * b / c */ [ /**/ ] /* end */", .list([])),
        ("{$_a1: true, ünï: null}", .object(["$_a1": .bool(true), "ünï": .null])),
        ("[0x1F, +1, .5, 5., -.25e1]", .list([31, 1, 0.5, 5, -2.5].map { .number($0) })),
        ("[Infinity, -Infinity]", .list([.number(.infinity), .number(-.infinity)])),
        ("'\\x41\\u0042'", .text("AB")), ("'\\'\\\"'", .text("'\"")),
        ("\u{FEFF}[]", .list([])),
    ]

    @Test(arguments: accepted.map(\.text))
    func `JSON5 is accepted and decoded`(text: String) throws {
        let expected = Self.accepted.first { $0.text == text }?.value
        #expect(try JSONDecoder().decode(Value.self, from: Data(text.utf8), within: .feed, format: .json5) == expected)
    }

    @Test(arguments: ["'a\\\nb'", "[\u{00A0}1\u{2028}]", "'a\tb'"])
    func `JSON5 that Foundation does not decode is accepted`(text: String) throws {
        _ = try scan(text)
    }

    @Test(arguments: JSONScannerJSON5Tests.accepted.map(\.text).filter { $0 != "\u{FEFF}[]" })
    func `JSON5 is refused if JSON is required`(text: String) {
        #expect(throws: JSONScanError.self) { try JSONLimits.feed.check(Data(text.utf8)) }
    }

    @Test(arguments: [
        "", "// nothing", "[,]", "[1,,]", "{,}", "{a}", "{1a: 1}", "{a-b: 1}", "{a: 1 b: 2}", "/* open", "/ 1", "[1] /",
        "01", "+", "-", ".", "0x", "1e", "+-1", "infinity", "nan", "'a", "'a\"", "'a\nb'", "'\\x4'", "'\\1'", "'\\01'",
        "'\\uD800'", "[1}", "{a: 1]", "1 2", "{\u{0301}a: 1}", "[1]\u{0}",
    ])
    func `malformed JSON5 is refused`(text: String) throws {
        let error = try #require(throws: JSONScanError.self) { try scan(text) }
        #expect(!error.exceedsLimit, "\(error)")
        #expect(error.offset <= text.utf8.count)
    }

    @Test func `limits apply to JSON5`() throws {
        let small = JSONLimits(bytes: 1000, elements: 10, depth: 4, digits: 8, marks: 3)
        #expect(try scan("{a: [1, 'b',],}", small) == JSONScanner.Measure(elements: 4, depth: 2))
        let marks = String(repeating: "\u{0301}", count: 4)
        for text in [
            "[[[[[1]]]]]", "[1,1,1,1,1,1,1,1,1,1,]", "0x123456789", "{a\(marks): 1}", "'a\(marks)'",
            "'\\a\(marks)'", "//" + String(repeating: " ", count: 1000) + "\n1",
        ] {
            let error = try #require(throws: JSONScanError.self) { try scan(text, small) }
            #expect(error.exceedsLimit, "\(text): \(error)")
        }
    }

    @Test func `an error after comments has the right line`() throws {
        let error = try #require(throws: JSONScanError.self) { try scan("// one\n/* two\n */ {a: }") }
        #expect(error.line == 3)
    }

    @Test func `every JSON document is a JSON5 document`() throws {
        for text in ["1", "[[ ] , {}]", #"{"a":[1,true,false,null,"x"],"b":{"c":-0}}"#, #""\/\b\u00e9\uD83D\uDE00é""#] {
            #expect(try scan(text) == JSONLimits.feed.check(Data(text.utf8)))
        }
    }
}
