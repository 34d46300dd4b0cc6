// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintInspector
import FlintWorld

/// `flint override` sets, removes and lists overrides.
///
/// Each kind of fact has its own subcommand, which is a specialization of ``SetOverrideCommand``.
struct OverrideCommand<App: FlintApplication>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "override",
            abstract:
                "Override a purchase, a permission, a user setting, a runtime switch, a flag or the platform.",
            discussion: """
                An override is saved, and is kept until it is removed with "none" or "override clear", or until it \
                expires because of --for or --uses.
                """,
            subcommands: [
                SetOverrideCommand<App, OverrideSubcommands.Purchase>.self,
                SetOverrideCommand<App, OverrideSubcommands.Permission>.self,
                SetOverrideCommand<App, OverrideSubcommands.UserSetting>.self,
                SetOverrideCommand<App, OverrideSubcommands.RuntimeSwitch>.self,
                SetOverrideCommand<App, OverrideSubcommands.Flag>.self,
                SetOverrideCommand<App, OverrideSubcommands.Platform>.self,
                ClearOverridesCommand<App>.self, ListOverridesCommand<App>.self,
            ])
    }
}

/// A type that selects the kind of fact for ``SetOverrideCommand``.
///
/// The kind is a type parameter because ArgumentParser reads a command's name and help from static properties.
protocol OverrideSubcommand {
    static var kind: FactKind { get }
}

enum OverrideSubcommands {
    enum Purchase: OverrideSubcommand { static var kind: FactKind { .purchase } }
    enum Permission: OverrideSubcommand { static var kind: FactKind { .permission } }
    enum UserSetting: OverrideSubcommand { static var kind: FactKind { .userSetting } }
    enum RuntimeSwitch: OverrideSubcommand { static var kind: FactKind { .runtimeSwitch } }
    enum Flag: OverrideSubcommand { static var kind: FactKind { .flag } }
    enum Platform: OverrideSubcommand { static var kind: FactKind { .platform } }
}

/// `flint override purchase` and the corresponding commands for the other kinds of facts.
struct SetOverrideCommand<App: FlintApplication, Kind: OverrideSubcommand>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Kind.kind.rawValue, abstract: "Override \(Kind.kind.phrase).",
            discussion: Kind.kind == .platform
                ? "To evaluate features on another platform without an override: features --platform \"watchOS 9.0\"."
                : "")
    }

    @Argument(
        help: Self.help, completion: .overrides(of: Kind.kind, in: App.self))
    var words: [String]
    @OptionGroup var options: OverrideOptions
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    private static var help: ArgumentHelp {
        guard Kind.kind != .platform else {
            return ArgumentHelp(
                "The platform and its version, or none to remove the override.", valueName: "platform")
        }
        return ArgumentHelp(
            "The \(Kind.kind.subject)'s id or a unique part of its name, and the value: "
                + "\(Kind.kind.values.joined(separator: ", ")), or none to remove the override.",
            valueName: "name-and-value")
    }

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        try Assumption([Kind.kind.rawValue] + words, in: session).command(
            reason: options.reason, expiry: try options.expiry())
    }
}

struct ClearOverridesCommand<App: FlintApplication>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "clear", abstract: "Remove all overrides, or all overrides of a kind.")
    }

    @Argument(
        help: "purchases, permissions, user-settings, runtime-switches, flags or platform.",
        completion: .list(FactKind.allCases.map(\.pluralName)))
    var kind: String?
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        guard let kind else { return .removeAllOverrides }
        return .removeOverridesOfKind(
            try Names.element(
                kind, among: try session.model.factKinds, word: \.pluralName, called: "kind of override",
                acceptsPrefix: true))
    }
}

struct ListOverridesCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: "List all overrides, with their reasons and expiries.")
    }

    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.printAnswer(json: json) { session in
            let overrides = try session.model.overrides
            let lines = overrides.map(OverrideEntry.line)
            return (
                OverridesAnswer(overrides: overrides.map(OverrideEntry.init)),
                lines.isEmpty ? ["There are no overrides."] : lines
            )
        }
    }
}

struct OverridesAnswer: Encodable {
    let overrides: [OverrideEntry]
}
