// SPDX-License-Identifier: MIT

import FlintConsole

/// A topic of `flint help` that is not a command.
enum HelpTopic: Equatable {
    case keymap
    case options
    case manual
    /// The completion script for a shell, or the available shells for `nil`.
    case completions(shell: String?)

    static func requestedTopic(by arguments: [String]) -> HelpTopic? {
        let arguments = arguments.filter { !["-h", "--help"].contains($0) }
        guard arguments.first == "help", (2...3).contains(arguments.count) else { return nil }
        if arguments[1] == "completions" { return .completions(shell: arguments.dropFirst(2).first) }
        guard arguments.count == 2 else { return nil }
        switch arguments[1] {
        case "options": return .options
        case "manual": return .manual
        case "keymap": return .keymap
        default: return nil
        }
    }
}

/// The format of the console's keymap file, as described by `flint help keymap`.
///
/// The lists of names are generated from the console's keymap, so they always match the program.
enum KeymapHelp {
    static let example = [
        "# The first key is the one that the key bar shows.", "console undo = u ctrl-t",
        "purchases override-purchased = B", "logs next-level = none",
    ]

    static func lines(path: String, keymap: Keymap = .standard) -> [String] {
        [
            "A keymap file assigns other keys to the console's commands. The console reads",
            "\(path), or the file from --keymap or FLINT_KEYMAP.",
            "Each line consists of a context, a command, and its keys. \"none\" removes the keys.",
            "Keys are written as u, G, ctrl-r, alt-x, shift-tab, pgup, space, enter or f1.",
            "", "Example:",
        ] + example.map { "  " + $0 } + ["", "Contexts, with their commands and default keys:"] + commands(of: keymap)
    }

    private static func commands(of keymap: Keymap) -> [String] {
        let bindings = keymap.bindings
        let nameWidth = bindings.map(\.command.rawValue.count).max() ?? 0
        let keyWidth = bindings.map(\.keyText.count).max() ?? 0
        return KeyContext.allCases.flatMap { context in
            ["", "\(context.rawValue): \(context.title)"]
                + bindings.filter { $0.context == context }.map { binding in
                    "  \(padded(binding.command.rawValue, to: nameWidth))  \(padded(binding.keyText, to: keyWidth))  "
                        + binding.summary
                }
        }
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
