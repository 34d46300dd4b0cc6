import ArgumentParser
import InspectorKit

/// What `flint what-if` assumes: a fact with another value, or a command of the program that changes something.
enum Hypothesis<App: FlintApplication>: Encodable {
    /// A fact is overridden.
    case fact(Assumption)
    /// A command is carried out, with the words that name it.
    case change(String, Command)

    /// What is typed for a command, by its first word; commands named as a fact is have a word of their own.
    private static var commands: [String: [String]] {
        [
            "user": ["toggle"], "system": ["permission"], "store": ["store"], "flags": ["flags"],
            "override": ["override"], "persona": ["persona"], "undo": ["undo"], "redo": ["redo"],
        ]
    }

    /// The commands whose second word names a subcommand.
    private static var groups: Set<String> { ["store", "flags", "override", "persona"] }

    private enum CodingKeys: CodingKey {
        case change
    }

    /// Reads a hypothesis.
    ///
    /// - Parameters:
    ///   - text: The words.
    ///   - session: The running app.
    /// - Throws: ``CommandLineError/usage(_:)`` that describes what is wrong and how to write it.
    @MainActor
    init(_ text: String, in session: AppSession<App>) throws {
        var words = text.split(separator: " ").map(String.init)
        guard let first = words.first, let start = Self.commands[first] else {
            self = .fact(try Assumption(words, in: session.snapshot))
            return
        }
        words.replaceSubrange(0...0, with: start)
        if let option = words.first(where: { $0.hasPrefix("-") && $0 != "--ending" }) {
            throw CommandLineError.usage("\(CommandOutput.quotable(option)) is no part of an assumption.")
        }
        let command = try Self.parsed(words, nameAt: Self.groups.contains(start[0]) ? 2 : 1, text)
        self = .change(words.joined(separator: " "), try command.command(in: session))
    }

    /// Parses the words as the program does, with as many of them as needed taken for one name.
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
                    "\"\(CommandOutput.quotable(text))\" changes nothing, so it is no assumption.")
            } catch let error as CommandLineError {
                throw error
            } catch {
                failure = failure ?? error
            }
        }
        let reason = failure.map { FlintCommandLine<App>.message(for: $0) } ?? ""
        throw CommandLineError.usage("\"\(CommandOutput.quotable(text))\" is no assumption. \(reason)")
    }

    /// The inspector's command that makes it so.
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
