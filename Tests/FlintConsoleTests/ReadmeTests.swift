import Foundation
import Testing

@testable import FlintConsole

struct ReadmeTests {
    private let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "README.md")

    @Test func theTableOfKeysIsTheKeymaps() throws {
        let text = String(decoding: try Data(contentsOf: path), as: UTF8.self)
        let start = try #require(text.range(of: "<!-- keys -->\n"))
        let end = try #require(text.range(of: "<!-- end of keys -->"))
        let table = Keymap.standard.markdownTable
        if ProcessInfo.processInfo.environment["FLINT_UPDATE_SCREENS"] == "1" {
            let updated = text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: table)
            try Data(updated.utf8).write(to: path)
            return
        }
        #expect(text[start.upperBound..<end.lowerBound] == table)
    }
}
