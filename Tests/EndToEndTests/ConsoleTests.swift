import FlintTestSupport
import Foundation
import Testing

@Suite(.serialized)
struct ConsoleTests {
    @Test func `a feature is unlocked from its denied request to the timeline`() throws {
        let terminal = try TerminalSession()
        try terminal.wait(for: "1 Features", "Smart playlists", "10 of 27 available")

        // Find the feature and read its requirements.
        try terminal.type("/smart")
        try terminal.press("Enter")
        try terminal.wait(for: "2 of 4 requirements are not met", "Premium subscription", "Location when in use")

        // Request an action. The request is denied, and the purchase is offered.
        try createPlaylist(in: terminal)
        try terminal.wait(for: "Smart playlists is not available", "Override Premium subscription as purchased")
        try terminal.press("Down", "Enter")
        try terminal.wait(for: "● 1 override", "1 of 4 requirements")

        // Request the action again with the same input. Only the permission is missing, so the flow starts.
        try terminal.press("a")
        try terminal.wait(for: "Perform: Smart playlists", "create")
        try terminal.press("Down", "Enter")
        try terminal.wait(for: "Smart playlists: create", "Morning")
        try terminal.press("Enter")
        try terminal.wait(for: "Permission flow: Smart playlists", ">card<")
        try terminal.press("c")
        try terminal.wait(for: ">prompt<", "would like to access")
        try terminal.press("a")
        try terminal.wait(for: ">outcome<", "authorized")
        try terminal.press("n")
        try terminal.wait(for: ">summary<", "every permission is authorized", "create: success")
        try terminal.press("d")

        // All screens show the feature as available immediately.
        try terminal.press("1")
        try terminal.wait(for: "11 of 27 available", "Available")

        // The timeline lists every step in order.
        try terminal.press("5")
        let titles = [
            "“create” denied: Premium subscription", "Premium subscription: overridden", "prompt shown",
            "answered, authorized", "Smart playlists: create  ",
        ]
        // The condition covers the whole list, because a screen may be read during drawing.
        try terminal.wait(described: "every title, in order") { Self.areInOrder(titles, in: $0) }

        // Undo reverts the permission first, then the override. The action is not reverted.
        try terminal.press("u")
        try terminal.wait(for: "Undone. The simulated device has been restored")
        try terminal.press("u")
        try terminal.wait(described: "no override") { !$0.contains("● 1 override") }
        try terminal.press("q")
        try terminal.wait(for: "ended with 0")
        try terminal.expectTerminalRestored()
    }

    private func createPlaylist(in terminal: TerminalSession) throws {
        try terminal.press("a")
        try terminal.wait(for: "Perform: Smart playlists", "create")
        try terminal.press("Down", "Enter")
        try terminal.wait(for: "Smart playlists: create", "name (required)")
        try terminal.type("Morning")
        try terminal.wait(for: "Morning")
        try terminal.press("Enter")
    }

    private static func areInOrder(_ texts: [String], in screen: String) -> Bool {
        var rest = screen[...]
        for text in texts {
            guard let range = rest.range(of: text) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    @Test func `overrides are shared between the console and the command line`() async throws {
        let terminal = try TerminalSession()
        try terminal.wait(for: "1 Features")
        try terminal.press("2")
        try terminal.wait(for: "Purchases", "Premium subscription", "Season pass")
        try terminal.press("1")
        #expect(try await terminal.flint("set", "permission", "camera", "denied").status == 0)
        try terminal.press("q")
        try terminal.wait(for: "ended with 0")

        let again = try TerminalSession(folder: terminal.folder)
        try again.wait(for: "● 1 override")
        try again.press("3")
        try again.wait(for: "Camera")
        try again.press("C")
        try again.wait(for: "Remove the override?")
        try again.press("d")
        try again.wait(described: "no override") { !$0.contains("● 1 override") }
        try again.press("q")
        try again.wait(for: "ended with 0")
        #expect(!(try await terminal.flint("facts", "permissions").output.contains("overridden")))
    }

    @Test func `background work runs and is paused`() throws {
        let terminal = try TerminalSession(environment: ["FLINT_PAUSED": "0"])
        try terminal.wait(for: "running")
        try terminal.press("5")
        try terminal.wait(for: "background", "Podcast downloading")
        try terminal.press("p")
        try terminal.wait(for: "paused")
        try terminal.press("q")
        try terminal.wait(for: "ended with 0")
    }

    @Test func `a performed action is in the log and in its stack`() throws {
        let terminal = try TerminalSession()
        try terminal.wait(for: "1 Features", "Smart playlists")
        try terminal.type("/playback")
        try terminal.press("Enter")
        try terminal.wait(for: "PodcastFeatures/PlaybackFeature ")
        try terminal.press("a")
        try terminal.wait(for: "Perform: Podcast playback", "pause")
        try terminal.press("Enter")
        try terminal.wait(for: "Podcast playback: play")
        try terminal.press("Enter")
        try terminal.wait(for: "Podcast playback: play: success")

        try terminal.press("7")
        let log = ["Logs", "Began play", "info     Podcast playback: play", "Playing “", "Completed play, success"]
        try terminal.wait(described: "the lines of playing, in order") { Self.areInOrder(log, in: $0) }
        // Lines below the minimum level are hidden. The level at which no line is hidden is skipped.
        try terminal.press("L")
        try terminal.wait(described: "only lines at info and above") {
            $0.contains("info and above") && $0.contains("Playing “") && !$0.contains("Began play")
        }

        try terminal.press("6")
        try terminal.wait(for: "Podcast playback: play", "open stacks of session main", "1 step ")
        try terminal.press("G")
        try terminal.wait(for: "begun by      the user")

        // The header shows to which feature the view is narrowed.
        try terminal.press("7", "F")
        try terminal.wait(for: "only: Podcast playback")
        try terminal.press("Z")
        try terminal.wait(described: "everything") { !$0.contains("only: Podcast") }
        try terminal.press("q")
        try terminal.wait(for: "ended with 0")
        try terminal.expectTerminalRestored()
    }

    // MARK: Sizes

    @Test func `the layout follows the size of the terminal`() throws {
        let terminal = try TerminalSession()
        try terminal.wait(for: "Smart playlists", "Requirements")
        try terminal.resize(columns: 80, rows: 24)
        try terminal.wait(described: "one column") { $0.contains("Smart playlists") && !$0.contains("Requirements") }
        try terminal.resize(columns: 50, rows: 12)
        try terminal.wait(for: "needs at least", "60x16")
        try terminal.resize(columns: 120, rows: 40)
        try terminal.wait(for: "Smart playlists", "Requirements")
        try terminal.press("q")
        try terminal.wait(for: "ended with 0")
        try terminal.expectTerminalRestored()
    }

    @Test(arguments: [(1, 1), (2, 2), (10, 2), (20, 5)])
    func `the console runs in the smallest windows`(columns: Int, rows: Int) throws {
        let terminal = try TerminalSession(columns: columns, rows: rows)
        try terminal.wait(described: "the alternate screen") { _ in try terminal.value("alternate_on") == "1" }
        try terminal.press("j", "2", "a")
        try terminal.resize(columns: 120, rows: 40)
        try terminal.wait(for: "1 Features", "Smart playlists")
        try terminal.press("q")
        try terminal.wait(for: "ended with 0")
    }

    // MARK: Ways to end

    @Test(arguments: [
        (SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129), (SIGQUIT, 131), (SIGABRT, 134), (SIGSEGV, 139), (SIGUSR1, 138),
        (SIGALRM, 142), (SIGPIPE, 141), (SIGXCPU, 152), (35, 163),
    ])
    func `a signal leaves a clean terminal`(signal: Int32, status: Int) throws {
        let terminal = try TerminalSession()
        try terminal.wait(for: "1 Features")
        #expect(kill(try terminal.programProcess(), signal) == 0)
        try terminal.wait(for: "ended with \(status)")
        try terminal.expectTerminalRestored()
    }

    @Test(arguments: [(10, "q"), (24, "C-c"), (25, "q"), (40, "C-c"), (100, "q")])
    func `the shell continues below its earlier lines in a window of any height`(rows: Int, key: String) throws {
        let terminal = try TerminalSession(rows: rows, preparation: "seq 3")
        try terminal.wait(for: rows < 16 ? "needs at least" : "1 Features")
        try terminal.press(key)
        let screen = try terminal.wait(for: "ended with 0")
        #expect(screen.hasPrefix("1\n2\n3\nended with 0\n"))
        try terminal.expectTerminalRestored()
    }

    @Test(arguments: ["linux", "putty", "xterm-256color"])
    func `a terminal whose description states no size, or another one, shows the console`(term: String) throws {
        let terminal = try TerminalSession(environment: ["TERM": term])
        try terminal.wait(for: "1 Features", "Smart playlists", "10 of 27 available")
        try terminal.press("q")
        try terminal.wait(for: "ended with 0")
        try terminal.expectTerminalRestored()
    }

    @Test func `an editor gets a restored terminal, and the console redraws the screen afterward`() throws {
        let terminal = try TerminalSession(
            environment: ["VISUAL": "echo in the editor; read line; :"], preparation: "cd '\(BuiltProgram.root)'")
        try terminal.wait(for: "1 Features", "Smart playlists")
        try terminal.press("d")
        try terminal.wait(for: "in the editor")
        try terminal.expectInitialState()
        try terminal.press("Enter")
        try terminal.wait(for: "1 Features", "Smart playlists")
        try terminal.press("q")
        try terminal.wait(for: "ended with 0")
        try terminal.expectTerminalRestored()
    }

    @Test func `a suspended console resumes in the current size`() throws {
        let terminal = try TerminalSession(isInteractive: true)
        try terminal.wait(for: "1 Features")
        try terminal.press("C-z")
        try terminal.wait(for: "Stopped")
        try terminal.expectInitialState()
        try terminal.resize(columns: 90, rows: 30)
        try terminal.type("fg\n")
        let screen = try terminal.wait(for: "1 Feat", "Smart playlists")
        #expect(screen.split(separator: "\n").map(\.count).max() ?? 0 <= 90)
        try terminal.press("q")
        try terminal.wait(described: "the prompt") { $0.split(separator: "\n").last == "$" }
        try terminal.expectInitialState()
    }

    // MARK: Hostile environments

    @Test func `escape sequences in names are displayed and not interpreted`() throws {
        let folder = try TemporaryFolder()
        let title = #"\u001b]0;owned\u0007\u001b[2J\u009b31mRed\u202edesrever"#
        try folder.write(
            """
            {"version": "https://jsonfeed.org/version/1.1", "title": "\(title)", "items": [
              {"id": "1", "title": "\(title)", "attachments": [
                {"url": "https://example.com/1.mp3", "mime_type": "audio/mpeg", "duration_in_seconds": 60}]}]}
            """, to: "feed.json")
        let terminal = try TerminalSession(["console", "--feed", folder.path(of: "feed.json")])
        try terminal.wait(for: "1 Features", "Smart playlists")
        #expect(try terminal.value("pane_title") != "owned")
        try terminal.press("q")
        try terminal.wait(for: "ended with 0")
    }

    @Test(arguments: [
        ("no-such-terminal", "no usable description"), ("printer", "cannot move its cursor"),
        ("unknown", "no usable description"),
    ])
    func `the error for an unsupported terminal states the reason`(term: String, reason: String) throws {
        let terminal = try TerminalSession(columns: 300, environment: ["TERM": term])
        let screen = try terminal.wait(for: "ended with 1")
        #expect(screen.contains(reason) && screen.contains("--linear and --plain need no screen."))
        try terminal.expectTerminalRestored()
    }

    @Test func `a refusal names the limit on file sizes as its reason`() throws {
        let terminal = try TerminalSession(columns: 300, preparation: "ulimit -f 0")
        try terminal.wait(for: "the file size limit of 0 bytes", "ended with 1")
        try terminal.expectInitialState()
    }

    @Test func `an unterminated paste ends at the next escape key`() throws {
        let terminal = try TerminalSession()
        try terminal.wait(for: "1 Features", "Smart playlists")
        try terminal.type("\u{1B}[200~jjj")
        // Only a key after a pause ends the sequence, so the key is repeated if the first came too soon.
        var attempts = 0
        try terminal.wait(described: "the end of the paste") { screen in
            if attempts % 20 == 0 { try terminal.press("Escape") }
            attempts += 1
            return screen.contains("The paste had no end")
        }
        try terminal.press("q")
        try terminal.wait(for: "ended with 0")
        try terminal.expectTerminalRestored()
    }

    @Test func `the console reports a standard input that is not a terminal`() throws {
        let terminal = try TerminalSession(redirection: "< /dev/null")
        try terminal.wait(for: "standard input is not a terminal", "ended with 64")
    }

    @Test func `NO_COLOR removes all colors`() throws {
        let terminal = try TerminalSession(environment: ["NO_COLOR": "1"])
        try terminal.wait(for: "1 Features", "Smart playlists", "no")
        let coloured = try terminal.screen(withAttributes: true)
        // tmux writes 39 and 49 for the terminal's default colors. Any other number is a color.
        let colour = try Regex("\u{1b}\\[[0-9;]*(3[0-8]|4[0-8]|9[0-7])[;m]")
        #expect(try colour.firstMatch(in: coloured) == nil)
        try terminal.press("q")
        try terminal.wait(for: "ended with 0")
    }
}
