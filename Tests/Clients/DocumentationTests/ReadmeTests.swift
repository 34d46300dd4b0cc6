import FlintCore
import Foundation
import Testing

struct ReadmeTests {
    private let readme = Article.root.appending(path: "README.md")

    @Test func `the README is short`() throws {
        #expect(try Article(at: readme).text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
    }

    @Test func `the README's app is compiled unchanged`() throws {
        let snippets = Article.root.appending(path: "Tests/Clients/DocumentationTests/Snippets/ReadmeSnippets.swift")
        let source = try String(contentsOf: snippets, encoding: .utf8).split(separator: "\n").map(String.init)
        let blocks = try Article(at: readme).blocks.filter { $0.language == "swift" }
        #expect(blocks.count == 2)
        #expect(normalized(blocks[0].lines) == normalized(source))
    }

    @Test func `the README's service is the one that is built and tested`() throws {
        let service = Article.root.appending(path: "Sources/FlintWeatherService/Main.swift")
        let lines = normalized(
            try String(contentsOf: service, encoding: .utf8).split(separator: "\n").map(String.init))
        let shown = normalized(try Article(at: readme).blocks.filter { $0.language == "swift" }[1].lines)
        let start = try #require(lines.firstIndex(of: shown[0]))
        #expect(Array(lines[start...].prefix(shown.count)) == shown)
    }

    @Test func `the README shows what its app reports on a new phone`() throws {
        let tracker = DebugPurchaseTracker()
        tracker.overridePurchase(product: PodcastProducts.premium, with: .notPurchased)
        let location = PromptAdapter(.location(usage: .whenInUse), .notDetermined, answer: .authorized)
        let blocks = try Article(at: readme).blocks.filter { $0.language == "text" }
        Flint.withRuntime(FlintRuntime()) {
            Flint.setup(PodcastFeatures.self) { config in
                config.platform = CurrentPlatform("iOS 17.2")
                config.purchaseTracker = tracker
                config.permissionChecker = DefaultPermissionChecker(adapters: [location])
            }
            #expect(blocks.first?.lines == [createPlaylist(named: "Morning")])
        }
    }
}
