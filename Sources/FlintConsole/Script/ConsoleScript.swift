import InspectorKit
import TerminalKit

/// What to do in a console in place of a person at the keyboard, read from text.
///
/// ```
/// # The reason, and what would unlock it.
/// size 120x34
/// keys /smart<enter><esc>
/// expect 2 of 4 requirements are not met
/// save smart-playlists.svg
/// ```
///
/// A line holds a step; blank lines and lines that begin with `#` hold none. The steps:
///
/// - `size COLUMNSxROWS` changes the size of the terminal, at most 400x200; without it, it is 120x40.
/// - `keys KEYS` presses keys: characters as they are typed, and names in angle brackets, as in keymaps.
/// - `expect TEXT` fails unless the screen has the text; `refuse TEXT` fails if it has.
/// - `save FILE` saves the screen, in a file whose name ends in `.txt` or `.svg`.
/// - `pause SECONDS` waits, in a recording and where the script is shown.
/// - `expect-feature FEATURE STATE` fails unless the feature is `available`, `unavailable` or `undetermined`.
/// - A command of the command line that changes something, such as `override purchase premium purchased`, is carried out,
///   and fails if it is refused; with `try` before it, whatever comes of it. A text with blanks is put in quotation marks.
/// - `send JSON` carries out a command of the inspector, as a recording writes those that have no words.
///
/// After every key the script goes on once the console has nothing left to do, however long that takes.
package struct ConsoleScript: Sendable, Hashable {
    /// One line of a script.
    package struct Step: Sendable, Hashable {
        /// The number of the line, from 1.
        package let line: Int
        /// What to do.
        package let action: Action
    }

    /// What a step does.
    package enum Action: Sendable, Hashable {
        /// Changes the size of the terminal.
        case size(TerminalSize)
        /// Presses keys.
        case keys([KeyPress])
        /// Fails unless the screen has a text.
        case expect(String)
        /// Fails if the screen has a text.
        case refuse(String)
        /// Saves the screen in a file.
        case save(name: String, Format)
        /// Waits, in a recording and where the script is shown.
        case pause(seconds: Double)
        /// Fails unless a feature is available, is not, or is not known yet (`nil`).
        case feature(String, Expectations.Availability)
        /// Carries out a command, given as words; one that may be refused has `try` before it.
        case command([String], mayFail: Bool)
    }

    /// How a screen is saved.
    package enum Format: String, Sendable, Hashable {
        /// The text of the screen and, below, the look of each cell.
        case text = "txt"
        /// A picture.
        case svg
    }

    /// The size of the terminal until a script changes it.
    package static let standardSize = TerminalSize(columns: 120, rows: 40)
    /// How large a terminal may be.
    private static let largestSize = TerminalSize(columns: 400, rows: 200)

    /// The steps, in order.
    package let steps: [Step]

    /// Reads a script.
    ///
    /// - Parameter text: The lines.
    /// - Throws: ``ConsoleScriptError`` for the first line that is no step.
    package init(_ text: String) throws(ConsoleScriptError) {
        var steps: [Step] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.drop(while: \.isWhitespace)
            guard let first = words.first, first != "#" else { continue }
            do throws(Fault) {
                steps.append(Step(line: index + 1, action: try Self.action(words)))
            } catch {
                throw ConsoleScriptError(line: index + 1, message: error.message)
            }
        }
        self.steps = steps
    }

    /// What is wrong with a line.
    private struct Fault: Error {
        let message: String
    }

    private static func action(_ line: Substring) throws(Fault) -> Action {
        let name = line.prefix { !$0.isWhitespace }
        let rest = line.dropFirst(name.count).dropFirst()
        let value = String(rest)
        let needsNothing = name == "undo" || name == "redo"
        guard needsNothing || !rest.allSatisfy(\.isWhitespace) || name == "keys" && !rest.isEmpty else {
            guard (names + commands).contains(String(name)) else { throw unknown(name) }
            throw Fault(message: "\"\(name)\" needs something after it")
        }
        if commands.contains(String(name)) { return .command(try Self.words(line), mayFail: false) }
        switch name {
        case "try":
            let words = try Self.words(rest)
            guard let first = words.first, commands.contains(first) else {
                throw Fault(
                    message: "\"try\" needs a command after it: \(commands.joined(separator: ", "))")
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
                throw Fault(message: "\"\(value)\" is no number of seconds up to 60")
            }
            return .pause(seconds: seconds)
        default: throw unknown(name)
        }
    }

    private static let names = [
        "size", "keys", "expect", "refuse", "save", "pause", "expect-feature", "try",
    ]
    /// The commands of the command line that are steps, and the one that carries out a command as JSON.
    private static let commands = [
        "override", "toggle", "permission", "flags", "store", "persona", "perform", "open", "undo",
        "redo", sendName,
    ]
    /// The name of the step that carries out a command as JSON.
    package static let sendName = "send"

    private static func unknown(_ name: Substring) -> Fault {
        let all = (names + commands).joined(separator: ", ")
        return Fault(message: "\"\(name)\" is no step; the steps are \(all)")
    }

    private static func feature(_ text: Substring) throws(Fault) -> Action {
        let words = try words(text)
        guard words.count == 2, let availability = Expectations.Availability(rawValue: words[1]) else {
            throw Fault(message: "Write a feature and available, unavailable or undetermined")
        }
        return .feature(words[0], availability)
    }

    /// The words of a line, of which those in quotation marks have blanks; JSON is one word.
    private static func words(_ line: Substring) throws(Fault) -> [String] {
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

    /// A word as a line has it, in quotation marks where it has blanks.
    package static func quoted(_ word: String) -> String {
        let needsMarks = word.isEmpty || word.contains { $0.isWhitespace || $0 == "\"" || $0 == "\\" }
        guard needsMarks else { return word }
        return "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static func size(_ text: String) throws(Fault) -> TerminalSize {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let columns = sides[0], let rows = sides[1], columns > 0, rows > 0,
            columns <= largestSize.columns, rows <= largestSize.rows
        else { throw Fault(message: "\"\(text)\" is no size up to \(largestSize), such as 120x40") }
        return TerminalSize(columns: columns, rows: rows)
    }

    /// Reads the name of a file, which names no other folder, so that a script cannot write elsewhere.
    private static func save(_ text: String) throws(Fault) -> Action {
        let suffix = text.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        guard text.count > suffix.count + 1, let format = Format(rawValue: suffix) else {
            throw Fault(message: "\"\(text)\" is no file to save a screen in; its name ends in .txt or .svg")
        }
        guard !text.contains("/"), !text.hasPrefix("."), !text.unicodeScalars.contains(where: { $0.value < 0x20 })
        else {
            throw Fault(message: "\"\(text)\" is more than the name of a file")
        }
        return .save(name: text, format)
    }
}

/// What is wrong with a line of a script, or what happened at it.
package struct ConsoleScriptError: Error, Hashable, CustomStringConvertible {
    /// The number of the line, from 1.
    package let line: Int
    /// What is wrong, without a full stop.
    package let message: String
    /// The screen that is not as expected, line by line; `nil` if something else is wrong.
    package var screen: String?

    /// Where and what.
    package var description: String { "line \(line): \(message)" }
}
