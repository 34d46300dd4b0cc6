import FlintTestSupport
import Foundation
import Testing

struct FollowTests {
    private let folder: TemporaryFolder
    private let state: String

    init() throws {
        folder = try TemporaryFolder()
        state = folder.path(of: "state.json")
    }

    private func start(_ arguments: String...) throws -> RunningChild {
        try RunningChild(BuiltProgram.path, arguments + ["--state", state])
    }

    private func buyPremium() async throws {
        let result = try await DemoCommandLine.run([
            "set", "purchase", "podcasts.premium", "purchased", "--state", state,
        ])
        #expect(result.status == 0)
    }

    private func object(_ line: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    /// Returns the first line that satisfies a condition, or `nil` if the command ends earlier.
    private func line(of child: RunningChild, where isWanted: ([String: Any]) -> Bool) throws -> [String: Any]? {
        while let line = child.nextLine() {
            let object = try object(line)
            if isWanted(object) { return object }
        }
        return nil
    }

    private static func isDate(_ value: Any?) -> Bool {
        (value as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil
    }

    @Test func `watched features are printed as JSON lines when they change`() async throws {
        let child = try start("features", "--watch", "--json")
        let smart = "PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature"
        let first = try #require(try line(of: child) { $0["id"] as? String == smart })
        #expect(first["available"] as? Bool == false && first["overridden"] as? Bool == false)
        try await buyPremium()
        let second = try #require(try line(of: child) { $0["id"] as? String == smart })
        #expect(second["available"] is NSNull && second["overridden"] as? Bool == true)
        #expect(second.keys.sorted() == ["available", "id", "name", "overridden"])
        #expect(child.end(with: SIGTERM) == 128 + SIGTERM)
    }

    @Test func `watched features are listed as a tree and then printed with the time of their change`() async throws {
        let child = try start("features", "--watch")
        #expect(child.nextLine() == "Podcasts: available")
        while let line = child.nextLine(), line != "    Smart playlists: not available" {}
        try await buyPremium()
        var changed: String?
        while changed == nil, let line = child.nextLine() {
            if line.contains("Smart playlists: undetermined") { changed = line }
        }
        #expect(changed?.wholeMatch(of: /\d\d:\d\d:\d\d Smart playlists: undetermined \(overridden\)/) != nil)
        #expect(child.end(with: SIGTERM) == 128 + SIGTERM)
    }

    @Test func `followed events of other processes are printed`() async throws {
        let child = try start("timeline", "--follow", "--json")
        // The first event proves that the command is running.
        _ = try #require(try line(of: child) { _ in true })
        try await buyPremium()
        let event = try #require(
            try line(of: child) { $0["kind"] as? String == "fact-changed" && $0["cause"] as? String == "saved" })
        #expect((event["title"] as? String)?.hasPrefix("Premium subscription: overridden") == true)
        #expect(Self.isDate(event["date"]))
        #expect(child.end(with: SIGTERM) == 128 + SIGTERM)
    }

    @Test func `a command that keeps running reports a malformed state file first`() throws {
        try Data(#"{"flint": "overrides", "#.utf8).write(to: URL(filePath: state))
        let child = try RunningChild(
            BuiltProgram.path, ["features", "--watch", "--json", "--ignore-state", "--state", state],
            readsErrors: true)
        #expect(child.nextLine()?.contains("is malformed") == true)
        #expect(child.end(with: SIGTERM) == 128 + SIGTERM)
    }

    @Test func `the timeline prints the events of the app's start`() async throws {
        try await buyPremium()
        let result = try await DemoCommandLine.run(["timeline", "--state", state])
        #expect(result.status == 0)
        #expect(result.output.contains("saved: Premium subscription: overridden"))
        let json = try object(try await DemoCommandLine.run(["timeline", "--json", "--state", state]).output)
        let event = try #require((json["events"] as? [[String: Any]])?.first)
        #expect(Self.isDate(event["date"]))
    }
}
