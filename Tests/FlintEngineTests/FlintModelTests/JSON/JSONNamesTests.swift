import Foundation
import Testing

@testable import FlintModel

struct JSONNamesTests {
    private func error(_ text: String, _ format: JSONFormat = .json5) -> JSONScanError? {
        JSONLimits.projectFile.repeatedName(in: Data(text.utf8), format: format)
    }

    @Test(arguments: [
        (#"{"a":1,"a":2}"#, JSONFormat.json), (#"{"a":1,"b":{"c":1,"c":1}}"#, .json),
        (#"[{"b":[{"a":{},"a":{}}]}]"#, .json),
        (#"{"a":1,"\u0061":2}"#, .json), (#"{"a\/":1,"a/":2}"#, .json), (#"{"é":1,"e\u0301":2}"#, .json),
        (#"{"":1,"":2}"#, .json), (#"{"\ud83d\ude00":1,"😀":2}"#, .json),
        ("{a: 1, 'a': 2}", .json5), (#"{a: 1, "a": 2,}"#, .json5), (#"{\u0061: 1, a: 2}"#, .json5),
        (#"{'\x61': 1, a: 2}"#, .json5), ("{'it\\'s': 1, \"it's\": 2}", .json5),
        ("{b: {}, a: [], /* a */ b: 1}", .json5),
    ])
    func `a name that an object repeats is found`(text: String, format: JSONFormat) throws {
        #expect(throws: Never.self) { try JSONLimits.projectFile.check(Data(text.utf8), format: format) }
        let found = try #require(error(text, format))
        #expect(found.isRepeatedName && !found.exceedsLimit)
    }

    @Test(arguments: [
        #"{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":1}}"#, #"{"a":1,"A":2,"b":"a"}"#, #"{"a":[{},{"b":1}],"b":{"c":{}}}"#,
        #"{"a\\u0061":1,"a":2}"#, "[]", "1", #"{"a": 1, "a" 2}"#,
    ])
    func `names of different objects may be equal`(text: String) {
        #expect(error(text, .json) == nil)
    }

    @Test func `both locations are named`() throws {
        let text = "{\n  rules: {},\n  accepted: [],\n  'accepted': [1],\n}\n"
        let found = try #require(error(text))
        #expect(
            found.description
                == "the name \"accepted\" occurs twice in one object (line 3, byte 17, and line 4, byte 33)")
        #expect(found.message == "This is ambiguous: \(found).")
    }

    @Test func `a long name is shortened`() throws {
        let name = String(repeating: "n", count: 100_000)
        let found = try #require(error(#"{"\#(name)":1,"\#(name)":2}"#, .json))
        #expect(found.description.utf8.count < 400)
    }
}
