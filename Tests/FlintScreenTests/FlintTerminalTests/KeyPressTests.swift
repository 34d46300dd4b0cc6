import FlintTerminal
import Testing

struct KeyPressTests {
    @Test(arguments: [
        "a", "G", "é", "ctrl-r", "alt-x", "ctrl-alt-x", "enter", "esc", "tab", "shift-tab", "pgup", "pgdn", "f1",
        "f12", "space", "ctrl-space", "ctrl--", "-", "<", "alt--", "ctrl-alt-shift-left", "backspace", "delete",
        "insert",
        "home", "end", "up", "down", "left", "right", "ctrl-\\", "+", "中",
    ])
    func `the text form of a key is parsed as that key`(_ text: String) {
        #expect(KeyPress(text)?.description == text)
    }

    @Test(arguments: [
        ("Ctrl-R", "ctrl-r"), ("ENTER", "enter"), ("return", "enter"), ("escape", "esc"), ("PageUp", "pgup"),
        ("shift-g", "G"), ("alt-ctrl-x", "ctrl-alt-x"), (" ", "space"), ("del", "delete"),
    ])
    func `alternative spellings are parsed as the same key`(_ text: String, _ name: String) {
        #expect(KeyPress(text)?.description == name)
    }

    @Test(arguments: [
        "", "ctrl-", "entre", "f0", "f25", "f01x", "ctrl-ctrl-x", "jj", "hyper-x", "\u{1B}", "\u{202E}", "f",
    ])
    func `text that names no key is rejected`(_ text: String) {
        #expect((KeyPress(text) == nil) == (text != "f"))
    }

    @Test func `a capital letter is a separate key except with control`() {
        #expect(KeyPress("G") == KeyPress(.character("G")))
        #expect(KeyPress("ctrl-G") == KeyPress(.character("g"), .control))
        #expect(KeyPress("alt-G") == KeyPress(.character("G"), .alt))
    }

    @Test func `a sequence contains characters and key names`() {
        #expect(KeyPress.sequence("jj/foo<enter>").map(\.description) == ["j", "j", "/", "f", "o", "o", "enter"])
        #expect(KeyPress.sequence("a<b>c<nokey>").map(\.description).joined() == "abc<nokey>")
        #expect(KeyPress.sequence("<<><ctrl-r><").map(\.description) == ["<", "ctrl-r", "<"])
        #expect(KeyPress.sequence("").isEmpty)
    }
}
