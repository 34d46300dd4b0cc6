import Testing

@testable import FlintCore

/// Names for people, made from the names of types.
struct TypeNamesTests {
    @Test(
        arguments: [
            ("SmartPlaylists", ["Smart", "Playlists"]), ("HTTPRequest", ["HTTP", "Request"]), ("play", ["play"]),
            ("PlayMP3File", ["Play", "MP3", "File"]), ("Level2Up", ["Level2", "Up"]),
            ("snake_case_Name", ["snake", "case", "Name"]),
            ("ABC", ["ABC"]), ("", []),
        ])
    func identifiersAreSplitAtTheirHumps(identifier: String, words: [String]) {
        #expect(TypeNames.split(identifier) == words)
    }

    @Test func aNameLosesItsSuffixUnlessNothingIsLeft() {
        #expect(SmartPlaylistsFeature.name == "Smart Playlists")
        #expect(HTTPRequestFeature.name == "HTTP Request")
        #expect(Feature.name == "Feature")
        #expect(PingAction.name == "Ping")
        #expect(TypeNames.words(of: [Int].self, droppingSuffix: "Feature") == "Array")
    }

    @Test func qualifiedNamesAreTheSameInEveryRun() {
        #expect(TypeNames.qualified(SmartPlaylistsFeature.self) == "FlintCoreTests.SmartPlaylistsFeature")
        #expect(TypeNames.qualified(TypeNamesTests.Nested.self) == "FlintCoreTests.TypeNamesTests.Nested")
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
