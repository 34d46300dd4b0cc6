import Foundation
import Testing

struct FiveMinutesTests {
    private static let article = Program.root.appending(path: "Sources/FlintCLI/FlintCLI.docc/FiveMinutes.md")

    @Test func `every command prints the output in the article`() throws {
        let state = try Folder()
        let text = try String(contentsOf: Self.article, encoding: .utf8)
        var commands = 0
        for block in text.split(separator: "```console\n").dropFirst() {
            let session = block.split(separator: "```")[0]
            for exchange in session.split(separator: "$ swift run observatory ") {
                let lines = exchange.split(separator: "\n").map(String.init)
                let words = lines[0].split(separator: " ").map(String.init)
                let result = try Program(name: "FlintFiveMinutes").run(words, state: state.url)
                // The article's module has another name.
                let answer = (result.output + result.errors).replacing("FlintFiveMinutes/", with: "observatory/")
                    .split(separator: "\n").map(String.init)
                #expect(answer == Array(lines.dropFirst()), "\(lines[0])")
                commands += 1
            }
        }
        #expect(commands == 6)
    }
}
