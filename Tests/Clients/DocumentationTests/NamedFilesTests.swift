import Foundation
import Testing

/// Checks that every file and folder named in the pages about the project exists.
struct NamedFilesTests {
    static let journeyLimit = 10

    static let pages = [
        "README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "RECIPES.md", "PRINCIPLES.md", "AGENTS.md",
        "CODE_OF_CONDUCT.md", "SECURITY.md", "STABILITY.md", "THIRD-PARTY-NOTICES.md", "Benchmarks/README.md",
        "Tests/README.md",
    ]

    @Test(arguments: pages)
    func `every named file exists`(page: String) throws {
        let paths = try Self.paths(in: Article.root.appending(path: page))
        #expect(!paths.isEmpty)
        for path in paths.sorted() {
            #expect(FileManager.default.fileExists(atPath: Article.root.appending(path: path).path), "\(path)")
        }
    }

    @Test func `the page for contributors is short`() throws {
        let text = try Article(at: Article.root.appending(path: "CONTRIBUTING.md")).text
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 121)
    }

    @Test func `every module has a row in the table of modules`() throws {
        let text = try Article(at: Article.root.appending(path: "ARCHITECTURE.md")).text
        let modules = try FileManager.default.contentsOfDirectory(atPath: Article.root.appending(path: "Sources").path)
        for module in modules where !module.hasPrefix(".") {
            #expect(text.contains("| `Sources/\(module)` |"), "\(module)")
        }
    }

    @Test func `the picture in ARCHITECTURE.md shows modules that exist`() throws {
        let page = try Article(at: Article.root.appending(path: "ARCHITECTURE.md"))
        let pictures = page.blocks.filter { $0.language == "text" }
        #expect(pictures.count == 1)
        let names = pictures.flatMap(\.lines).joined(separator: "\n").matches(of: /C?Flint[A-Z]\w+|FeatureGating/)
        #expect(names.count > 15)
        for name in names {
            let path = Article.root.appending(path: "Sources/\(name.0)").path
            #expect(FileManager.default.fileExists(atPath: path), "\(name.0)")
        }
    }

    @Test func `a journey passes at most ten files, and the journey of a key the stated number`() throws {
        let text = try Article(at: Article.root.appending(path: "ARCHITECTURE.md")).text
        let journeys = try #require(text.split(separator: "\n## ").first { $0.hasPrefix("Journeys") })
        let sections = journeys.split(separator: "\n### ").dropFirst()
        #expect(sections.count == 6)
        for section in sections {
            let files = section.matches(of: /\n\d+\. `([^`]+)`/).map { String($0.1) }
            #expect(Set(files).count == files.count, "Every file is listed once.")
            if let stated = section.firstMatch(of: /pass (\d+) files/) {
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
