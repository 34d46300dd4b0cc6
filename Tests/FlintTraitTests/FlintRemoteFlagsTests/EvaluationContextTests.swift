#if RemoteFlags
    @testable import FlintRemoteFlags
    import Foundation
    import Testing

    struct EvaluationContextTests {
        @Test func `the targeting key takes precedence over an attribute with the same name`() {
            let context = EvaluationContext(targetingKey: "ada", attributes: ["targetingKey": "grace", "plan": "team"])
            #expect(context.object == ["targetingKey": "ada", "plan": "team"])
            #expect(EvaluationContext(attributes: ["targetingKey": "grace"]).object == ["targetingKey": "grace"])
        }
    }

    struct ContextValueTests {
        @Test func `values are encoded and decoded unchanged`() throws {
            let value: ContextValue = [
                "text": "a", "yes": true, "count": 3, "share": 0.5, "list": [1, "b", false, []],
                "object": ["x": ["y": 1.5]],
            ]
            #expect(try JSONDecoder().decode(ContextValue.self, from: try JSONEncoder().encode(value)) == value)
        }

        @Test func `null is not a value`() {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(ContextValue.self, from: Data("null".utf8))
            }
        }

        @Test func `the last value of a repeated name is kept`() {
            #expect(ContextValue(dictionaryLiteral: ("a", 1), ("a", 2)) == ["a": 2])
        }

    }
#endif
