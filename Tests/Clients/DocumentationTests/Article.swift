import Foundation

/// A Markdown file of the documentation catalog, with its fenced blocks of code.
struct Article {
    struct Block: Hashable {
        let language: String
        /// The lines without the indentation that they share with the fence.
        let lines: [String]
    }

    static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    /// The folder of the documented module.
    static let sources = root.appending(path: "Sources/FlintCore")
    static let catalogue = sources.appending(path: "FlintCore.docc")

    /// The file's name without its extension.
    let name: String
    let text: String

    /// Reads an article.
    ///
    /// - Parameter name: The file's name without its extension.
    /// - Throws: An error if the file cannot be read.
    init(_ name: String) throws {
        try self.init(at: Self.catalogue.appending(path: "\(name).md"))
    }

    /// Reads a Markdown file.
    ///
    /// - Parameter file: The file.
    /// - Throws: An error if the file cannot be read.
    init(at file: URL) throws {
        name = file.deletingPathExtension().lastPathComponent
        text = try String(contentsOf: file, encoding: .utf8)
    }

    /// Returns the names of all articles in alphabetical order.
    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: catalogue.path).filter { $0.hasSuffix(".md") }
            .map { String($0.dropLast(3)) }.sorted()
    }

    var blocks: [Block] {
        var blocks: [Block] = []
        var open: (language: String, lines: [String])?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            let bare = line.trimmingCharacters(in: .whitespaces)
            guard bare.hasPrefix("```") else {
                open?.lines.append(line)
                continue
            }
            if let block = open {
                blocks.append(Block(language: block.language, lines: block.lines))
                open = nil
            } else {
                open = (String(bare.dropFirst(3)), [])
            }
        }
        return blocks
    }

    /// The output that the article shows, block by block.
    var outputs: [[String]] {
        blocks.filter { $0.language == "text" }.map { normalized($0.lines) }
    }

    /// The type names at the beginning of symbol links.
    var linkedTypes: Set<String> {
        let links = text.matches(of: /``([A-Z]\w*)(\/[^`]*)?``/)
        return Set(links.map { String($0.1) })
    }
}

/// Returns lines without indentation and without empty lines.
func normalized(_ lines: [String]) -> [String] {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
}

/// Returns the output in a text block of an article, or an empty list if the article has no such block.
func shown(_ article: String, _ index: Int) -> [String] {
    let outputs = (try? Article(article).outputs) ?? []
    return index < outputs.count ? outputs[index] : []
}
