import FlintCore
import Foundation
import Testing

struct ReadmeTests {
    private let readme = Article.root.appending(path: "README.md")

    @Test func `the README is short, and its first screen leads from the package to the demo`() throws {
        let lines = try Article(at: readme).text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 121)
        let start = lines.prefix(60).joined(separator: "\n")
        for text in [".svg)", ".package(url:", "Linux is tested", "$ make run", "$ make test"] {
            #expect(start.contains(text), "\(text)")
        }
    }

    @Test func `the README names the current version`() throws {
        let version = Article.root.appending(path: "Sources/FlintProgram/Version.swift")
        let text = try String(contentsOf: version, encoding: .utf8)
        let number = try #require(text.firstMatch(of: /let version = "([^"]+)"/)?.1)
        #expect(try Article(at: readme).text.contains("from: \"\(number)\""))
    }

    @Test func `the README's app is compiled unchanged`() throws {
        let snippets = Article.root.appending(path: "Tests/Clients/DocumentationTests/Snippets/ReadmeSnippets.swift")
        let source = try String(contentsOf: snippets, encoding: .utf8).split(separator: "\n").map(String.init)
        let blocks = try Article(at: readme).blocks.filter { $0.language == "swift" }
        #expect(blocks.count == 3)
        #expect(normalized(blocks[1].lines) == normalized(source))
        #expect(source.count <= 20)
    }

    @Test func `the README's service is the tested service`() throws {
        let service = Article.root.appending(path: "Sources/FlintWeatherService/Main.swift")
        let lines = normalized(
            try String(contentsOf: service, encoding: .utf8).split(separator: "\n").map(String.init))
        let shown = normalized(try Article(at: readme).blocks.filter { $0.language == "swift" }[2].lines)
        let start = try #require(lines.firstIndex(of: shown[0]))
        #expect(Array(lines[start...].prefix(shown.count)) == shown)
    }

    @Test func `the README shows the output of its app on a new device`() throws {
        let tracker = DebugPurchaseTracker()
        let blocks = try Article(at: readme).blocks.filter { $0.language == "text" }
        Flint.withRuntime(FlintRuntime()) {
            Flint.setup(ReadmeFeatures.self) { $0.purchaseTracker = tracker }
            tracker.overridePurchase(product: SmartPlaylistsFeature.premium, with: .notPurchased)
            #expect(blocks.first?.lines.joined(separator: "\n") == createPlaylist(named: "Morning"))
            tracker.overridePurchase(product: SmartPlaylistsFeature.premium, with: .purchased)
            #expect(createPlaylist(named: "Morning") == nil)
        }
    }
}

private final class ReadmeFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [SmartPlaylistsFeature.self] }
}
