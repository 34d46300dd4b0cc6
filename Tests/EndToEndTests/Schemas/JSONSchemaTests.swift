import Testing

struct JSONSchemaTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let schema: String
        let valid: [String]
        let invalid: [String]

        var testDescription: String { schema }
    }

    static let examples = [
        Example(schema: #"{"type": "string"}"#, valid: [#""a""#], invalid: ["1", "null", "[]", "{}", "true"]),
        Example(
            schema: #"{"type": ["integer", "null"]}"#, valid: ["1", "-3", "2.0", "null"], invalid: ["1.5", #""1""#]),
        Example(schema: #"{"type": "number"}"#, valid: ["1", "1.5"], invalid: ["true", #""1""#]),
        Example(schema: #"{"type": "boolean"}"#, valid: ["true", "false"], invalid: ["0", "null"]),
        Example(schema: #"{"enum": ["a", 1, null]}"#, valid: [#""a""#, "1", "null"], invalid: [#""b""#, "2"]),
        Example(schema: #"{"const": {"a": [1]}}"#, valid: [#"{"a": [1]}"#], invalid: [#"{"a": [2]}"#, "{}"]),
        Example(schema: #"{"pattern": "^[0-9]+$"}"#, valid: [#""12""#, "12"], invalid: [#""1a""#, #""""#]),
        Example(
            schema: #"{"format": "date-time"}"#, valid: [#""2026-01-31T12:00:00Z""#, "1"],
            invalid: [#""2026-01-31""#, #""12:00""#]),
        Example(schema: #"{"minimum": 1, "maximum": 3}"#, valid: ["1", "3", #""9""#], invalid: ["0", "3.5"]),
        Example(
            schema: #"{"minProperties": 1, "maxProperties": 1}"#, valid: [#"{"a": 1}"#],
            invalid: ["{}", #"{"a": 1, "b": 2}"#]),
        Example(schema: #"{"items": {"type": "string"}}"#, valid: ["[]", #"["a"]"#, "1"], invalid: [#"["a", 1]"#]),
        Example(
            schema: #"{"properties": {"a": {"type": "null"}}, "required": ["a"], "additionalProperties": false}"#,
            valid: [#"{"a": null}"#], invalid: ["{}", #"{"a": 1}"#, #"{"a": null, "b": 1}"#]),
        Example(
            schema: #"{"properties": {"a": true}, "additionalProperties": {"type": "string"}}"#,
            valid: [#"{"a": 1, "b": "c"}"#, "{}"], invalid: [#"{"a": 1, "b": 1}"#]),
        Example(
            schema: #"{"anyOf": [{"type": "integer"}, {"minimum": 2}]}"#, valid: ["1", "2", "2.5"], invalid: ["1.5"]),
        Example(
            schema: #"{"oneOf": [{"type": "integer"}, {"minimum": 2}]}"#, valid: ["1", "2.5"], invalid: ["1.5", "2"]),
        Example(
            schema: ##"{"$defs": {"a": {"items": {"$ref": "#/$defs/a"}, "type": "array"}}, "$ref": "#/$defs/a"}"##,
            valid: ["[]", "[[], [[]]]"], invalid: ["1", "[[1]]"]),
    ]

    @Test(arguments: examples)
    func `documents are recognized as valid or invalid`(example: Example) throws {
        let schema = try JSONSchema(example.schema)
        for text in example.valid { #expect(schema.problems(in: try JSONTree(parsing: text)) == [], "\(text)") }
        for text in example.invalid { #expect(!schema.problems(in: try JSONTree(parsing: text)).isEmpty, "\(text)") }
    }

    @Test(arguments: [
        #"{"requierd": []}"#, #"{"properties": {"a": {"minLength": 1}}}"#, ##"{"$ref": "#/$defs/a"}"##,
        #"{"$ref": "other.json"}"#, #"{"format": "email"}"#, #"{"items": 1}"#, #"{"anyOf": ["a"]}"#,
    ])
    func `parsing a schema that cannot be checked completely throws an error`(text: String) {
        #expect(throws: JSONSchema.Malformed.self) { try JSONSchema(text) }
    }

    @Test func `problems name their location`() throws {
        let schema = try JSONSchema(#"{"properties": {"a": {"items": {"type": "string"}}}}"#)
        let problems = schema.problems(in: try JSONTree(parsing: #"{"a": ["b", 1]}"#))
        #expect(problems.count == 1 && problems[0].hasPrefix("$.a[1] fails type"), "\(problems)")
    }
}
