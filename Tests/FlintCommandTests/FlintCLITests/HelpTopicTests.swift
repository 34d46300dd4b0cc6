import FlintConsole
import Testing

@testable import FlintCLI

struct HelpTopicTests {
    @Test func `the help on keymaps names every command with its keys and its context`() {
        let lines = KeymapHelp.lines(path: "/home/me/.config/flint/keymap")
        #expect(lines.contains { $0.contains("/home/me/.config/flint/keymap") })
        for context in KeyContext.allCases { #expect(lines.contains("\(context.rawValue): \(context.title)")) }
        for binding in Keymap.standard.bindings {
            #expect(
                lines.contains {
                    $0.hasPrefix("  \(binding.command.rawValue) ") && $0.contains(" \(binding.keyText) ")
                        && $0.hasSuffix(" \(binding.summary)")
                }, "\(binding.command)")
        }
    }

    @Test func `the example has no problems`() {
        #expect(KeymapFile(KeymapHelp.example.joined(separator: "\n")).problems.isEmpty)
    }

    @Test func `only the names of topics are topics`() {
        #expect(HelpTopic.requestedTopic(by: ["help", "keymap"]) == .keymap)
        #expect(HelpTopic.requestedTopic(by: ["help", "options"]) == .options)
        #expect(HelpTopic.requestedTopic(by: ["help", "manual"]) == .manual)
        #expect(HelpTopic.requestedTopic(by: ["help", "completions", "zsh"]) == .completions(shell: "zsh"))
        for arguments in [[], ["help"], ["keymap"], ["help", "console"], ["help", "keymap", "x"], ["help", "theme"]] {
            #expect(HelpTopic.requestedTopic(by: arguments) == nil)
        }
    }
}
