import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How a program writes its answers.
struct OutputStyle: Sendable {
    /// Whether status words are colored.
    var isColored = false
    /// Whether only answers and errors are written.
    var isQuiet = false

    /// Whether standard output is a terminal with color, and the user has not set `NO_COLOR`.
    static var terminalHasColor: Bool {
        func value(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
        return isatty(STDOUT_FILENO) == 1 && value("NO_COLOR").isEmpty && value("TERM") != "dumb"
    }
}

/// Colors the status words of text; each is a word of its own, so that nothing is told by color alone.
enum StatusPainter {
    /// What a status word means.
    private enum Meaning: String {
        case good = "32"
        case bad = "31"
        case doubtful = "33"
    }

    /// The status words, longer ones before those they end with.
    private static let words: [(text: String, meaning: Meaning)] = [
        ("not available", .bad), ("available", .good), ("undetermined", .doubtful), ("not purchased", .bad),
        ("purchased", .good), ("unknown", .doubtful), ("not determined", .doubtful), ("authorized", .good),
        ("denied", .bad), ("restricted", .bad), ("unsupported", .bad), ("on", .good), ("off", .bad),
        ("problem", .bad), ("note", .doubtful),
    ]

    /// The signs in the first column of requirements.
    private static let signs: [(text: String, meaning: Meaning)] = [("ok", .good), ("no", .bad), ("?", .doubtful)]

    /// What can follow a status word.
    private static let ends = [" (", ",", ";", ":", " ->", "."]

    /// Returns a line with color around its status words.
    ///
    /// A word counts after a colon or an arrow only, and a sign at the start of a line only, because a name can have the
    /// same letters.
    ///
    /// - Parameter line: The line, which has been made safe to print.
    /// - Returns: The line with escape sequences that set the color and set it back.
    static func painted(_ line: String) -> String {
        var result = ""
        var rest = line[...]
        if rest.hasPrefix("  "), let sign = signs.first(where: { rest.dropFirst(2).hasPrefix($0.text + "  ") }) {
            result = "  " + colored(sign.text, sign.meaning)
            rest = rest.dropFirst(2 + sign.text.count)
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

/// The style in which the program writes, which is set once, when its options are known.
final class OutputStyleSlot: Sendable {
    private let style = Mutex(OutputStyle())

    /// The style.
    var value: OutputStyle {
        get { style.withLock { $0 } }
        set { style.withLock { $0 = newValue } }
    }
}
