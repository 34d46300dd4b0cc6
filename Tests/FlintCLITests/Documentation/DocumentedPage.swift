import Foundation

/// A page of the documentation, with the blocks of code in it.
struct DocumentedPage {
    /// A fenced block.
    struct Block {
        /// The language after the fence.
        let language: String
        /// The lines between the fences.
        let lines: [String]

        /// The lines as one text.
        var text: String { lines.map { $0 + "\n" }.joined() }
    }

    /// The root of the package.
    static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

    /// The paths of all pages, from the root: those of the modules' catalogues, and those beside the sources.
    static let paths: [String] = {
        let files = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
        let articles = (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }
        return articles.map { "Sources/\($0)" }.sorted() + [
            "README.md", "CONTRIBUTING.md", "Benchmarks/README.md", "Resources/documentation/Flint.docc/Flint.md",
        ]
    }()

    /// The blocks, in order.
    let blocks: [Block]

    /// Reads a page.
    ///
    /// - Parameter path: Its path from the root of the package.
    /// - Throws: An error if it cannot be read.
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

    /// Returns the text of a file of the package.
    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
