import ArgumentParser
import FlintCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the argument parser knows of a program: its commands and their arguments.
package struct HelpDump: Decodable, Sendable {
    /// A command with its arguments and subcommands.
    package struct Command: Decodable, Sendable {
        /// The name as it is typed.
        package var commandName: String
        /// What it does, in a sentence.
        package var abstract: String?
        /// What else there is to know.
        package var discussion: String?
        /// Its arguments, in the order in which they are listed.
        package var arguments: [Argument]?
        /// Its subcommands.
        package var subcommands: [Command]?
    }

    /// An argument, an option or a flag.
    package struct Argument: Decodable, Hashable, Sendable {
        /// One spelling of an option or a flag.
        package struct Name: Decodable, Hashable, Sendable {
            /// `long` or `short`.
            package var kind: String
            /// The name without hyphens.
            package var name: String

            /// The name as it is typed.
            package var spelling: String { (kind == "short" ? "-" : "--") + name }
        }

        /// `positional`, `option` or `flag`.
        package var kind: String
        /// Every spelling.
        package var names: [Name]?
        /// The spelling to show where there is room for one.
        package var preferredName: Name?
        /// What its value is called.
        package var valueName: String?
        /// What it means.
        package var abstract: String?
        /// What else there is to know.
        package var discussion: String?
        /// The value it has by default.
        package var defaultValue: String?
        /// Whether it can be left out.
        package var isOptional: Bool
        /// Whether it can be given several times.
        package var isRepeating: Bool
        /// Whether help shows it.
        package var shouldDisplay: Bool
    }

    /// The program.
    package var command: Command

    /// Reads what a program knows of itself.
    ///
    /// - Parameter json: The JSON text that `--experimental-dump-help` prints.
    /// - Throws: An error if it is not such a text.
    package init(json: String) throws {
        self = try JSONDecoder().decode(HelpDump.self, from: Data(json.utf8), within: .stateFile)
    }
}

extension HelpDump.Command {
    /// The subcommands with a description of their own; the parser's `help` has none.
    package var described: [HelpDump.Command] { (subcommands ?? []).filter { $0.commandName != "help" } }

    /// The commands at the ends of the tree, with the words that are typed for them.
    package func leaves(behind path: [String] = []) -> [(path: [String], command: HelpDump.Command)] {
        let path = path + [commandName]
        return described.isEmpty ? [(path, self)] : described.flatMap { $0.leaves(behind: path) }
    }

    /// The arguments that more than half of the commands have, which are listed once.
    package var commonArguments: Set<HelpDump.Argument> {
        let leaves = leaves()
        var counts: [HelpDump.Argument: Int] = [:]
        for leaf in leaves {
            for argument in Set(leaf.command.arguments ?? []) { counts[argument, default: 0] += 1 }
        }
        return Set(counts.filter { $0.value > leaves.count / 2 }.keys)
    }

    /// The arguments that help shows, besides some.
    package func ownArguments(besides common: Set<HelpDump.Argument>) -> [HelpDump.Argument] {
        (arguments ?? []).filter { $0.shouldDisplay && !common.contains($0) && $0.preferredName?.name != "help" }
    }
}
