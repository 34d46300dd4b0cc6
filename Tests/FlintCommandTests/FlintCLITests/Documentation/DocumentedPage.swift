import FlintTestSupport
import Foundation

/// A page of the documentation with its code blocks.
struct DocumentedPage {
    struct Block {
        let language: String
        let lines: [String]

        var text: String { lines.map { $0 + "\n" }.joined() }
    }

    static let root = Repository.root

    /// The paths of all pages in the modules' catalogs and beside the sources, relative to the root of the package.
    static let paths: [String] = {
        let files = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
        let articles = (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }
        return articles.map { "Sources/\($0)" }.sorted() + [
            "README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "RECIPES.md", "PRINCIPLES.md", "Benchmarks/README.md",
            "Resources/documentation/Flint.docc/Flint.md",
        ]
    }()

    let blocks: [Block]

    /// Reads a page.
    ///
    /// - Parameter path: The path, relative to the root of the package.
    /// - Throws: An error if the page cannot be read.
    init(_ path: String) throws {
        var blocks: [Block] = []
        var open: (language: String, lines: [String])?
        for line in try Self.text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
        {
            let bare = line.drop { $0 == " " }
            if !bare.hasPrefix("```") {
                open?.lines.append(line)
            } else if let block = open {
                blocks.append(Block(language: block.language, lines: block.lines))
                open = nil
            } else {
                open = (String(bare.dropFirst(3)), [])
            }
        }
        self.blocks = blocks
    }

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
