// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintWorld

/// An assumption for `flint what-if`: a fact with another value, or a command that changes the app.
///
/// Commands are parsed by ``FlintCommandLine``, so `what-if` accepts the same words as the command line. Options are
/// refused, except `--ending`.
enum Hypothesis<App: FlintApplication>: Encodable {
    case fact(Assumption)
    /// A command whose effect is assumed, preceded by its words on the command line.
    case change(String, Command)

    /// The command that an assumption's first word stands for.
    ///
    /// Commands that share a name with a kind of fact use another first word, such as "user" for `user-setting`.
    private static var commands: [String: [String]] {
        [
            "user": ["user-setting"], "system": ["permission"], "store": ["store"], "flags": ["flags"],
            "override": ["override"], "persona": ["persona"], "undo": ["undo"], "redo": ["redo"],
        ]
    }

    /// The commands that have subcommands.
    private static var commandsWithSubcommands: Set<String> { ["store", "flags", "override", "persona"] }

    private enum CodingKeys: CodingKey {
        case change
    }

    /// Creates an assumption from text.
    ///
    /// - Parameters:
    ///   - text: The assumption's words, separated by spaces.
    ///   - session: The session in which names are resolved.
    /// - Throws: ``CommandLineError/usage(_:)`` with the problem and the correct syntax.
    @MainActor
    init(_ text: String, in session: AppSession<App>) throws {
        var words = text.split(separator: " ").map(String.init)
        guard let first = words.first, let start = Self.commands[first] else {
            self = .fact(try Assumption(words, in: session))
            return
        }
        words.replaceSubrange(0...0, with: start)
        if let option = words.first(where: { $0.hasPrefix("-") && $0 != "--ending" }) {
            throw CommandLineError.usage("\(CommandOutput.excerpt(option)) is not allowed in an assumption.")
        }
        let command = try Self.parsed(words, nameAt: Self.commandsWithSubcommands.contains(start[0]) ? 2 : 1, text)
        self = .change(words.joined(separator: " "), try command.command(in: session))
    }

    /// Parses a command whose name argument may contain spaces, by trying one word, then two words, and so on.
    private static func parsed(_ words: [String], nameAt start: Int, _ text: String) throws -> any ChangeCommand<App> {
        var failure: (any Error)?
        for count in 1...max(1, words.count - start) {
            var arguments = words
            if words.count > start {
                let name = words[start..<(start + count)].joined(separator: " ")
                arguments = Array(words[..<start]) + [name] + Array(words[(start + count)...])
            }
            do {
                let command = try FlintCommandLine<App>.parseAsRoot(arguments)
                if let command = command as? any ChangeCommand<App> { return command }
                throw CommandLineError.usage(
                    "\"\(CommandOutput.excerpt(text))\" does not change the app, so it is not an assumption.")
            } catch let error as CommandLineError {
                throw error
            } catch {
                failure = failure ?? error
            }
        }
        let reason = failure.map { FlintCommandLine<App>.message(for: $0) } ?? ""
        throw CommandLineError.usage("\"\(CommandOutput.excerpt(text))\" is not an assumption. \(reason)")
    }

    var command: Command {
        switch self {
        case .fact(let assumption): assumption.command
        case .change(_, let command): command
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .fact(let assumption):
            try assumption.encode(to: encoder)
        case .change(let words, _):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(words, forKey: .change)
        }
    }
}
