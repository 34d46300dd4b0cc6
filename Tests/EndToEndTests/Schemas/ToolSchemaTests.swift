import FlintCLI
import Foundation
import Testing

struct ToolSchemaTests {
    /// The maximum number of characters of a schema on a line.
    private static let width = 108

    @Test func `the built-in schemas equal the schema files`() throws {
        var text = """
            // SPDX-License-Identifier: MIT

            // Written by "make screens" from Resources/schema.

            extension ToolSchema {
                /// The schema on one line.
                package var json: String {
                    switch self {

            """
        for schema in ToolSchema.allCases { text += "        case .\(schema): Self.\(schema)Text\n" }
        text += "        }\n    }\n"
        for schema in ToolSchema.allCases {
            text += "\n    private static let \(schema)Text = #\"\"\"\n"
            text += try Self.lines(of: schema).map { "        \($0)" }.joined(separator: "\\#\n")
            text += "\n        \"\"\"#\n"
        }
        try GeneratedFile(path: "Sources/FlintCLI/ModelContext/ToolSchema+Texts.swift").expect(text + "}\n")
    }

    private static func lines(of schema: ToolSchema) throws -> [String] {
        let file = URL(filePath: BuiltProgram.root).appending(path: "Resources/schema/\(schema.rawValue).json")
        let document = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        let data = try JSONSerialization.data(
            withJSONObject: document, options: [.sortedKeys, .withoutEscapingSlashes])
        var rest = Substring(String(decoding: data, as: UTF8.self))
        var lines: [String] = []
        while !rest.isEmpty {
            lines.append(String(rest.prefix(width)))
            rest = rest.dropFirst(width)
        }
        return lines
    }
}
