import Foundation
import Testing

/// Checks that every file and folder named in the pages about the project exists.
struct NamedFilesTests {
    static let journeyLimit = 10

    static let pages = [
        "README.md", "CONTRIBUTING.md", "AGENTS.md", "CODE_OF_CONDUCT.md", "SECURITY.md", "STABILITY.md",
        "THIRD-PARTY-NOTICES.md", "Benchmarks/README.md",
    ]

    @Test(arguments: pages)
    func `every named file exists`(page: String) throws {
        let paths = try Self.paths(in: Article.root.appending(path: page))
        #expect(!paths.isEmpty)
        for path in paths.sorted() {
            #expect(FileManager.default.fileExists(atPath: Article.root.appending(path: path).path), "\(path)")
        }
    }

    @Test func `every module has a row in the table of modules`() throws {
        let text = try Article(at: Article.root.appending(path: "CONTRIBUTING.md")).text
        let modules = try FileManager.default.contentsOfDirectory(atPath: Article.root.appending(path: "Sources").path)
        for module in modules where !module.hasPrefix(".") {
            #expect(text.contains("| `Sources/\(module)` |"), "\(module)")
        }
    }

    @Test func `a journey passes at most ten files, and the override journey the stated number`() throws {
        let text = try Article(at: Article.root.appending(path: "CONTRIBUTING.md")).text
        let journeys = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("Journeys") })
        let sections = journeys.split(separator: "\n### ").dropFirst()
        #expect(sections.count == 5)
        for section in sections {
            let files = section.matches(of: /\n\d+\. `([^`]+)`/).map { String($0.1) }
            #expect(Set(files).count == files.count, "a file is listed once")
            if let stated = section.firstMatch(of: /involves (\d+) files/) {
                #expect(files.count == Int(stated.1))
            } else {
                #expect((2...Self.journeyLimit).contains(files.count), "\(section.prefix(40))")
            }
        }
    }

    /// Returns the paths in a page's code spans and links, relative to the root of the package.
    private static func paths(in page: URL) throws -> Set<String> {
        let prose = try Article(at: page).text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: "\n")
        let folder = page.deletingLastPathComponent().path.dropFirst(Article.root.path.count)
        let entries = Set(
            try FileManager.default.contentsOfDirectory(atPath: Article.root.path).filter { !$0.hasPrefix(".") })
        var paths: Set<String> = []
        for span in prose.matches(of: /`([^`\s]+)`/) {
            // A path is `Sources/Module/File.swift`, or a name such as `Makefile` at the root. Other code is not a
            // path.
            let path = String(span.1)
            let isPath = path.contains("/") || path.wholeMatch(of: /[\w.-]+\.(swift|md|json|txt)/) != nil
            guard let first = path.split(separator: "/").first, isPath || entries.contains(path) else { continue }
            if entries.contains(String(first)) || path.hasSuffix(".swift") { paths.insert(path) }
        }
        for link in prose.matches(of: /\]\(([^)#:\s]+)\)/) {
            paths.insert(String(folder.isEmpty ? link.1 : "\(folder.drop { $0 == "/" })/\(link.1)"))
        }
        return paths
    }
}
