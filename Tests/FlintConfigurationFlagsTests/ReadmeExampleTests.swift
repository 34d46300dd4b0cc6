#if RemoteFlags && Configuration
    import Foundation
    import Testing

    /// The README's example for feature flags is the one that is compiled here.
    struct ReadmeExampleTests {
        private let file = URL(filePath: #filePath)

        @Test func theExampleIsTheOneThatCompiles() throws {
            let example = try text(file.deletingLastPathComponent().appending(path: "ReadmeExample.swift"))
                .split(separator: "\n", omittingEmptySubsequences: false)
                // Inside the condition everything is one step further in.
                .map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : String($0) }
            let readme = try text(
                file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
                    .appending(path: "README.md"))
            let start = try #require(readme.range(of: "<!-- flags -->\n```swift\n"))
            let end = try #require(readme.range(of: "```\n<!-- end of flags -->"))
            let first = try #require(example.firstIndex(of: "// The README shows what follows."))
            let last = try #require(example.lastIndex(of: "#endif"))
            #expect(
                readme[start.upperBound..<end.lowerBound]
                    == example[(first + 1)..<last].joined(separator: "\n") + "\n")
        }

        @Test func theServerIsAskedOnlyInASafeWay() throws {
            #expect(throws: (any Error).self) {
                try flagProviders(
                    server: try #require(URL(string: "http://127.0.0.1:1")), token: "t", user: "ada", cache: "/nowhere")
            }
        }

        private func text(_ file: URL) throws -> String {
            String(decoding: try Data(contentsOf: file), as: UTF8.self)
        }
    }
#endif
