// SPDX-License-Identifier: MIT

import FlintConsole
import FlintCore
import FlintFoundation
import FlintWorld

/// Converts commands to the words of a scenario, and words to commands.
///
/// A command has the same words as on the command line. Commands that only make sense while an app runs have further
/// steps: `flow`, `focus`, `background-work`, `restart`, `new-session`, and `together`, which combines several
/// commands into one change. The other commands, such as the restoration of overrides, are written as JSON.
enum ScenarioSyntax {
    static let togetherName = "together"

    // MARK: Writing

    static func line(_ command: Command) -> String? {
        words(for: command).map { $0.map(ConsoleScript.quoted).joined(separator: " ") } ?? json(command)
    }

    static func json(_ command: Command) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(command) else { return nil }
        return "\(ConsoleScript.sendName) \(CommandOutput.safe(json: String(decoding: data, as: UTF8.self)))"
    }

    /// Returns the words of a command, or `nil` if it can only be written as JSON.
    static func words(for command: Command) -> [String]? {
        guard case .sequence(let commands) = command else { return command.words }
        let lines = commands.compactMap(line)
        // Without one of its parts, the command would have another meaning.
        return lines.isEmpty || lines.count < commands.count ? nil : [togetherName] + lines
    }

    // MARK: Reading

    /// Returns the command of a step that is not a command of the command line, or `nil` for other steps.
    static func command(_ words: [String]) throws(CommandLineError) -> Command? {
        switch words.first {
        case "flow": return try flow(words)
        case "focus":
            guard words.count == 3 else { throw .usage("Write focus FEATURE, and on or off.") }
            return .focus(feature: words[1], isOn: try isOn(words[2], of: "focus"))
        case "background-work":
            guard words.count == 2 else { throw .usage("Write background-work, and on or off.") }
            return .setBackgroundWork(isRunning: try isOn(words[1], of: "background-work"))
        case "restart":
            guard words.count == 1 else { throw .usage("restart takes no argument.") }
            return .restartApp
        case "new-session":
            guard words.count == 1 else { throw .usage("new-session takes no argument.") }
            return .beginSession
        default: return nil
        }
    }

    private static func flow(_ words: [String]) throws(CommandLineError) -> Command {
        switch words.dropFirst().first {
        case "answer" where words.count == 3:
            return .answerFlow(try Names.word(words[2], of: FlowAnswer.self, called: "flow answer"))
        case "begin" where words.count == 3:
            return .beginFlow(feature: words[2], thenPerform: nil)
        case "begin" where words.count > 4 && words[3] == "perform":
            guard let action = invocation(words[4], input: words.dropFirst(5)) else { break }
            return .beginFlow(feature: words[2], thenPerform: action)
        default: break
        }
        throw .usage(
            "Write flow answer ANSWER, flow begin FEATURE, or flow begin FEATURE perform FEATURE/ACTION KEY=VALUE.")
    }

    private static func invocation(_ target: String, input words: ArraySlice<String>) -> ActionInvocation? {
        guard let slash = target.lastIndex(of: "/") else { return nil }
        var input: [String: String] = [:]
        for word in words {
            guard let sign = word.firstIndex(of: "=") else { return nil }
            input[String(word[..<sign])] = String(word[word.index(after: sign)...])
        }
        return ActionInvocation(
            feature: String(target[..<slash]), action: String(target[target.index(after: slash)...]), input: input)
    }

    private static func isOn(_ word: String, of name: String) throws(CommandLineError) -> Bool {
        try Names.word(word, of: OnOrOff.self, called: "value of \(name)").isOn
    }
}
