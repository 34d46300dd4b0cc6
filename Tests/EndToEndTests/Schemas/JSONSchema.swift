import Foundation

/// A JSON Schema (draft 2020-12), limited to the keywords that the files in `Resources/schema` use.
///
/// An unknown keyword is an error rather than ignored, so that a schema never promises more than the tests check.
struct JSONSchema {
    /// The reason that a document is not a usable schema.
    struct Malformed: Error, CustomStringConvertible {
        /// The path of the problem, with its description.
        let description: String
    }

    /// Keywords that describe a value without checking it.
    private static let annotations: Set = ["$schema", "$id", "title", "description"]
    /// Keywords that check a value.
    private static let assertions: Set = [
        "type", "enum", "const", "pattern", "format", "minimum", "maximum", "minProperties", "maxProperties",
        "required",
    ]
    /// Keywords whose value is a schema.
    private static let schemaKeywords: Set = ["items", "additionalProperties"]
    /// Keywords whose value is an object of schemas.
    private static let objectKeywords: Set = ["properties", "$defs"]
    /// Keywords whose value is a list of schemas.
    private static let listKeywords: Set = ["anyOf", "oneOf"]

    let root: JSONTree

    /// Reads a schema.
    ///
    /// - Parameter text: The JSON text.
    /// - Throws: ``Malformed`` if a keyword is unknown or a reference is unresolved, or a decoding error if the text is
    ///   not JSON.
    init(_ text: String) throws {
        root = try JSONTree(parsing: text)
        try check(root, at: "#")
    }

    // MARK: Schemas

    /// This schema and every schema inside it, with their paths.
    var all: [(path: String, schema: JSONTree)] {
        var found: [(String, JSONTree)] = []
        collect(root, at: "#", into: &found)
        return found
    }

    private func collect(_ schema: JSONTree, at path: String, into found: inout [(String, JSONTree)]) {
        found.append((path, schema))
        for (name, child) in Self.children(of: schema) { collect(child, at: "\(path)/\(name)", into: &found) }
    }

    private static func children(of schema: JSONTree) -> [(name: String, schema: JSONTree)] {
        schema.members.sorted { $0.key < $1.key }.flatMap { keyword, value -> [(String, JSONTree)] in
            if schemaKeywords.contains(keyword) { return [(keyword, value)] }
            if objectKeywords.contains(keyword) {
                return value.members.sorted { $0.key < $1.key }.map { ("\(keyword)/\($0.key)", $0.value) }
            }
            guard listKeywords.contains(keyword) else { return [] }
            return value.elements.enumerated().map { ("\(keyword)/\($0.offset)", $0.element) }
        }
    }

    /// Checks that a schema has only known keywords and resolvable references.
    private func check(_ schema: JSONTree, at path: String) throws {
        if case .bool = schema { return }
        guard case .object(let members) = schema else { throw Malformed(description: "\(path) is no schema.") }
        for keyword in members.keys.sorted() {
            let isKnown = [
                Self.annotations, Self.assertions, Self.schemaKeywords, Self.objectKeywords, Self.listKeywords,
            ]
            .contains { $0.contains(keyword) }
            guard isKnown || keyword == "$ref" else {
                throw Malformed(description: "\(path) has the keyword \(keyword), which is not checked.")
            }
        }
        if let format = members["format"]?.text, format != "date-time" {
            throw Malformed(description: "\(path) has the format \(format), which is not checked.")
        }
        if let reference = members["$ref"], target(of: reference) == nil {
            throw Malformed(description: "\(path) refers to \(reference), which is not there.")
        }
        for (name, child) in Self.children(of: schema) { try check(child, at: "\(path)/\(name)") }
    }

    private func target(of reference: JSONTree) -> JSONTree? {
        let prefix = "#/$defs/"
        guard let text = reference.text, text.hasPrefix(prefix) else { return nil }
        return root.members["$defs"]?.members[String(text.dropFirst(prefix.count))]
    }

    // MARK: Documents

    /// Returns the problems of a document, one line each.
    func problems(in document: JSONTree) -> [String] { problems(in: document, against: root, at: "$") }

    private func problems(in value: JSONTree, against schema: JSONTree, at path: String) -> [String] {
        if case .bool(let isAllowed) = schema { return isAllowed ? [] : ["\(path) is not allowed"] }
        var found: [String] = []
        for (keyword, argument) in schema.members.sorted(by: { $0.key < $1.key }) {
            found += problems(in: value, keyword, argument, of: schema, at: path)
        }
        return found
    }

    private func problems(
        in value: JSONTree, _ keyword: String, _ argument: JSONTree, of schema: JSONTree, at path: String
    ) -> [String] {
        switch keyword {
        case "$ref":
            return target(of: argument).map { problems(in: value, against: $0, at: path) } ?? ["\(path): \(argument)"]
        case "anyOf", "oneOf":
            let fitting = argument.elements.count { problems(in: value, against: $0, at: path).isEmpty }
            let isFine = keyword == "anyOf" ? fitting > 0 : fitting == 1
            return isFine ? [] : ["\(path) fits \(fitting) of the alternatives of \(keyword)"]
        case "items":
            return value.elements.enumerated().flatMap {
                problems(in: $0.element, against: argument, at: "\(path)[\($0.offset)]")
            }
        case "properties":
            return argument.members.sorted { $0.key < $1.key }.flatMap { name, schema in
                value.members[name].map { problems(in: $0, against: schema, at: "\(path).\(name)") } ?? []
            }
        case "additionalProperties":
            let known = schema.members["properties"]?.members ?? [:]
            return value.members.filter { known[$0.key] == nil }.sorted { $0.key < $1.key }.flatMap { name, value in
                problems(in: value, against: argument, at: "\(path).\(name)")
            }
        default:
            return Self.assert(value, keyword, argument) ? [] : ["\(path) fails \(keyword): \(value)"]
        }
    }

    /// Returns whether a value satisfies a keyword that looks at that value alone.
    private static func assert(_ value: JSONTree, _ keyword: String, _ argument: JSONTree) -> Bool {
        switch (keyword, value) {
        case ("type", _):
            let types = argument.text.map { [$0] } ?? argument.elements.compactMap(\.text)
            return types.contains { value.types.contains($0) }
        case ("enum", _): return argument.elements.contains(value)
        case ("const", _): return argument == value
        case ("required", .object(let members)):
            return argument.elements.compactMap(\.text).allSatisfy { members[$0] != nil }
        case ("minProperties", .object(let members)): return Double(members.count) >= argument.number ?? .infinity
        case ("maxProperties", .object(let members)): return Double(members.count) <= argument.number ?? 0
        case ("minimum", .number(let number)): return number >= argument.number ?? .infinity
        case ("maximum", .number(let number)): return number <= argument.number ?? -.infinity
        case ("pattern", .text(let text)): return (try? Regex(argument.text ?? "")).map { text.contains($0) } ?? false
        case ("format", .text(let text)): return text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) != nil
        default: return true
        }
    }
}

extension JSONTree {
    init(parsing text: String) throws {
        self = try JSONDecoder().decode(JSONTree.self, from: Data(text.utf8))
    }

    /// The members of an object, empty for other kinds.
    var members: [String: JSONTree] {
        if case .object(let members) = self { members } else { [:] }
    }

    /// The elements of a list, empty for other kinds.
    var elements: [JSONTree] {
        if case .list(let elements) = self { elements } else { [] }
    }

    /// The text, or `nil` for other kinds.
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The number, or `nil` for other kinds.
    var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The kinds of the value in JSON Schema.
    ///
    /// An integral number is both an integer and a number.
    fileprivate var types: Set<String> {
        switch self {
        case .null: ["null"]
        case .bool: ["boolean"]
        case .number(let number): number == number.rounded() ? ["integer", "number"] : ["number"]
        case .text: ["string"]
        case .list: ["array"]
        case .object: ["object"]
        }
    }
}
