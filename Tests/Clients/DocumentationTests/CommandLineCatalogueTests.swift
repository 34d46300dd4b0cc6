import Foundation
import Testing

struct CommandLineCatalogueTests {
    private static let sources = Article.root.appending(path: "Sources/FlintCLI")
    private static let catalogue = sources.appending(path: "FlintCLI.docc")
    private let landingPage = catalogue.appending(path: "FlintCLI.md")

    @Test func `the app on the landing page is compiled unchanged`() throws {
        let app = Article.root.appending(path: "Tests/Clients/ReleasedApp/ReleasedApp.swift")
        let source = normalized(try String(contentsOf: app, encoding: .utf8).split(separator: "\n").map(String.init))
            .joined(separator: "\n")
        let blocks = try Article(at: landingPage).blocks.filter { $0.language == "swift" }
        #expect(blocks.count == 1)
        for block in blocks { #expect(source.contains(normalized(block.lines).joined(separator: "\n"))) }
    }

    @Test func `the landing page leads to every page and names only declared types`() throws {
        let page = try Article(at: landingPage)
        let pages = try FileManager.default.contentsOfDirectory(atPath: Self.catalogue.path)
            .filter { $0.hasSuffix(".md") && $0 != "FlintCLI.md" }.map { String($0.dropLast(3)) }
        let linked = Set(page.text.matches(of: /- <doc:(\w+)>/).map { String($0.1) })
        #expect(linked == Set(pages))
        let files = FileManager.default.enumerator(atPath: Self.sources.path)?.compactMap { $0 as? String } ?? []
        let code = try files.filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOf: Self.sources.appending(path: $0), encoding: .utf8) }.joined()
        let declared = Set(code.matches(of: /public (?:struct|enum|protocol|final class) (\w+)/).map { String($0.1) })
        #expect(page.linkedTypes.subtracting(declared) == ["FlintCLI"])
    }
}
