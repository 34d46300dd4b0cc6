import Testing

@testable import FlintCore

struct TypeNamesTests {
    @Test(
        arguments: [
            ("SmartPlaylists", ["Smart", "Playlists"]), ("HTTPRequest", ["HTTP", "Request"]), ("play", ["play"]),
            ("PlayMP3File", ["Play", "MP3", "File"]), ("Level2Up", ["Level2", "Up"]),
            ("snake_case_Name", ["snake", "case", "Name"]),
            ("ABC", ["ABC"]), ("", []),
        ])
    func `identifiers are split at camel case boundaries`(identifier: String, words: [String]) {
        #expect(TypeNames.split(identifier) == words)
    }

    @Test func `a display name omits its suffix unless the name would be empty`() {
        #expect(SmartPlaylistsFeature.name == "Smart Playlists")
        #expect(HTTPRequestFeature.name == "HTTP Request")
        #expect(Feature.name == "Feature")
        #expect(PingAction.name == "Ping")
        #expect(TypeNames.title(of: [Int].self, droppingSuffix: "Feature") == "Array")
    }

    @Test func `qualified names are stable across runs`() {
        #expect(TypeNames.qualified(SmartPlaylistsFeature.self) == "FlintEngineTests.SmartPlaylistsFeature")
        #expect(TypeNames.qualified(TypeNamesTests.Nested.self) == "FlintEngineTests.TypeNamesTests.Nested")
    }

    enum Nested {}
}

private class Definition: FeatureDefinition {
    static let description = ""
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class SmartPlaylistsFeature: Definition {}
private final class HTTPRequestFeature: Definition {}
private final class Feature: Definition {}
