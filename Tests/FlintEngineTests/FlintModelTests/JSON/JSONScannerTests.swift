import Foundation
import Testing

@testable import FlintModel

struct JSONScannerTests {
    private static let small = JSONLimits(bytes: 1000, elements: 10, depth: 4, digits: 8)

    private func scan(_ text: String, _ limits: JSONLimits = .feed) throws(JSONScanError) -> JSONScanner.Measure {
        try limits.check(Data(text.utf8))
    }

    private func refusal(_ text: String, _ limits: JSONLimits = .feed) -> JSONScanError? {
        do throws(JSONScanError) {
            _ = try scan(text, limits)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Documents

    @Test(arguments: [
        ("1", 1, 0), (" \t\r\n-0.5e+10 ", 1, 0), ("[]", 1, 1), ("{ }", 1, 1), ("[[ ] , {}]", 3, 2),
        (#"{"a":[1,true,false,null,"x"],"b":{"c":-0}}"#, 9, 2), (#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00é😀""#, 1, 0),
        ("\u{FEFF}[0]", 2, 1),
    ])
    func `a document is measured by its values and its depth`(text: String, elements: Int, depth: Int) throws {
        #expect(try scan(text) == JSONScanner.Measure(elements: elements, depth: depth))
    }

    @Test(arguments: [
        "", " ", "[", "{", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "]", "}", "[}", "{]", "[1}", "{\"a\":1]", "{\"a\"}",
        "{\"a\" 1}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:1}", "{'a':1}", "1 2", "[] []", "tru", "nul", "True", "NaN",
        "-", "+1", ".5", "1.", "01", "-01", "1e", "1e+", "0x10", "1.e1", "\"", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"",
        "\"\\u12G4\"", "\"\\uD800\"", "\"\\uDC00\"", "\"\\uD800\\u0041\"", "\"\\uD800x\"", "\"a\nb\"", "\"\u{0}\"",
        "[1]//", "/* */1", "[1]\u{0}", "\u{FEFF}",
    ])
    func `malformed JSON is refused`(text: String) throws {
        let error = try #require(refusal(text))
        #expect(!error.exceedsLimit)
        #expect(error.offset <= text.utf8.count)
    }

    @Test(
        arguments: [
            [0x80], [0xC1, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82],
            [0xF0, 0x80, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE2, 0x82, 0x28], [0xF0, 0x9F, 0x98],
        ] as [[UInt8]])
    func `text that is not UTF-8 is refused`(bytes: [UInt8]) {
        #expect(throws: JSONScanError.self) { try JSONLimits.feed.check(Data([0x22] + bytes + [0x22])) }
    }

    @Test(arguments: [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32LittleEndian])
    func `a document in another encoding than UTF-8 is refused`(encoding: String.Encoding) throws {
        let data = try #require("[[[[[1]]]]]".data(using: encoding))
        #expect(throws: JSONScanError.self) { try JSONLimits.feed.check(data) }
    }

    // MARK: Limits

    @Test func `an overlong document is refused without being read`() throws {
        let error = try #require(refusal(String(repeating: "x", count: 1001), Self.small))
        #expect(error.problem == .tooManyBytes(1001, limit: 1000))
        #expect(error.offset == 0)
        #expect(error.description == "it has 1001 bytes, more than the limit of 1000")
        #expect(refusal(String(repeating: " ", count: 999) + "1", Self.small) == nil)
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
    func `a document that is too deep is refused at the first excess level`(opening: String) throws {
        let text = String(repeating: opening, count: 5000)
        let error = try #require(refusal(text))
        #expect(error.problem == .tooDeep(limit: 64))
        // The scanner stops at the limit and does not read all 5000 levels.
        #expect(error.offset <= 65 * opening.utf8.count)
        #expect(error.exceedsLimit)
    }

    @Test func `a document as deep as allowed is accepted`() throws {
        let text = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(try scan(text) == JSONScanner.Measure(elements: 64, depth: 64))
        #expect(refusal("[\(text)]")?.problem == .tooDeep(limit: 64))
        #expect(refusal("[[[[[1]]]]]", Self.small)?.problem == .tooDeep(limit: 4))
        // The depths of siblings do not add up.
        #expect(refusal("[[[[]]],[[[]]]]", Self.small) == nil)
    }

    @Test func `no limit allows more depth than the scanner supports`() {
        let limits = JSONLimits(bytes: 1000, elements: 1000, depth: 1000)
        let open = String(repeating: "[", count: 65)
        #expect(refusal(open + String(repeating: "]", count: 65), limits)?.problem == .tooDeep(limit: 64))
    }

    @Test func `a document with too many values is refused at the first excess value`() throws {
        #expect(refusal("[1,2,3,4,5,6,7,8,9]", Self.small) == nil)
        let error = try #require(refusal("[1,2,3,\n4,5,6,7,8,9,10,11,12]", Self.small))
        #expect(error.problem == .tooManyElements(limit: 10))
        #expect(error.offset == 20)
        #expect(error.line == 2)
        #expect(error.description == "it has more than 10 values (line 2, byte 20)")
    }

    @Test func `all members with the same name are counted`() {
        let members = Array(repeating: "\"a\":1", count: 10).joined(separator: ",")
        #expect(refusal("{\(members)}", Self.small)?.problem == .tooManyElements(limit: 10))
    }

    @Test(arguments: ["123456789", "-0.123456", "1e1234567", "0.00000001"])
    func `an overlong number is refused`(number: String) {
        #expect(refusal(number, Self.small)?.problem == .tooManyDigits(limit: 8))
        #expect(refusal("[\(number)]", Self.small)?.offset == 1)
        #expect(refusal(String(number.prefix(8)), Self.small) == nil)
    }

    @Test(arguments: ["\u{301}", #"\u0301"#, "\u{301}\u{323}", "\u{F73}", "\u{1D165}", #"\uD834\uDD65"#])
    func `a text with too many combining marks in a row is refused`(mark: String) throws {
        let count = mark.hasPrefix("\u{301}\u{323}") ? 32 : 64
        let marks = String(repeating: mark, count: count)
        #expect(refusal("{\"a\(marks)b\(marks)\": \"\(marks)\"}") == nil)
        #expect(refusal("[\"a\(marks)\(mark)\"]")?.problem == .tooManyMarks(limit: 64))
        #expect(refusal("{\"\(String(repeating: marks, count: 1000))\": 1}")?.problem == .tooManyMarks(limit: 64))
    }

    @Test func `characters other than combining marks are not limited`() {
        for character in ["é", "字", "😀", "한", "ﷺ", "\u{200D}", "\u{FE0F}"] {
            #expect(refusal("\"\(String(repeating: character, count: 1000))\"") == nil, "\(character)")
        }
    }
}
