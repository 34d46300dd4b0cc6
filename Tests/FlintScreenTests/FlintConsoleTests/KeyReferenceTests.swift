import FlintTestSupport
import Foundation
import Testing

@testable import FlintConsole

struct KeyReferenceTests {
    private let path = Repository.root.appending(path: "Sources/FlintCLI/FlintCLI.docc/Keys.md")

    @Test func `the key reference matches the standard keymap`() throws {
        try expect(Keymap.standard.markdownTables, between: "<!-- keys -->\n", and: "<!-- end of keys -->")
    }

    @Test func `the key reference names every context with its commands`() throws {
        try expect(
            Keymap.standard.markdownNames, between: "<!-- key names -->\n", and: "<!-- end of key names -->")
    }

    @Test func `the key reference explains the signs`() throws {
        try expect(ScreenSign.markdownTable, between: "<!-- signs -->\n", and: "<!-- end of signs -->")
    }

    private func expect(_ tables: String, between first: String, and last: String) throws {
        let text = try String(contentsOf: path, encoding: .utf8)
        let start = try #require(text.range(of: first))
        let end = try #require(text.range(of: last))
        if ProcessInfo.processInfo.environment["FLINT_UPDATE_SCREENS"] == "1" {
            let updated = text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: tables)
            try Data(updated.utf8).write(to: path, options: .atomic)
            return
        }
        #expect(text[start.upperBound..<end.lowerBound] == tables, "Keys.md is out of date; make screens rewrites it.")
    }
}

extension Keymap {
    /// A Markdown table of the contexts and their commands, for authors of keymap files.
    var markdownNames: String {
        let rows = KeyContext.allCases.compactMap { context -> String? in
            let names = bindings.filter { $0.context == context }.map { "`\($0.command.rawValue)`" }
            return names.isEmpty ? nil : "| `\(context.rawValue)` | \(names.joined(separator: " ")) |\n"
        }
        return "| Context | Commands |\n|---|---|\n" + rows.joined()
    }

    var markdownTables: String {
        var sections: [String] = []
        for context in KeyContext.allCases {
            let rows = bindings.filter { $0.context == context }.map { binding in
                "| \(binding.keys.map { "`\($0)`" }.joined(separator: " ")) | \(binding.summary) |\n"
            }
            guard !rows.isEmpty else { continue }
            sections.append("## \(context.title)\n\n| Keys | Effect |\n|---|---|\n" + rows.joined())
        }
        return sections.joined(separator: "\n")
    }
}

extension ScreenSign {
    /// The signs as a Markdown table, with their form in terminals without Unicode if it differs.
    static var markdownTable: String {
        let rows = zip(all(.unicode), all(.ascii)).map { sign, plain in
            "| `\(sign.text)` | \(plain.text == sign.text ? "" : "`\(plain.text)`") | \(sign.meaning) |\n"
        }
        return "| Sign | ASCII | Meaning |\n|---|---|---|\n" + rows.joined()
    }
}
