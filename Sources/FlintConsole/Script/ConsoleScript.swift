// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// A console session as a script.
///
/// ```
/// # Shows the requirements that block Smart playlists.
/// size 120x34
/// keys /smart<enter><esc>
/// expect 2 of 4 requirements are not met
/// save smart-playlists.svg
/// ```
///
/// Each line is a step. Blank lines and lines that begin with `#` are ignored. The steps are:
///
/// - `size COLUMNSxROWS` sets the size of the in-memory terminal, at most 400x200. The default is 120x40. A terminal
///   that belongs to the user keeps its size.
/// - `keys KEYS` presses keys. Characters stand for themselves; named keys are in angle brackets, as in keymaps.
/// - `expect TEXT` fails unless the screen contains the text. `refuse TEXT` fails if the screen contains it.
/// - `save FILE` saves the screen to a file whose name ends in `.txt` or `.svg`.
/// - `pause SECONDS` waits if the script is recorded or shown on a terminal.
/// - `expect-feature FEATURE STATE` fails unless the feature is `available`, `unavailable`, or `undetermined`.
/// - A command-line command that changes the app, such as `set purchase premium purchased`, runs the command and
///   fails if it is refused. With the prefix `try`, a refusal is ignored. Arguments with spaces are quoted.
/// - `send JSON` sends an inspector command as JSON. Recordings use this step for commands without a textual form.
///
/// After each key, the script waits until the console has finished all work, so that it does not depend on timing.
package struct ConsoleScript: Sendable, Hashable {
    package struct Step: Sendable, Hashable {
        package let line: Int
        package let text: String
        package let action: Action
    }

    package enum Action: Sendable, Hashable {
        case size(TerminalSize)
        case keys([KeyPress])
        case expect(String)
        case refuse(String)
        case save(name: String, Format)
        case pause(seconds: Double)
        case feature(String, Expectations.Availability)
        /// Runs a command-line command.
        ///
        /// If `mayFail` is `true`, a refusal is ignored.
        case command([String], mayFail: Bool)
    }

    /// A file format for saving the screen, identified by the file name's suffix.
    package enum Format: String, Sendable, Hashable {
        /// The screen's text, followed by the attributes of each cell.
        case text = "txt"
        case svg
    }

    /// The maximum size of a script's file.
    package static let byteLimit = 1 << 20
    package static let standardSize = TerminalSize(columns: 120, rows: 40)
    private static let largestSize = TerminalSize(columns: 400, rows: 200)

    package let steps: [Step]

    /// Parses the steps of a script, one on each line, or throws the error of the first invalid line.
    package init(_ text: String) throws(ConsoleScriptError) {
        var steps: [Step] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.drop(while: \.isWhitespace)
            guard let first = words.first, first != "#" else { continue }
            do throws(Fault) {
                steps.append(Step(line: index + 1, text: String(words), action: try Self.action(words)))
            } catch {
                throw ConsoleScriptError(line: index + 1, message: error.message)
            }
        }
        self.steps = steps
    }

    private struct Fault: Error {
        let message: String
    }

    private static func action(_ line: Substring) throws(Fault) -> Action {
        let name = line.prefix { !$0.isWhitespace }
        let rest = line.dropFirst(name.count).dropFirst()
        let value = String(rest)
        let needsNothing = name == "undo" || name == "restart"
        // The keys of a step can be spaces.
        guard needsNothing || !rest.allSatisfy(\.isWhitespace) || name == "keys" && !rest.isEmpty else {
            guard (names + commands).contains(String(name)) else { throw unknown(name) }
            throw Fault(message: "\"\(name.excerpt)\" needs an argument")
        }
        if commands.contains(String(name)) { return .command(try Self.words(line), mayFail: false) }
        switch name {
        case "try":
            let words = try Self.words(rest)
            guard let first = words.first, commands.contains(first) else {
                throw Fault(
                    message: words.first.flatMap(FormerName.message(about:))
                        ?? "\"try\" must be followed by a command: \(commands.joined(separator: ", "))")
            }
            return .command(words, mayFail: true)
        case "expect-feature": return try feature(rest)
        case "size": return .size(try size(value))
        case "keys": return .keys(KeyPress.sequence(value))
        case "expect": return .expect(value)
        case "refuse": return .refuse(value)
        case "save": return try save(value)
        case "pause":
            guard let seconds = Double(value), (0...60).contains(seconds) else {
                throw Fault(message: "\"\(value.excerpt)\" is not a number of seconds from 0 to 60")
            }
            return .pause(seconds: seconds)
        default: throw unknown(name)
        }
    }

    private static let names = [
        "size", "keys", "expect", "refuse", "save", "pause", "expect-feature", "try",
    ]
    private static let commands = [
        "set", "store", "persona", "perform", "undo", "flow", "focus", "background-work", "restart", "new-session",
        "together", sendName,
    ]
    package static let sendName = "send"

    private static func unknown(_ name: Substring) -> Fault {
        if let complaint = FormerName.message(about: String(name)) { return Fault(message: complaint) }
        let all = (names + commands).joined(separator: ", ")
        return Fault(message: "\"\(name.excerpt)\" is not a step; the steps are \(all)")
    }

    private static func feature(_ text: Substring) throws(Fault) -> Action {
        let words = try words(text)
        guard words.count == 2, let availability = Expectations.Availability(rawValue: words[1]) else {
            throw Fault(message: "Specify a feature and its availability: available, unavailable or undetermined")
        }
        return .feature(words[0], availability)
    }

    /// Returns the words of a command's line, or `nil` if a quotation mark is missing.
    package static func words(of line: String) -> [String]? {
        try? words(Substring(line))
    }

    private static func words(_ line: Substring) throws(Fault) -> [String] {
        // The JSON of a `send` step is one word, so that it needs no quotation marks.
        if line.hasPrefix(sendName + " ") {
            return [sendName, String(line.dropFirst(sendName.count + 1))]
        }
        var words: [String] = []
        var word: String?
        var isQuoted = false
        var characters = line.makeIterator()
        while let character = characters.next() {
            switch character {
            case "\"":
                isQuoted.toggle()
                // A pair of quotation marks without text is a word, too.
                word = word ?? ""
            case "\\" where isQuoted:
                guard let next = characters.next() else {
                    throw Fault(message: "A quotation mark is missing")
                }
                word = (word ?? "") + String(next)
            case _ where character.isWhitespace && !isQuoted:
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        guard !isQuoted else { throw Fault(message: "A quotation mark is missing") }
        if let word { words.append(word) }
        return words
    }

    package static func quoted(_ word: String) -> String {
        let needsMarks = word.isEmpty || word.contains { $0.isWhitespace || $0 == "\"" || $0 == "\\" }
        guard needsMarks else { return word }
        return "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static func size(_ text: String) throws(Fault) -> TerminalSize {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let columns = sides[0], let rows = sides[1], columns > 0, rows > 0,
            columns <= largestSize.columns, rows <= largestSize.rows
        else {
            throw Fault(
                message: "\"\(text.excerpt)\" is not a size; write columns and rows such as 120x40, "
                    + "at most \(largestSize)")
        }
        return TerminalSize(columns: columns, rows: rows)
    }

    private static func save(_ text: String) throws(Fault) -> Action {
        let suffix = text.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        guard text.count > suffix.count + 1, let format = Format(rawValue: suffix) else {
            throw Fault(
                message: "\"\(text.excerpt)\" is not a name for a saved screen; use a name that ends in .txt or .svg")
        }
        // Without a path, a script writes only to the intended folder.
        guard !text.contains("/"), !text.hasPrefix("."), !text.unicodeScalars.contains(where: { $0.value < 0x20 })
        else {
            throw Fault(message: "\"\(text.excerpt)\" must be a file name without a path")
        }
        return .save(name: text, format)
    }
}

/// An error in a script, or the failure of one of its steps.
///
/// Parsing a script throws the error for the first invalid line. ``ScriptPlayer`` throws an error for a step that
/// fails.
package struct ConsoleScriptError: Error, Hashable, CustomStringConvertible {
    /// The line number, starting at 1.
    package let line: Int
    /// A description of the error, without a period at the end.
    package let message: String
    /// The text on the screen when an `expect` or `refuse` step failed.
    ///
    /// For other errors, the text can be `nil`.
    package var screen: String?

    package var description: String { "line \(line): \(message)" }
}
