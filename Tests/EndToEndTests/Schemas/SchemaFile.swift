import FlintTestSupport
import Foundation

/// A file in `Resources/schema`.
struct SchemaFile {
    /// The name without its extension, such as `features.v1`.
    let name: String
    let schema: JSONSchema

    private static let folder = URL(filePath: BuiltProgram.root).appending(path: "Resources/schema")

    static let names =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? [])
        .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()

    init(_ name: String) throws {
        self.name = name
        schema = try JSONSchema(
            String(contentsOf: Self.folder.appending(path: "\(name).json"), encoding: .utf8))
    }

    /// The subject of the schema, such as `flint features`.
    var title: String { schema.root.members["title"]?.text ?? "" }

    /// A description of the document, in a sentence or two.
    var summary: String { schema.root.members["description"]?.text ?? "" }
}

/// A change to a document that must make it invalid.
struct DocumentMutation: CustomStringConvertible {
    /// The path of the change, such as `$.features[3].id`.
    let description: String
    let document: JSONTree

    /// A name that no document uses.
    static let unexpected = "unexpected"

    /// Returns one mutation for each object, which gets another member, and one for each value, which gets another
    /// kind.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - limit: The maximum number of mutations. From a larger set, an evenly spread selection is returned.
    /// - Returns: The mutations.
    static func all(of document: JSONTree, limit: Int) -> [DocumentMutation] {
        var nodes: [[Step]] = []
        collect(document, at: [], into: &nodes)
        let stride = max(1, nodes.count / limit)
        return Swift.stride(from: 0, to: nodes.count, by: stride).map { index in
            let path = nodes[index]
            return DocumentMutation(
                description: "$" + path.map(\.text).joined(), document: mutated(document, path[...]))
        }
    }

    private enum Step {
        case member(String)
        case element(Int)

        var text: String {
            switch self {
            case .member(let name): ".\(name)"
            case .element(let index): "[\(index)]"
            }
        }
    }

    private static func collect(_ value: JSONTree, at path: [Step], into nodes: inout [[Step]]) {
        nodes.append(path)
        for (name, member) in value.members.sorted(by: { $0.key < $1.key }) {
            collect(member, at: path + [.member(name)], into: &nodes)
        }
        for (index, element) in value.elements.enumerated() {
            collect(element, at: path + [.element(index)], into: &nodes)
        }
    }

    private static func mutated(_ value: JSONTree, _ path: ArraySlice<Step>) -> JSONTree {
        switch (path.first, value) {
        case (nil, .object(var members)):
            members[unexpected] = .list([])
            return .object(members)
        case (nil, _): return .object([unexpected: .list([])])
        case (.member(let name)?, .object(var members)):
            members[name] = members[name].map { mutated($0, path.dropFirst()) }
            return .object(members)
        case (.element(let index)?, .list(var elements)):
            elements[index] = mutated(elements[index], path.dropFirst())
            return .list(elements)
        default: return value
        }
    }
}
