// SPDX-License-Identifier: MIT

import FlintLibc

struct OutputStyle: Sendable {
    var isColored = false
    var isQuiet = false

    static var terminalHasColor: Bool {
        let run = CommandRun.current
        return isatty(run.output) == 1 && (run.environment["NO_COLOR"] ?? "").isEmpty
            && run.environment["TERM"] != "dumb"
    }
}

/// Colors the status words in text.
///
/// The words are readable without color, so color is never the only indication of a status.
enum StatusPainter {
    /// The color for a status word, as an SGR parameter.
    private enum Meaning: String {
        case good = "32"
        case bad = "31"
        case doubtful = "33"
    }

    /// The status words, in any order, because only whole words are colored.
    private static let words: [(text: String, meaning: Meaning)] = [
        ("not available", .bad), ("available", .good), ("undetermined", .doubtful), ("not purchased", .bad),
        ("purchased", .good), ("unknown", .doubtful), ("not determined", .doubtful), ("authorized", .good),
        ("denied", .bad), ("restricted", .bad), ("unsupported", .bad), ("on", .good), ("off", .bad),
        ("problem", .bad),
        ("error", .bad), ("warning", .doubtful), ("note", .doubtful),
    ]

    private static let severities: Set = ["error", "warning", "note"]

    private static let signs: [(text: String, meaning: Meaning)] = [("ok", .good), ("no", .bad), ("?", .doubtful)]

    private static let ends = [" (", ",", ";", ":", " ->", "."]

    static func painted(_ line: String) -> String {
        var result = ""
        var rest = line[...]
        // Names can contain the same letters. Signs are therefore colored only at the start of an indented line,
        // severities also at the start of a line, and words only after a colon or an arrow.
        if rest.hasPrefix("  "), let sign = signs.first(where: { rest.dropFirst(2).hasPrefix($0.text + "  ") }) {
            result = "  " + colored(sign.text, sign.meaning)
            rest = rest.dropFirst(2 + sign.text.count)
        } else if let word = words.first(where: { severities.contains($0.text) && rest.hasPrefix($0.text + ": ") }) {
            result = colored(word.text, word.meaning)
            rest = rest.dropFirst(word.text.count)
        }
        while let start = [": ", "-> "].compactMap({ rest.firstRange(of: $0)?.upperBound }).min() {
            result += rest[..<start]
            rest = rest[start...]
            let word = words.first { word in
                rest.hasPrefix(word.text) && isEnd(rest.dropFirst(word.text.count))
            }
            guard let word else { continue }
            result += colored(word.text, word.meaning)
            rest = rest.dropFirst(word.text.count)
        }
        return result + rest
    }

    private static func isEnd(_ rest: Substring) -> Bool {
        rest.isEmpty || ends.contains { rest.hasPrefix($0) }
    }

    private static func colored(_ text: String, _ meaning: Meaning) -> String {
        "\u{1B}[\(meaning.rawValue)m\(text)\u{1B}[39m"
    }
}
