import FlintConsole
import FlintTerminal
import FlintWorld
import Testing

struct ConsoleScriptTests {
    private func problem(_ text: String) -> String? {
        do throws(ConsoleScriptError) {
            _ = try ConsoleScript(text)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `every step is read with its line`() throws {
        let script = try ConsoleScript(
            """
            # A comment

              size 80x24
            keys 2G<enter>
            expect Premium  subscription
            refuse xyz
            save screen.svg
            save a b.txt
            pause 0.5
            """)
        #expect(script.steps.map(\.line) == [3, 4, 5, 6, 7, 8, 9])
        let actions: [ConsoleScript.Action] = [
            .size(TerminalSize(columns: 80, rows: 24)), .keys(KeyPress.sequence("2G<enter>")),
            .expect("Premium  subscription"), .refuse("xyz"), .save(name: "screen.svg", .svg),
            .save(name: "a b.txt", .text), .pause(seconds: 0.5),
        ]
        #expect(script.steps.map(\.action) == actions)
        #expect(try ConsoleScript("").steps.isEmpty)
        #expect(try ConsoleScript("keys  ").steps.first?.action == .keys([KeyPress(.character(" "))]))
        #expect(try ConsoleScript("keys a\r\nkeys b").steps.count == 2)
    }

    @Test(arguments: [
        (
            "type 2",
            "line 1: \"type\" is not a step; the steps are size, keys, expect, refuse, save, pause, expect-feature, "
                + "try, set, store, persona, perform, undo, flow, focus, "
                + "background-work, restart, new-session, together, send"
        ),
        (
            "expect-feature Clips on",
            "line 1: Specify a feature and its availability: available, unavailable or undetermined"
        ),
        ("expect-feature", "line 1: \"expect-feature\" needs an argument"),
        ("perform a/b name=\"x", "line 1: A quotation mark is missing"),
        ("override", "line 1: \"override\" is now \"set\""),
        ("try explain smart", "line 1: \"explain\" is now \"why\""),
        (
            "try nonsense",
            "line 1: \"try\" must be followed by a command: set, store, persona, perform, undo, "
                + "flow, focus, background-work, restart, new-session, together, send"
        ),
        ("\n\nkeys", "line 3: \"keys\" needs an argument"),
        ("expect   ", "line 1: \"expect\" needs an argument"),
        ("size 80", "line 1: \"80\" is not a size; write columns and rows such as 120x40, at most 400x200"),
        ("size 0x24", "line 1: \"0x24\" is not a size; write columns and rows such as 120x40, at most 400x200"),
        ("size 401x24", "line 1: \"401x24\" is not a size; write columns and rows such as 120x40, at most 400x200"),
        ("size 80x24x2", "line 1: \"80x24x2\" is not a size; write columns and rows such as 120x40, at most 400x200"),
        ("pause soon", "line 1: \"soon\" is not a number of seconds from 0 to 60"),
        ("pause nan", "line 1: \"nan\" is not a number of seconds from 0 to 60"),
        ("pause 61", "line 1: \"61\" is not a number of seconds from 0 to 60"),
        (
            "save screen.png",
            "line 1: \"screen.png\" is not a name for a saved screen; use a name that ends in .txt or .svg"
        ),
        ("save .svg", "line 1: \".svg\" is not a name for a saved screen; use a name that ends in .txt or .svg"),
        ("save ../a.svg", "line 1: \"../a.svg\" must be a file name without a path"),
        ("save /etc/a.txt", "line 1: \"/etc/a.txt\" must be a file name without a path"),
    ])
    func `the error for an invalid line names the line`(text: String, message: String) {
        #expect(problem(text) == message)
    }

    @Test func `commands are read as words, and quotation marks keep blanks`() throws {
        let script = try ConsoleScript(
            """
            set purchase premium purchased
            try perform smart/create name="A \\"new\\" list" ""
            send {"undo": {}}
            undo
            expect-feature "Smart playlists" unavailable
            """)
        let actions: [ConsoleScript.Action] = [
            .command(["set", "purchase", "premium", "purchased"], mayFail: false),
            .command(["perform", "smart/create", "name=A \"new\" list", ""], mayFail: true),
            .command(["send", "{\"undo\": {}}"], mayFail: false), .command(["undo"], mayFail: false),
            .feature("Smart playlists", .unavailable),
        ]
        #expect(script.steps.map(\.action) == actions)
        for word in ["a", "", "a b", "\"", "\\", "a\\\"b", "name=x y"] {
            let read = try ConsoleScript("perform \(ConsoleScript.quoted(word))").steps.first?.action
            #expect(read == .command(["perform", word], mayFail: false))
        }
    }
}
