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
        package var abstract: String?
        package var discussion: String?
        package var arguments: [Argument]?
        package var subcommands: [Command]?
    }

    package struct Argument: Decodable, Hashable, Sendable {
        package struct Name: Decodable, Hashable, Sendable {
            /// The kind of name: `long` or `short`.
            package var kind: String
            package var name: String

            package var spelling: String { (kind == "short" ? "-" : "--") + name }
        }

        /// The kind of argument: `positional`, `option` or `flag`.
        package var kind: String
        package var names: [Name]?
        package var preferredName: Name?
        package var valueName: String?
        package var abstract: String?
        package var discussion: String?
        package var defaultValue: String?
        /// The possible values, or `nil` if any value is possible.
        package var allValues: [String]?
        package var isOptional: Bool
        package var isRepeating: Bool
        package var shouldDisplay: Bool
    }

    package var command: Command

    package init(json: String) throws {
        self = try JSONDecoder().decode(HelpDump.self, from: Data(json.utf8), within: .stateFile)
    }
}

extension HelpDump.Command {
    /// The subcommands to describe, without the parser's own `help`.
    package var described: [HelpDump.Command] { (subcommands ?? []).filter { $0.commandName != "help" } }

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

    package func ownArguments(excluding common: Set<HelpDump.Argument>) -> [HelpDump.Argument] {
        (arguments ?? []).filter { $0.shouldDisplay && !common.contains($0) && $0.preferredName?.name != "help" }
    }
}
