// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintWorld

/// An assumption for `flint what-if`: a fact with another value, or a command that changes the app.
///
/// Commands are parsed by ``FlintCommandLine``, so `what-if` accepts the same words as the command line. Options are
/// refused, except `--ending`.
enum Hypothesis<App: FlintApplication>: Encodable {
    case fact(Assumption)
    /// A command whose effect is assumed, with its words on the command line.
    case change(String, Command)

    /// The arguments of `set` before and after the rest of an assumption, keyed by the assumption's first word.
    private static var places: [String: (before: [String], after: [String])] {
        [
            "user": (["set", FactKind.userSetting.rawValue], ["--in", FactPlace.user.rawValue]),
            "system": (["set", FactKind.permission.rawValue], ["--in", FactPlace.system.rawValue]),
        ]
    }

    private static var commands: Set<String> { ["set", "store", "persona", "undo"] }
    private static var commandsWithSubcommands: Set<String> { ["store", "persona"] }
    private static var options: Set<String> { ["--ending", "--in", "--redo"] }

    private enum CodingKeys: CodingKey {
        case change
    }

    @MainActor
    init(_ text: String, in session: AppSession<App>) throws {
        var words = text.split(separator: " ").map(String.init)
        if let option = words.first(where: { $0.hasPrefix("-") && !Self.options.contains($0) }) {
            throw CommandLineError.usage("\(CommandOutput.excerpt(option)) is not allowed in an assumption.")
        }
        if let place = words.first.flatMap({ Self.places[$0] }) {
            if words.last == "default" { words[words.count - 1] = "none" }
            words = place.before + words.dropFirst() + place.after
        } else if let name = words.first, !FactKind.allCases.contains(where: { $0.rawValue == name }),
            let complaint = FormerName.message(about: name)
        {
            throw CommandLineError.usage(complaint + ".")
        }
        guard let first = words.first, Self.commands.contains(first) else {
            self = .fact(try Assumption(words, in: session))
            return
        }
        let command = try Self.parse(words, nameAt: Self.commandsWithSubcommands.contains(first) ? 2 : 1, text)
        self = .change(words.joined(separator: " "), try command.command(in: session))
    }

    private static func parse(_ words: [String], nameAt start: Int, _ text: String) throws -> any ChangeCommand<App> {
        var failure: (any Error)?
        // The name can contain spaces, so it is taken as one word, then as two words, and so on.
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
