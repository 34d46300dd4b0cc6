import TerminalKit
import Testing

struct KeyPressTests {
    @Test(arguments: [
        "a", "G", "é", "ctrl-r", "alt-x", "ctrl-alt-x", "enter", "esc", "tab", "shift-tab", "pgup", "pgdn", "f1",
        "f12", "space", "ctrl-space", "ctrl--", "-", "<", "alt--", "ctrl-alt-shift-left", "backspace", "delete",
        "insert",
        "home", "end", "up", "down", "left", "right", "ctrl-\\", "+", "中",
    ])
    func textFormsReadBackAsThemselves(_ text: String) {
        #expect(KeyPress(text)?.description == text)
    }

    @Test(arguments: [
        ("Ctrl-R", "ctrl-r"), ("ENTER", "enter"), ("return", "enter"), ("escape", "esc"), ("PageUp", "pgup"),
        ("shift-g", "G"), ("alt-ctrl-x", "ctrl-alt-x"), (" ", "space"), ("del", "delete"),
    ])
    func otherSpellingsMeanTheSame(_ text: String, _ name: String) {
        #expect(KeyPress(text)?.description == name)
    }

    @Test(arguments: [
        "", "ctrl-", "entre", "f0", "f25", "f01x", "ctrl-ctrl-x", "jj", "hyper-x", "\u{1B}", "\u{202E}", "f",
    ])
    func whatNamesNoKeyIsRefused(_ text: String) {
        #expect((KeyPress(text) == nil) == (text != "f"))
    }

    @Test func capitalsAreCharactersOfTheirOwn() {
        #expect(KeyPress("G") == KeyPress(.character("G")))
        #expect(KeyPress("ctrl-G") == KeyPress(.character("g"), .control))
        #expect(KeyPress("alt-G") == KeyPress(.character("G"), .alt))
    }

    @Test func aSequenceMixesCharactersAndNames() {
        #expect(KeyPress.sequence("jj/foo<enter>").map(\.description) == ["j", "j", "/", "f", "o", "o", "enter"])
        #expect(KeyPress.sequence("a<b>c<nokey>").map(\.description).joined() == "abc<nokey>")
        #expect(KeyPress.sequence("<<><ctrl-r><").map(\.description) == ["<", "ctrl-r", "<"])
        #expect(KeyPress.sequence("").isEmpty)
    }
}
