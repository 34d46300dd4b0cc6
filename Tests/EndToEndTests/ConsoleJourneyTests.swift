import FlintTestSupport
import Foundation
import Testing

/// Typical tasks in the console, performed in a terminal with keys only.
struct ConsoleJourneyTests {
    /// Opens the console with the app's background work paused, so that only the test causes changes.
    private func open(_ folder: TemporaryFolder? = nil) throws -> TerminalSession {
        let terminal = try TerminalSession(environment: ["FLINT_PAUSED": "1"], folder: folder)
        try terminal.wait(for: "1 Features", "10 of 27 available")
        return terminal
    }

    private func quit(_ terminal: TerminalSession) throws {
        try terminal.press("q")
        try terminal.wait(for: "ended with 0")
        try terminal.expectTerminalRestored()
    }

    /// Closes a dialog and waits until it is gone, because Escape together with the next key would be read as Alt and
    /// that key.
    private func leaveDialog(_ title: String, _ terminal: TerminalSession) throws {
        try terminal.press("Escape")
        try terminal.wait(described: "no dialog") { !$0.contains(title) }
    }

    private func find(_ text: String, _ terminal: TerminalSession) throws {
        try terminal.type("/" + text)
        try terminal.wait(for: "keep")
        try terminal.press("Enter")
    }

    @Test func `the details state why a feature is off`() throws {
        let terminal = try open()
        // The console initially selects the first feature that is not available.
        try terminal.wait(for: ">       Dynamic Speed", "Unavailable: ", "Blocked by: ")
        try find("living", terminal)
        try terminal.wait(for: "Living room player", "platform", "Needs: ")
        try quit(terminal)
    }

    @Test func `a feature is unlocked by its first plan`() throws {
        let terminal = try open()
        try find("smart", terminal)
        try terminal.wait(for: "2 of 4 requirements are not met")
        try terminal.press("U")
        try terminal.wait(for: "Unlock Smart playlists", "Override: buy Premium subscription", "kept until removed")
        try terminal.press("Enter")
        try terminal.wait(for: "11 of 27 available", "● 2 overrides")
        try quit(terminal)
    }

    @Test func `two personas are compared`() throws {
        let terminal = try open()
        try terminal.press("8")
        try terminal.wait(for: "Child account", "Premium user")
        try terminal.press("Right")
        try terminal.press("d")
        try terminal.wait(for: "Child account against now: ")
        try quit(terminal)
    }

    @Test func `a denied permission can be repaired`() throws {
        let terminal = try open()
        try find("nearby", terminal)
        try terminal.wait(for: "Nearby speakers", "Bluetooth")
        try terminal.press("f")
        try terminal.wait(for: ">card<")
        try terminal.press("c")
        try terminal.wait(for: ">prompt<")
        try terminal.press("d")
        try terminal.wait(for: ">outcome<", "denied")
        try terminal.press("s")
        try terminal.wait(for: ">summary<", "Still missing")
        try terminal.press("d")
        try terminal.wait(for: "Bluetooth is denied")
        try terminal.press("3")
        try find("bluetooth", terminal)
        try terminal.wait(for: "Bluetooth")
        try terminal.press("s")
        try terminal.wait(for: "Change Bluetooth", "[in the system]")
        try terminal.press("a")
        try terminal.wait(for: "authorized")
        try terminal.press("1")
        try terminal.wait(described: "only one permission is left") {
            !$0.contains("Bluetooth is denied") && $0.contains("1 of 4 requirements")
        }
        try quit(terminal)
    }

    @Test func `an expired purchase is visible in the timeline`() throws {
        let terminal = try open()
        try terminal.press("2")
        try find("season", terminal)
        try terminal.wait(for: "Season pass")
        try terminal.press("s")
        try terminal.wait(for: "Change Season pass", "[in the store]")
        try terminal.press("b")
        try terminal.wait(for: "store       purchased")
        try terminal.press("c")
        try terminal.wait(for: "The store's clock", "Season pass ends")
        try terminal.press("n")
        try terminal.wait(for: "no scheduled events")
        try terminal.press("5")
        try terminal.wait(
            for: "Season pass: bought until", "Season pass: ended", "Season pass: purchased → not purchased")
        try quit(terminal)
    }

    @Test func `the timeline shows a download from start to finish`() throws {
        let terminal = try open()
        try find("downloading", terminal)
        try terminal.wait(for: "Podcast downloading")
        try terminal.press("a")
        try terminal.wait(for: "Perform: Podcast downloading")
        try terminal.press("Enter")
        try terminal.wait(described: "the form or what came of it") {
            $0.contains("(required)") || $0.contains("success") || $0.contains("done")
        }
        try terminal.press("Enter")
        try terminal.wait(for: "Podcast downloading: ")
        try terminal.press("5")
        try find("feature:downloading", terminal)
        try terminal.wait(for: "Podcast downloading: ", "console")
        try quit(terminal)
    }

    @Test func `all changes are undone`() throws {
        let terminal = try open()
        try terminal.press("2")
        try terminal.wait(for: "Premium subscription")
        try terminal.press("b")
        try terminal.wait(for: "● 1 override")
        try terminal.press("1")
        try find("speed", terminal)
        try terminal.press("t")
        try terminal.wait(for: "● 2 differences")
        try terminal.press("u")
        try terminal.wait(for: "Undone. ", "● 1 override")
        try terminal.press("u")
        try terminal.wait(described: "nothing differs") { !$0.contains("●") }
        try terminal.press("u")
        try terminal.wait(for: "There is nothing to undo")
        try quit(terminal)
    }

    @Test func `one key removes all differences`() throws {
        let terminal = try open()
        try terminal.press("2")
        try terminal.wait(for: "Premium subscription")
        try terminal.press("b")
        try terminal.wait(for: "● 1 override")
        try terminal.press("C")
        try terminal.wait(for: "Remove the override?")
        try terminal.press("d")
        try terminal.wait(described: "nothing differs") { !$0.contains("●") }
        try quit(terminal)
    }

    @Test func `a bug report is exported`() throws {
        let terminal = try open()
        try terminal.press("E")
        try terminal.wait(for: "Save a report", "podcasts-report.json")
        try terminal.press("C-u")
        let path = terminal.folder.path(of: "bug.json")
        try terminal.type(path)
        try terminal.press("Enter")
        try terminal.wait(for: "The report was saved in")
        let answer = try JSONTree(parsing: String(contentsOfFile: path, encoding: .utf8))
        #expect(answer.members["features"]?.elements.count == 43)
        try terminal.press("E")
        try terminal.wait(for: "Save a report")
        try terminal.press("C-u")
        try terminal.type(path)
        try terminal.press("Enter")
        try terminal.wait(for: "There is already a file")
        try leaveDialog("Save a report", terminal)
        try quit(terminal)
    }

    @Test func `the console opens at its last position`() throws {
        let terminal = try open()
        try find("smart", terminal)
        try terminal.wait(for: "filter: smart")
        try terminal.press("3", "j")
        try terminal.wait(for: "> Photos")
        try quit(terminal)
        let again = try TerminalSession(environment: ["FLINT_PAUSED": "1"], folder: terminal.folder)
        try again.wait(for: "> Photos")
        try again.press("1")
        try again.wait(for: "filter: smart", "Smart playlists")
        try again.press("Escape")
        try again.wait(described: "the whole list") { !$0.contains("filter: smart") }
        try quit(again)
    }

    @Test func `a theme is named`() async throws {
        let unknown = try await DemoCommandLine.run(["console", "--theme", "drak", "--plain"])
        #expect(unknown.status == 64 && unknown.errors.contains("There is no theme drak."))
        #expect(try await DemoCommandLine.run(["console", "--theme", "light", "--plain"]).status == 0)
    }
}

/// The same journeys without a screen, with commands and the console in plain output.
struct PlainJourneyTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Runs a command that must succeed and returns its output.
    @discardableResult
    private func output(of arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws
        -> String
    {
        let result = try await flint(arguments)
        #expect(result.status == 0, "\(result.errors)", sourceLocation: sourceLocation)
        #expect(!result.output.contains("\u{1B}"), sourceLocation: sourceLocation)
        return result.output
    }

    private func plain() async throws -> String { try await output(of: "console", "--plain") }

    @Test func `the content of every screen is printed as lines`() async throws {
        let lines = try await plain()
        for heading in ["Features", "Purchases", "Permissions", "Flags"] {
            #expect(lines.contains("\n\(heading)\n"), "\(heading)")
        }
        #expect(lines.contains("10 of 27 features available"))
        #expect(lines.contains("Smart playlists"))
    }

    @Test func `a feature is explained, unlocked and undone`() async throws {
        #expect(try await output(of: "why", "smart").contains("Premium subscription"))
        #expect(try await output(of: "why", "smart").contains("Location when in use"))
        try await output(of: "why", "smart", "--apply")
        #expect(try await plain().contains("11 of 27 features available"))
        try await output(of: "undo")
        #expect(try await plain().contains("10 of 27 features available"))
    }

    @Test func `personas are compared`() async throws {
        let result = try await flint("compare", "now", "Premium user")
        #expect(result.output.contains("Smart playlists"))
        #expect(result.status == 1)
    }

    @Test func `a permission is denied and repaired`() async throws {
        try await output(of: "set", "permission", "location-when-in-use", "denied", "--in", "system")
        #expect(try await output(of: "why", "smart").contains("denied"))
        try await output(of: "set", "permission", "location-when-in-use", "authorized", "--in", "system")
        #expect(!(try await output(of: "why", "smart").contains("denied")))
    }

    @Test func `a purchase expires`() async throws {
        try await output(of: "store", "buy", "season")
        #expect(try await output(of: "facts", "purchases").contains("purchased"))
        try await output(of: "store", "next")
        let lines = try await plain()
        #expect(lines.contains("Season pass"))
        #expect(try await output(of: "undo", "--list").contains("Season pass"))
    }

    @Test func `everything that differs is removed`() async throws {
        try await output(of: "set", "purchase", "podcasts.premium", "purchased")
        try await output(of: "set", "user-setting", "speed", "on", "--in", "user")
        #expect(try await output(of: "compare").contains("premium"))
        try await output(of: "compare", "--remove-all")
        #expect(try await output(of: "compare").contains("No differences"))
    }

    @Test func `a report is saved`() async throws {
        try await output(of: "report", "--output", folder.path(of: "bug.txt"))
        let lines = try String(contentsOfFile: folder.path(of: "bug.txt"), encoding: .utf8)
        #expect(lines.contains("Smart playlists"))
    }
}
