import FlintConsole
import Testing

@testable import FlintCLI

struct HelpTopicTests {
    @Test func `the help on keymaps names every command with its keys and its context`() {
        let lines = SettingsFile.keymap.lines(path: "/home/me/.config/flint/keymap")
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

    @Test func `the help on themes names every theme, role, color and attribute`() {
        let lines = SettingsFile.theme.lines(path: "/home/me/.config/flint/theme")
        let text = lines.joined(separator: "\n")
        for role in Role.allCases {
            #expect(lines.contains { $0.hasPrefix("  \(role.rawValue) ") && $0.hasSuffix(role.meaning) })
        }
        for name in Theme.named.map(\.name) + ThemeFile.colorNames + ThemeFile.attributeNames {
            #expect(text.contains(name), "\(name)")
        }
    }

    @Test func `the example files have no problems`() {
        #expect(KeymapFile(SettingsFile.keymap.example.joined(separator: "\n")).problems.isEmpty)
        #expect(ThemeFile(SettingsFile.theme.example.joined(separator: "\n")).problems.isEmpty)
    }

    @Test func `only the names of topics are topics`() {
        #expect(HelpTopic.requested(by: ["help", "keymap"]) == .settings(.keymap))
        #expect(HelpTopic.requested(by: ["help", "theme"]) == .settings(.theme))
        #expect(HelpTopic.requested(by: ["help", "options"]) == .options)
        #expect(HelpTopic.requested(by: ["help", "manual"]) == .manual)
        #expect(HelpTopic.requested(by: ["help", "completions", "zsh"]) == .completions(shell: "zsh"))
        for arguments in [[], ["help"], ["keymap"], ["help", "console"], ["help", "theme", "x"]] {
            #expect(HelpTopic.requested(by: arguments) == nil)
        }
    }
}
