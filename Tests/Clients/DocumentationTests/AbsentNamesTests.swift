import Foundation
import Testing

/// The names that are deliberately absent, which the article on migrating explains.
struct AbsentNamesTests {
    private static let absent: [String] =
        (try? String(contentsOf: Article.root.appending(path: "Tests/Clients/contract.txt"), encoding: .utf8))?
        .split(separator: "\n").filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) } ?? []

    @Test func `the contract lists absent names`() {
        #expect(Self.absent.count > 30)
    }

    @Test(arguments: absent)
    func `an absent name is explained`(name: String) throws {
        let article = try Article("Migrating").text
        let spans = Set(article.matches(of: /`([^`]+)`/).map { String($0.1) })
        #expect(spans.contains(name), "\(name) has no row in Migrating.md")
    }
}
