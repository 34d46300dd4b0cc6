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
        guard !rest.allSatisfy(\.isWhitespace) || name == "keys" && !rest.isEmpty else {
            guard names.contains(String(name)) else { throw unknown(name) }
            throw Fault(message: "\"\(name)\" needs something after it")
        }
        switch name {
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

    private static let names = ["size", "keys", "expect", "refuse", "save", "pause"]

    private static func unknown(_ name: Substring) -> Fault {
        Fault(message: "\"\(name)\" is no step; the steps are \(names.joined(separator: ", "))")
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

    /// Where and what.
    package var description: String { "line \(line): \(message)" }
}
