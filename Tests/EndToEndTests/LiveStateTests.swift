import FlintTestSupport
import Foundation
import Testing

@Suite(.serialized)
struct LiveStateTests {
    private func available(_ id: String, beside terminal: TerminalSession) async throws -> Bool? {
        let features = try await terminal.json("features")["features"] as? [[String: Any]]
        return try #require(features?.first { $0["id"] as? String == id })["available"] as? Bool
    }

    private func available(in screen: String) -> Int? {
        (try? #/(\d+) of \d+ available/#.firstMatch(in: screen))?.flatMap { Int($0.output.1) }
    }

    /// Opens the console and returns the initial number of available features.
    private func open(_ folder: TemporaryFolder? = nil) async throws -> (TerminalSession, available: Int) {
        let terminal = try TerminalSession(folder: folder)
        let screen = try terminal.wait(for: "1 Features", "Smart playlists")
        return (terminal, try #require(available(in: screen)))
    }

    private func leave(_ terminal: TerminalSession) throws {
        try terminal.press("q")
        try terminal.wait(for: "ended with 0")
    }

    @Test func `an override set in the console applies to other processes and is saved`() async throws {
        let terminal = try TerminalSession()
        let smart = "PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature"
        try terminal.wait(for: "1 Features", "Smart playlists")
        #expect(try await available(smart, beside: terminal) == false)
        try terminal.overridePremium()
        #expect(try await available(smart, beside: terminal) == nil, "The feature is waiting for a permission.")
        #expect(
            try await terminal.flint("compare").output.hasPrefix("1  override: purchase podcasts.premium: purchased"))
        try leave(terminal)

        let again = try TerminalSession(folder: terminal.folder)
        try again.wait(for: "● 1 override")
        #expect(try await available(smart, beside: again) == nil)
        try leave(again)
    }

    @Test func `an override set on the command line appears in an open console`() async throws {
        let (terminal, before) = try await open()
        #expect(
            try await terminal.flint("set", "purchase", "premium", "purchased", "--reason", "from outside").status
                == 0)
        try terminal.wait(for: "● 1 override")
        try await terminal.flint("set", "permission", "location", "authorized")
        try terminal.wait(described: "two overrides and one more feature") {
            $0.contains("● 2 overrides") && available(in: $0) == before + 1
        }
        try terminal.press("5")
        try terminal.wait(for: "saved", "Premium subscription: overridden", "Location when in use: overridden")
        try await terminal.flint("set", "permissions", "none")
        try terminal.wait(described: "one override and one feature less") {
            $0.contains("Location when in use: override removed") && available(in: $0) == before
        }
        try await terminal.flint("set", "all", "none")
        try terminal.wait(described: "no override") { !$0.contains("1 override") }
        try leave(terminal)
    }

    @Test func `an override that expires in an open console is removed from the file`() async throws {
        let (terminal, _) = try await open()
        try await terminal.flint("set", "purchase", "premium", "purchased", "--for", "3s")
        try terminal.press("5")
        try terminal.wait(for: "Premium subscription: override expired")
        try terminal.wait(described: "no override") { !$0.contains("1 override") }
        try terminal.wait(described: "nothing in the file") { _ in
            try !terminal.folder.text("state.json").contains("podcasts.premium")
        }
        try leave(terminal)
    }

    @Test func `a user setting set on the command line appears in an open console`() async throws {
        let (terminal, before) = try await open()
        try await terminal.flint("set", "purchase", "premium", "purchased")
        try terminal.wait(for: "● 1 override")
        try await terminal.flint("set", "user-setting", "dynamic speed", "on", "--in", "user")
        try terminal.wait(described: "one more feature") { available(in: $0) == before + 1 }
        try leave(terminal)
    }

    @Test(arguments: ["state.json", "state.toggles.json", "state.flags.json"])
    func `a file of a newer version is reported in the console`(name: String) async throws {
        let folder = try TemporaryFolder()
        let content = "{\"flint\": \"\(name == "state.json" ? "overrides" : "settings")\", \"version\": 99}"
        try folder.write(content, to: name)
        let (terminal, _) = try await open(folder)
        try terminal.wait(for: "1 problem")
        try terminal.press("!")
        // The last line also shows the beginning of the sentence, so only the title proves that the list is open. The
        // sentence is wrapped, so it is matched in parts.
        try terminal.wait(for: "Problems with the app", "/\(name) has", "99, but this")
        try terminal.press("Escape")
        // The title is never wrapped. The next key must wait, because Escape followed by a key is another key.
        try terminal.wait(described: "no list of problems") { !$0.contains("Problems with the app") }
        try leave(terminal)
        #expect(try folder.text(name) == content)
    }

    @Test func `an override made while the state file is locked is saved later`() async throws {
        let (terminal, _) = try await open()
        let lock = try HeldLock(of: terminal.folder.path(of: "state.json"))
        try terminal.press("2")
        try terminal.wait(for: "Premium subscription", "Status")
        try terminal.type("/premium sub")
        try terminal.press("Enter")
        try terminal.wait(for: "podcasts.premium")
        try terminal.press("b")
        try terminal.wait(for: "● 1 override", "1 problem")
        try terminal.press("!")
        try terminal.wait(for: "Problems with the app", "not saved yet")
        lock.release()
        try terminal.wait(described: "the override in the file") { _ in
            (try? terminal.folder.text("state.json").contains("podcasts.premium")) == true
        }
        let screen = try terminal.wait(described: "no problem") { !$0.contains("1 problem") }
        if screen.contains("Problems with the app") {
            try terminal.press("Escape")
            // The next key must wait, because Escape followed by a key is another key.
            try terminal.wait(described: "the dialog closed") { !$0.contains("Problems with the app") }
        }
        try terminal.wait(for: "● 1 override")
        try leave(terminal)
    }

    @Test func `a file malformed while the console is open is reported`() async throws {
        let (terminal, _) = try await open()
        try await terminal.flint("set", "purchase", "premium", "purchased")
        try terminal.wait(for: "● 1 override")
        let content = try terminal.folder.text("state.json")
        try terminal.folder.write("{\"flint\": \"overrides\", ", to: "state.json")
        try terminal.wait(for: "1 problem", "● 1 override")
        try terminal.folder.write(content, to: "state.json")
        try terminal.wait(described: "no problem") { !$0.contains("1 problem") && $0.contains("● 1 override") }
        try leave(terminal)
    }
}
