import Foundation
import Testing

@testable import FlintModel

struct JSONScannerElementsTests {
    private func elements(_ text: String, of name: String = "list", _ format: JSONFormat = .json5) throws -> [String]? {
        let bytes = Array(text.utf8)
        return try bytes.withUnsafeBufferPointer { buffer in
            try JSONScanner.elements(of: name, in: buffer, limits: .settingsFile, format: format)
        }.map { $0.map { String(decoding: bytes[$0], as: UTF8.self) } }
    }

    @Test func `elements are found without the text around them`() throws {
        let text = """
            \u{FEFF}// A list, [not this one].
            {
              other: { list: [9] }, 'names': ["]", '}'],
              "list": [
                1, // one
                { a: [1, { b: "]" }], /* { */ c: '\\'' } /* after */ , [ ],
                "x,y" // the last one
                ,
              ],
              last: null,
            }

            """
        #expect(try elements(text) == ["1", #"{ a: [1, { b: "]" }], /* { */ c: '\'' }"#, "[ ]", #""x,y""#])
        #expect(try elements(text, of: "names") == [#""]""#, "'}'"])
        #expect(try elements(#"{"list":[1,2]}"#, .json) == ["1", "2"])
    }

    @Test func `a document without the array has no elements`() throws {
        for text in ["[]", "1", "{}", "{ other: [1] }", "{ list: { a: 1 } }", #"{ "l\u0069st": [1] }"#] {
            #expect(try elements(text) == nil, "\(text)")
        }
        #expect(try elements("{ list: [] }") == [])
        for text in ["{ list: [1], list: [2, 3] }", "{ list: [1], list: null }", "{ list: [1], a: { b: 1, b: 2 } }"] {
            #expect(throws: JSONScanError.self, "Decoders choose different elements.") { try elements(text) }
        }
    }

    @Test func `scanning a malformed document throws an error`() {
        for text in ["", "{ list: [1 2] }", "{ list: [1", "{ list: [,] }", "{ list: [1] } x", "{ list: [1,,2] }"] {
            #expect(throws: JSONScanError.self, "\(text)") { try elements(text) }
        }
        #expect(throws: JSONScanError.self) { try elements("{ \"list\": [1,] }", .json) }
    }

    private func elements(_ text: String, _ format: JSONFormat) throws -> [String]? {
        try elements(text, of: "list", format)
    }
}
