import Foundation
import Testing

/// Checks the code, output, and links of every article in the catalog.
struct SnippetTests {
    @Test func `every topic has an article`() throws {
        #expect(
            try Article.names() == [
                "ActionStacks", "Activities", "AdoptingInAnExistingApp", "Analytics", "ConditionalFeatures",
                "ConnectingOtherLibraries", "FactsOfYourOwn", "FeaturesAndActions", "FlagsAndProviders", "FlintCore",
                "Focus", "GettingStarted", "KeepingYourFlags", "LogsAndReports", "Migrating", "ObservingAvailability",
                "OldSpellings", "Permissions", "Purchases", "Routes", "SourcesOfYourOwn", "TellingUsersWhy",
                "TestingYourAppsGating", "TimelineAndJournal",
            ])
    }

    @Test(arguments: try Article.names())
    func `every code block is compiled unchanged`(name: String) throws {
        let snippets = Article.root.appending(path: "Tests/Clients/DocumentationTests/Snippets/\(name)Snippets.swift")
        let source = try String(contentsOf: snippets, encoding: .utf8)
        let further = try (Self.furtherSnippets[name] ?? []).flatMap { path in
            try String(contentsOf: Article.root.appending(path: path), encoding: .utf8).split(separator: "\n")
        }
        let lines = normalized(source.split(separator: "\n").map(String.init))
        let blocks = try Article(name).blocks.filter { $0.language == "swift" }
        #expect(!blocks.isEmpty, "An article has code.")
        var position = 0
        for block in blocks {
            let wanted = normalized(block.lines)
            let found = start(of: wanted, in: lines, from: position)
            if found == nil, start(of: wanted, in: normalized(further.map(String.init)), from: 0) != nil { continue }
            #expect(found != nil, "Not in order in \(name)Snippets.swift:\n\(wanted.joined(separator: "\n"))")
            position = (found ?? position) + (found == nil ? 0 : wanted.count)
        }
    }

    @Test(arguments: try Article.names())
    func `every block is non-empty code or output`(name: String) throws {
        for block in try Article(name).blocks {
            #expect(["swift", "text"].contains(block.language))
            #expect(!normalized(block.lines).isEmpty)
        }
    }

    @Test(arguments: try Article.names())
    func `every linked type is declared`(name: String) throws {
        let missing = try Article(name).linkedTypes.subtracting(Self.declared)
        #expect(missing.subtracting(["FlintCore"]).isEmpty)
    }

    @Test(arguments: try Article.names())
    func `every linked member is declared`(name: String) throws {
        for link in try Article(name).text.matches(of: /``[A-Z]\w*\/(\w+)[^`]*``/) {
            #expect(Self.members.contains(String(link.1)), "\(link.0)")
        }
    }

    /// DocC would replace the page of a type with an article of the same name.
    @Test(arguments: try Article.names().filter { $0 != "FlintCore" })
    func `no article has the name of a type`(name: String) {
        #expect(!Self.declared.contains(name))
    }

    @Test(arguments: try Article.names())
    func `every linked article exists`(name: String) throws {
        for link in try Article(name).text.matches(of: /<doc:(\w+)>/) {
            #expect(try Article.names().contains(String(link.1)))
        }
    }

    @Test(arguments: try Article.names().filter { $0 != "FlintCore" })
    func `the landing page links to every article`(name: String) throws {
        #expect(try Article("FlintCore").text.contains("- <doc:\(name)>"))
    }

    /// Returns the index of lines within other lines, at or after a position.
    private func start(of wanted: [String], in lines: [String], from position: Int) -> Int? {
        guard position + wanted.count <= lines.count else { return nil }
        return (position...(lines.count - wanted.count)).first { Array(lines[$0..<($0 + wanted.count)]) == wanted }
    }

    /// Other files that contain an article's blocks that import modules for some apps or systems only.
    private static let furtherSnippets = [
        "AdoptingInAnExistingApp": [
            "Tests/Clients/MainActorClientTests/Adopting.swift", "Tests/Clients/SkyApp/Sky.swift",
            "Tests/FlintEngineTests/FlintCoreTests/CompileFailure/SkyConsole.swift",
        ],
        "FlagsAndProviders": ["Tests/Clients/FlagProvidersExampleTests/FlagProvidersExample.swift"],
        "TellingUsersWhy": ["Tests/Clients/DocumentationTests/Snippets/TellingUsersWhyViews.swift"],
    ]

    private static let declared = names(/\b(?:class|struct|enum|protocol|typealias|actor)\s+(\w+)/)
    private static let members = names(/\b(?:func|var|let|case)\s+(\w+)/)

    private static func names(_ declaration: Regex<(Substring, Substring)>) -> Set<String> {
        // The vocabulary is a separate module that FlintCore exports.
        let folders = [Article.sources, Article.sources.appending(path: "../FlintModel").standardized]
        let files = folders.flatMap { folder in
            let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return paths.map { folder.appending(path: $0) }
        }
        var names: Set<String> = []
        for file in files where file.pathExtension == "swift" {
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            for line in code { names.formUnion(line.matches(of: declaration).map { String($0.1) }) }
        }
        return names
    }
}
