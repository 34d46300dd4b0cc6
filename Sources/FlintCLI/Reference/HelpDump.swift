// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintFoundation

/// The commands and arguments of a program, as described by ArgumentParser's help dump.
///
/// The manual page and the reference in the documentation are generated from a dump, so they always match the program.
package struct HelpDump: Decodable, Sendable {
    package struct Command: Decodable, Sendable {
        package var commandName: String
        /// The purpose of the command, as a sentence.
        package var abstract: String?
        package var discussion: String?
        package var arguments: [Argument]?
        package var subcommands: [Command]?
    }

    /// A positional argument, an option or a flag.
    package struct Argument: Decodable, Hashable, Sendable {
        package struct Name: Decodable, Hashable, Sendable {
            /// `long` or `short`.
            package var kind: String
            package var name: String

            /// The name with its hyphens.
            package var spelling: String { (kind == "short" ? "-" : "--") + name }
        }

        /// `positional`, `option` or `flag`.
        package var kind: String
        package var names: [Name]?
        /// The spelling to show if only one is shown.
        package var preferredName: Name?
        /// The placeholder for the value.
        package var valueName: String?
        package var abstract: String?
        package var discussion: String?
        package var defaultValue: String?
        /// The possible values, or `nil` if any value is possible.
        package var allValues: [String]?
        package var isOptional: Bool
        /// Whether the argument can be repeated.
        package var isRepeating: Bool
        /// Whether help lists the argument.
        package var shouldDisplay: Bool
    }

    package var command: Command

    /// Decodes a dump.
    ///
    /// - Parameter json: The JSON text that `--experimental-dump-help` prints.
    /// - Throws: An error if the text is not a help dump.
    package init(json: String) throws {
        self = try JSONDecoder().decode(HelpDump.self, from: Data(json.utf8), within: .stateFile)
    }
}

extension HelpDump.Command {
    /// The subcommands to describe.
    ///
    /// The parser's own `help` is left out.
    package var described: [HelpDump.Command] { (subcommands ?? []).filter { $0.commandName != "help" } }

    /// Returns the commands that have no subcommands, with their full paths.
    package func leaves(under path: [String] = []) -> [(path: [String], command: HelpDump.Command)] {
        let path = path + [commandName]
        return described.isEmpty ? [(path, self)] : described.flatMap { $0.leaves(under: path) }
    }

    /// The arguments that more than half of the commands share, which the reference lists only once.
    package var commonArguments: Set<HelpDump.Argument> {
        let leaves = leaves()
        var counts: [HelpDump.Argument: Int] = [:]
        for leaf in leaves {
            for argument in Set(leaf.command.arguments ?? []) { counts[argument, default: 0] += 1 }
        }
        return Set(counts.filter { $0.value > leaves.count / 2 }.keys)
    }

    /// Returns the arguments that help lists, except the given common ones.
    package func ownArguments(excluding common: Set<HelpDump.Argument>) -> [HelpDump.Argument] {
        (arguments ?? []).filter { $0.shouldDisplay && !common.contains($0) && $0.preferredName?.name != "help" }
    }
}
