import Foundation

/// A JSON value that keeps its kind, unlike the object of `JSONSerialization`.
enum JSONTree: Decodable, Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

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
        } else if let values = try? container.decode([JSONTree].self) {
            self = .list(values)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }
}

/// The paths, kinds, and values of the fields of a JSON answer, collected from a sample.
struct JSONFields {
    private struct Field {
        var kinds: Set<String> = []
        var values: [String] = []
        var count = 0
    }

    private static let valueLimit = 8
    private static let kinds = ["object", "list", "text", "number", "true", "false", "null"]
    private var fields: [String: Field] = [:]
    /// The number of objects at each path.
    private var objects: [String: Int] = [:]

    /// Collects the fields of an answer.
    ///
    /// - Parameter json: The answer, as ``stable(_:)`` returns it.
    /// - Throws: An error if the text is not JSON.
    init(_ json: String) throws {
        add(try JSONDecoder().decode(JSONTree.self, from: Data(json.utf8)), at: "")
    }

    /// Returns an answer with fixed dates and durations, so that it is the same in every run.
    static func stable(_ json: String) -> String {
        json.replacing(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z/, with: "2026-01-31T12:00:00Z")
            .replacing(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/, with: "2026-01-31 12:00")
            .replacing(/until \d{4}-\d{2}-\d{2}\b/, with: "until 2026-01-31")
            .replacing(/"duration" : [0-9.e-]+/, with: "\"duration\" : 0.001")
            // Empty lists are printed with a blank line inside.
            .replacing(/\[\s*\]/, with: "[]")
    }

    var table: String {
        var text = "| Field | Kind | Values here |\n|---|---|---|\n"
        for (path, field) in fields.sorted(by: { $0.key < $1.key }) {
            text += "| `\(path)` | \(kinds(of: field, at: path)) | \(Self.examples(field.values)) |\n"
        }
        return text
    }

    /// Returns the kinds of a field's values, such as `true, false or null`, with "absent" if some objects lack the
    /// field.
    private func kinds(of field: Field, at path: String) -> String {
        var kinds = Self.kinds.filter(field.kinds.contains)
        let parent = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
        if !path.hasSuffix("[]"), field.count < objects[parent] ?? 0 { kinds.append("absent") }
        guard let last = kinds.popLast() else { return "" }
        return kinds.isEmpty ? last : kinds.joined(separator: ", ") + " or " + last
    }

    /// Returns all values of a field with few fixed values, or else the first value.
    private static func examples(_ values: [String]) -> String {
        let isVocabulary = values.allSatisfy { $0.wholeMatch(of: /"[a-zA-Z-]+"/) != nil }
        let shown = isVocabulary && values.count <= valueLimit ? values[...] : values.prefix(1)
        return shown.map { "`\($0)`" }.joined(separator: ", ")
    }

    private mutating func add(_ tree: JSONTree, at path: String) {
        switch tree {
        case .null: note("null", nil, at: path)
        case .bool(let value): note("\(value)", nil, at: path)
        case .number(let value): note("number", value.formatted(.number.grouping(.never)), at: path)
        case .text(let value): note("text", "\"\(value)\"", at: path)
        case .list(let elements):
            note("list", nil, at: path)
            for element in elements { add(element, at: path + "[]") }
        case .object(let members):
            objects[path, default: 0] += 1
            if !path.isEmpty, !path.hasSuffix("[]") { note("object", nil, at: path) }
            for (key, value) in members { add(value, at: path.isEmpty ? key : "\(path).\(key)") }
        }
    }

    private mutating func note(_ kind: String, _ value: String?, at path: String) {
        fields[path, default: Field()].kinds.insert(kind)
        fields[path]?.count += 1
        guard let value, fields[path]?.values.contains(value) == false else { return }
        fields[path]?.values.append(value)
    }
}
