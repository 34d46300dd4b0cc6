import Foundation
import Testing

/// Commands that keep running and print what happens, while another process changes the state they share.
struct FollowTests {
    private let folder: TemporaryFolder
    private let state: String

    init() throws {
        folder = try TemporaryFolder()
        state = folder.path(of: "state.json")
    }

    /// Starts a command that keeps running.
    private func start(_ arguments: String...) throws -> RunningChild {
        try RunningChild(BuiltProgram.path, arguments + ["--state", state])
    }

    /// Overrides Premium as purchased from another process.
    private func buyPremium() throws {
        let result = try BuiltProgram.run(["override", "purchase", "podcasts.premium", "purchased", "--state", state])
        #expect(result.status == 0)
    }

    private func object(_ line: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    /// Returns the first line for which a condition holds, or `nil` if the command ends before.
    private func line(of child: RunningChild, where isWanted: ([String: Any]) -> Bool) throws -> [String: Any]? {
        while let line = child.nextLine() {
            let object = try object(line)
            if isWanted(object) { return object }
        }
        return nil
    }

    @Test func `a feature that changes is printed by a command that watches, as an object on a line`() throws {
        let child = try start("features", "--watch", "--json")
        let smart = "PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature"
        let first = try #require(try line(of: child) { $0["id"] as? String == smart })
        #expect(first["available"] as? Bool == false && first["overridden"] as? Bool == false)
        try buyPremium()
        let second = try #require(try line(of: child) { $0["id"] as? String == smart })
        #expect(second["available"] is NSNull && second["overridden"] as? Bool == true)
        #expect(second.keys.sorted() == ["available", "id", "name", "overridden"])
        #expect(child.end(with: SIGTERM) == 128 + SIGTERM)
    }

    @Test func `an event is printed by a command that follows, whatever process has caused it`() throws {
        let child = try start("timeline", "--follow", "--json")
        // The first event shows that the command is there.
        _ = try #require(try line(of: child) { _ in true })
        try buyPremium()
        let event = try #require(
            try line(of: child) { $0["kind"] as? String == "fact-changed" && $0["cause"] as? String == "saved" })
        #expect((event["title"] as? String)?.hasPrefix("Premium subscription: overridden") == true)
        #expect(child.end(with: SIGTERM) == 128 + SIGTERM)
    }

    @Test func `the events of the start are one answer`() throws {
        try buyPremium()
        let result = try BuiltProgram.run(["timeline", "--state", state])
        #expect(result.status == 0)
        #expect(result.output.contains("saved: Premium subscription: overridden"))
        let json = try object(try BuiltProgram.run(["timeline", "--json", "--state", state]).output)
        #expect((json["events"] as? [Any])?.isEmpty == false)
    }
}
