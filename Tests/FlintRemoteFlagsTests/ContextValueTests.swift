#if RemoteFlags
    import FlintRemoteFlags
    import Foundation
    import Testing

    struct ContextValueTests {
        @Test func valuesAreReadAndWrittenAsTheyAre() throws {
            let value: ContextValue = [
                "text": "a", "yes": true, "count": 3, "share": 0.5, "list": [1, "b", false, []],
                "object": ["x": ["y": 1.5]],
            ]
            #expect(try JSONDecoder().decode(ContextValue.self, from: try JSONEncoder().encode(value)) == value)
        }

        @Test func nothingIsNoValue() {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(ContextValue.self, from: Data("null".utf8))
            }
        }

        @Test func ofANameGivenTwiceTheLastValueCounts() {
            #expect(ContextValue(dictionaryLiteral: ("a", 1), ("a", 2)) == ["a": 2])
        }

    }
#endif
