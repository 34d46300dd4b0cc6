import FlintTerminal
import Testing

@testable import FlintConsole

struct KeymapFileTests {
    private func keys(of command: KeyCommand, in context: KeyContext, _ file: KeymapFile) -> String? {
        file.keymap.bindings.first { $0.command == command && $0.context == context }?.keyText
    }

    @Test func `a line replaces the keys of one command in one context`() {
        let file = KeymapFile(
            """
            # A comment

              console   undo = ctrl-t u
            logs next-level = none
            purchases override-purchased = B
            """)
        #expect(file.problems.isEmpty)
        #expect(keys(of: .undo, in: .console, file) == "ctrl-t, u")
        #expect(keys(of: .nextLevel, in: .logs, file) == "")
        #expect(keys(of: .overridePurchased, in: .purchases, file) == "B")
        #expect(keys(of: .redo, in: .console, file) == "ctrl-r", "The other bindings are unchanged.")
        #expect(file.keymap.binding(for: KeyPress(.character("b")), in: [.purchases]) == nil)
        #expect(file.keymap.binding(for: KeyPress(.character("t"), .control), in: [.console])?.command == .undo)
    }

    @Test(arguments: ["", "# nothing", "\n\n"])
    func `a file without lines is the standard keymap`(text: String) {
        #expect(KeymapFile(text).keymap == .standard && KeymapFile(text).problems.isEmpty)
    }

    @Test(arguments: [
        ("console undo u", "line 1: Expected a line such as \"console undo = u\"."),
        ("console undo =", "line 1: Expected a line such as \"console undo = u\"."),
        ("konsole undo = u", "line 1: There is no context konsole. Did you mean console?"),
        ("console und = u", "line 1: There is no command und in console. Did you mean undo?"),
        ("logs undo = u", "line 1: undo is not a command of logs, but of console."),
        ("console undo = ctrl-", "line 1: ctrl- is not a key; write keys such as u, G, ctrl-r, alt-x, enter or f1."),
        ("filter keep-filter = x", "line 1: x is reserved for typing in this context."),
        ("form close = backspace", "line 1: backspace is reserved for typing in this context."),
        (
            "console undo = ?",
            "line 1: ? is already a key of help in console; assign another key to that command first."
        ),
    ])
    func `an invalid line is reported and has no effect`(text: String, problem: String) {
        let file = KeymapFile(text)
        #expect(file.problems == [problem])
        #expect(file.keymap == .standard)
    }

    @Test func `the later of two lines for the same keys or the same command is reported`() {
        let twice = KeymapFile("console undo = ctrl-t\nconsole undo = U")
        #expect(twice.problems == ["line 2: Line 1 already sets the keys of console undo."])
        #expect(keys(of: .undo, in: .console, twice) == "ctrl-t")
        let same = KeymapFile("console undo = ctrl-y\nconsole redo = ctrl-y ctrl-r")
        #expect(
            same.problems == [
                "line 2: ctrl-y is already a key of undo in console; assign another key to that command first."
            ])
        #expect(keys(of: .redo, in: .console, same) == "ctrl-r")
    }

    @Test(arguments: [
        ("console undo = j", "line 1: j is always a key of down in motion; assign another key to that command first."),
        (
            "motion first = enter",
            "line 1: enter is always a key of open in browsing; assign another key to that command first."
        ),
    ])
    func `a key that always has another meaning in a more specific context is reported`(text: String, problem: String) {
        let file = KeymapFile(text)
        #expect(file.problems == [problem])
        #expect(file.keymap == .standard)
    }

    @Test func `a key is omitted only if it never runs the command`() {
        let file = KeymapFile("console undo = j a ctrl-y")
        #expect(file.problems.count == 1)
        #expect(
            keys(of: .undo, in: .console, file) == "a, ctrl-y",
            "The key a performs an action only on the screen with the features.")
        let freed = KeymapFile("console undo = j\nmotion down = down")
        #expect(freed.problems.isEmpty && keys(of: .undo, in: .console, freed) == "j")
    }

    @Test func `the valid names are listed if no name is similar`() {
        let problems = KeymapFile("zzzzzz undo = u\nstacks zzzzzz = u").problems
        #expect(problems.first?.hasPrefix("line 1: There is no context zzzzzz. Use everywhere, ") == true)
        #expect(problems.first?.hasSuffix(", help or palette.") == true)
        #expect(
            problems.last
                == "line 2: There is no command zzzzzz in stacks. Use go-to, narrow, sort, zoom-in or zoom-out.")
    }

    @Test func `two commands can exchange their keys`() {
        let file = KeymapFile("console undo = p\nconsole toggle-background = u")
        #expect(file.problems.isEmpty)
        #expect(keys(of: .undo, in: .console, file) == "p" && keys(of: .toggleBackground, in: .console, file) == "u")
    }

    @Test func `the same key in another context is not a conflict`() {
        #expect(KeymapFile("matrix apply-persona = u").problems.isEmpty)
    }

    @Test(arguments: ["everywhere quit = none", "everywhere quit = f10"])
    func `every keymap keeps a key that quits`(text: String) {
        let keymap = KeymapFile(text).keymap
        #expect(keymap.binding(for: KeyPress(.character("c"), .control), in: [.everywhere])?.command == .quit)
    }

    @Test func `every binding can be named in a file, and its keys are read as written`() {
        let lines = Keymap.standard.bindings.map { binding in
            let keys = binding.keys.map(\.description).joined(separator: " ")
            return "\(binding.context.rawValue) \(binding.command.rawValue) = \(keys)"
        }
        let file = KeymapFile(lines.joined(separator: "\n"))
        #expect(file.keymap.bindings.map(\.keys) == Keymap.standard.bindings.map(\.keys), "\(file.problems)")
    }
}
