// SPDX-License-Identifier: MIT

import FlintTerminal

/// Wraps the usage in help texts and error messages.
///
/// The parser wraps all of its text except the usage, which it prints on one line of any length.
enum UsageText {
    /// The width of the terminal, or 80 if standard output is not a terminal.
    static var columns: Int { TerminalSize(of: CommandRun.current.output)?.columns ?? 80 }

    static func wrapped(_ line: String, to columns: Int) -> [String] {
        guard line.hasPrefix("USAGE: ") || line.hasPrefix("Usage: "), line.count > columns else { return [line] }
        var parts: [String] = []
        var depth = 0
        for word in line.split(separator: " ") {
            // A line break never separates an option from its value, or a repeated argument from its ellipsis.
            if depth > 0 || word == "..." {
                parts[parts.count - 1] += " \(word)"
            } else {
                parts.append(String(word))
            }
            depth += word.count { $0 == "[" } - word.count { $0 == "]" }
        }
        var lines = [parts.removeFirst()]
        for part in parts {
            if lines[lines.count - 1].count + 1 + part.count <= columns {
                lines[lines.count - 1] += " " + part
            } else {
                lines.append("       " + part)
            }
        }
        return lines
    }
}
