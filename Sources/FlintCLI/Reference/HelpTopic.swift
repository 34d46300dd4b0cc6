// SPDX-License-Identifier: MIT

import FlintConsole

/// A topic of `flint help` that is not a command.
enum HelpTopic: Equatable {
    /// The format of a settings file of the console.
    case settings(SettingsFile)
    /// The options that most commands share.
    case options
    /// The manual page, in mdoc format.
    case manual
    /// The completion script for a shell, or the available shells for `nil`.
    case completions(shell: String?)

    /// Returns the topic that arguments such as `help keymap` ask for, or `nil` if they ask for something else.
    static func requested(by arguments: [String]) -> HelpTopic? {
        let arguments = arguments.filter { !["-h", "--help"].contains($0) }
        guard arguments.first == "help", (2...3).contains(arguments.count) else { return nil }
        if arguments[1] == "completions" { return .completions(shell: arguments.dropFirst(2).first) }
        guard arguments.count == 2 else { return nil }
        switch arguments[1] {
        case "options": return .options
        case "manual": return .manual
        default: return SettingsFile(rawValue: arguments[1]).map(HelpTopic.settings)
        }
    }
}

/// A settings file of the console, whose format `flint help` describes.
///
/// The lists of names are generated from the console's keymap and themes, so they always match the program.
enum SettingsFile: String {
    case keymap, theme

    /// A file that shows the format.
    var example: [String] {
        switch self {
        case .keymap:
            [
                "# The first key is the one that the key bar shows.", "console undo = u ctrl-t",
                "purchases override-purchased = B", "logs next-level = none",
            ]
        case .theme:
            [
                "# The built-in theme to change, followed by the styles of roles.", "theme = dark", "good = #7fd88f",
                "bad = bright-red bold", "selection = black on color153",
            ]
        }
    }

    /// Returns the help.
    ///
    /// - Parameters:
    ///   - path: The path of the file that the console reads by default.
    ///   - keymap: The keymap to describe.
    /// - Returns: The lines.
    func lines(path: String, keymap: Keymap = .standard) -> [String] {
        var lines: [String]
        switch self {
        case .keymap:
            lines = [
                "A keymap file assigns other keys to the console's commands. The console reads",
                "\(path), or the file from --keymap or FLINT_KEYMAP.",
                "Each line consists of a context, a command, and its keys. \"none\" removes the keys.",
                "Keys are written as u, G, ctrl-r, alt-x, shift-tab, pgup, space, enter or f1.",
            ]
        case .theme:
            lines = [
                "A theme file changes the styles of a built-in theme. The console reads",
                "\(path), or the theme or file from --theme or FLINT_THEME.",
                "Each line consists of a role and its style: a color, \"on\" and a background color,",
                "and attributes. A theme line, which must come first, selects the theme to change.",
            ]
        }
        lines += ["", "Example:"] + example.map { "  " + $0 } + [""]
        switch self {
        case .keymap:
            lines.append("Contexts, with their commands and default keys:")
            lines += Self.commands(of: keymap)
        case .theme:
            lines.append("Themes: \(Theme.named.map(\.name).joined(separator: ", "))")
            lines.append("  auto, only for --theme or FLINT_THEME: dark or light, as the terminal's background")
            lines.append("Colors: \(ThemeFile.colorNames.joined(separator: ", ")),")
            lines.append("  the same with bright-, color0 to color255, #rrggbb, default")
            lines.append("Attributes: \(ThemeFile.attributeNames.joined(separator: ", ")), plain")
            lines += ["", "Roles:"] + Self.roles
        }
        return lines
    }

    private static var roles: [String] {
        let width = Role.allCases.map(\.rawValue.count).max() ?? 0
        return Role.allCases.map { "  \(padded($0.rawValue, to: width))  \($0.meaning)" }
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
