import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

struct KeymapTests {
    private let modes = InputMode.all

    @Test func `every binding has a key and a summary`() {
        for binding in Keymap.standard.bindings {
            #expect(!binding.keys.isEmpty, "\(binding.command) in \(binding.context)")
            #expect(!binding.summary.isEmpty)
        }
    }

    @Test func `every key is parsed from its description`() {
        for key in Keymap.standard.bindings.flatMap(\.keys) {
            #expect(KeyPress(key.description) == key)
        }
    }

    @Test func `every command is bound to a key`() {
        let bound = Set(Keymap.standard.bindings.map(\.command))
        #expect(Set(KeyCommand.allCases).subtracting(bound).isEmpty)
    }

    @Test func `a key has one command per input mode`() {
        for mode in modes {
            var seen: [KeyPress: KeyCommand] = [:]
            for binding in Keymap.standard.bindings where mode.contexts.contains(binding.context) {
                for key in binding.keys {
                    #expect(seen[key] == nil, "\(key) is bound to \(binding.command) and to another command in \(mode)")
                    seen[key] = binding.command
                }
            }
        }
    }

    @Test func `no character is a command while text is typed`() {
        for mode in [InputMode.form, .help, .filter, .palette] {
            for binding in Keymap.standard.bindings(in: mode.contexts) {
                for key in binding.keys where key.modifiers.isEmpty {
                    if case .character = key.key { Issue.record("\(key) is a command in \(mode)") }
                }
            }
        }
    }

    @Test func `every input mode can be left`() {
        for mode in modes {
            let commands = Keymap.standard.bindings(in: mode.contexts).map(\.command)
            #expect(commands.contains(.quit))
            if mode != .cramped {
                #expect(commands.contains(.back) || commands.contains(.close) || commands.contains(.endFilter))
            }
        }
    }

    @Test func `every context applies in an input mode`() {
        #expect(Set(modes.flatMap(\.contexts)) == Set(KeyContext.allCases))
    }

    @Test func `a binding of a more specific context takes precedence`() {
        let key = KeyPress(.character("x"))
        let keymap = Keymap(bindings: [
            KeyBinding(command: .quit, keys: [key], context: .console, label: "", summary: "s"),
            KeyBinding(command: .help, keys: [key], context: .features, label: "", summary: "s"),
        ])
        #expect(keymap.binding(for: key, in: [.features, .console])?.command == .help)
        #expect(keymap.binding(for: key, in: [.console])?.command == .quit)
        #expect(keymap.bindings(in: [.features, .console]).map(\.command) == [.help])
    }

    @Test func `the Markdown table has a row for every binding`() {
        let lines = Keymap.standard.markdownTables.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("| `") } == Keymap.standard.bindings.count)
        #expect(lines.contains("| `a` | Perform an action of the feature |"))
    }

    @Test func `the key bar fits every screen and always offers help and quit`() {
        for columns in [60, 80, 120] {
            var driver = ConsoleDriver(.full, columns: columns, rows: 24)
            for screen in ConsoleScreen.allCases {
                driver.go(to: screen)
                let bar = KeyBar(driver.state).line
                #expect(bar.width <= columns)
                #expect(bar.text.contains("? help"))
                #expect(bar.text.contains("q quit"))
            }
        }
    }

    @Test(arguments: [true, false])
    func `the key bar marks omitted keys`(usesUTF8: Bool) {
        let mark = usesUTF8 ? " … " : " .. "
        var driver = ConsoleDriver(columns: 80, rows: 24, usesUTF8: usesUTF8)
        driver.select(.smartPlaylists)
        let bar = KeyBar(driver.state)
        #expect(bar.line.text.contains(mark) && bar.line.width <= 80)
        let text = Array(bar.line.text)
        for area in bar.areas where area.action == .command(.help) {
            #expect(String(text[area.columns]) == " ? help ")
        }
        driver.resize(400, 24)
        #expect(!KeyBar(driver.state).line.text.contains(mark))
        #expect(KeyBar(driver.state).line.text.contains("F only this"))
    }

    @Test func `a key that would undo itself is labeled with what it does now`() {
        var driver = ConsoleDriver(.expired, columns: 400)
        driver.select(.smartPlaylists)
        driver.press(.narrow)
        #expect(KeyBar(driver.state).line.text.contains("F show all"))
        driver.select(.feature("Clip sharing"))
        driver.press(.narrow)
        #expect(KeyBar(driver.state).line.text.contains("F not this"))
        driver.go(to: .timeline)
        driver.press(.pin)
        #expect(KeyBar(driver.state).line.text.contains("P unpin"))
    }
}
