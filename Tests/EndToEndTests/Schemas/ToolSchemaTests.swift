import FlintCLI
import Foundation
import Testing

struct ToolSchemaTests {
    @Test func `the built-in schemas equal the schema files`() throws {
        var text = """
            // SPDX-License-Identifier: MIT

            // swift-format-ignore-file
            // Written by "make screens" from Resources/schema.

            extension ToolSchema {
                /// The schema on one line.
                package var json: String {
                    switch self {

            """
        for schema in ToolSchema.allCases {
            text += try "        case .\(schema): ##\"\(Self.line(of: schema))\"##\n"
        }
        text += "        }\n    }\n}\n"
        try GeneratedFile(path: "Sources/FlintCLI/ModelContext/ToolSchema+Texts.swift").expect(text)
    }

    private static func line(of schema: ToolSchema) throws -> String {
        let file = URL(filePath: BuiltProgram.root).appending(path: "Resources/schema/\(schema.rawValue).json")
        var isString = false
        var isEscaped = false
        return try String(contentsOf: file, encoding: .utf8).filter { character in
            if character == "\"", !isEscaped { isString.toggle() }
            isEscaped = character == "\\" && !isEscaped
            return isString || !character.isWhitespace
        }
    }
}
