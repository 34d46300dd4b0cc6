// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintInspector
import FlintWorld

/// `flint flags` lists, explains and sets feature flags, and writes their manifest and the code of their keys.
///
/// Values are set in the app's mutable provider, unless a provider with a higher priority has a value. An override may
/// still take precedence.
struct FlagsCommand<App: FlintApplication>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "flags", abstract: "List, explain and set feature flags, and exchange them as a manifest.",
            discussion: """
                A value is set in one provider. If a provider with a higher priority has a value, nothing is set. \
                An override takes precedence over all providers.
                """,
            subcommands: [
                ListFlagsCommand<App>.self, ExplainFlagCommand<App>.self, SetFlagCommand<App>.self,
                ClearFlagsCommand<App>.self, WriteFlagManifestCommand<App>.self, GenerateFeatureKeysCommand<App>.self,
            ],
            defaultSubcommand: ListFlagsCommand<App>.self)
    }
}

struct ListFlagsCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "list",
            abstract: "List every feature flag, its value, its provider and the features that use it (the default).")
    }

    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.printAnswer(json: json) { session in
            let world = try session.world()
            return (FlagsAnswer(flags: world.flags), FlagsFormatter.lines(world.flags, in: world.model))
        }
    }
}

struct ExplainFlagCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "explain",
            abstract: "Explain a flag: every provider's answer, the current value, and its source.")
    }

    @Argument(help: "The flag's key or a unique part of it.", completion: .flags(of: App.self)) var key: String
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.printAnswer(json: json) { session in
            let world = try session.world()
            guard var flag = world.model.flags[try Names.key(key, of: .flag, in: world.model)] else {
                throw CommandLineError.refused("There is no flag \(key.excerpt).")
            }
            let users = world.usage(of: FactReference(kind: .flag, key: flag.key))
            flag.features = users
            let names = world.model.features.filter { users.contains($0.id) }.map(\.name)
            return (FlagAnswer(flag: flag), FlagsFormatter.explanation(of: flag, users: names))
        }
    }
}

struct SetFlagCommand<App: FlintApplication>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "set", abstract: "Turn a flag on or off in the provider that accepts values.",
            discussion: "The value is kept until it is cleared.")
    }

    @Argument(help: "The flag's key or a unique part of it.", completion: .flags(of: App.self)) var key: String
    @Argument(help: "on, off, or none to clear the value.", completion: .list(FactKind.flag.values + ["none"]))
    var value: String
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func run() async throws -> Int32? { try await setFlags { try command(in: $0) } }

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        let choice = try Names.value(value, of: .flag)
        return .setFlag(key: try Names.key(key, of: .flag, in: session.model), isOn: choice.map { $0 == "on" })
    }
}

struct ClearFlagsCommand<App: FlintApplication>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "clear", abstract: "Clear the value set for a flag, or the values of all flags.")
    }

    @Argument(help: "The flag's key or a unique part of it.", completion: .flags(of: App.self)) var key: String?
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func run() async throws -> Int32? { try await setFlags { try command(in: $0) } }

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        let model = try session.list()
        let keys =
            if let key { [try Names.key(key, of: .flag, in: model)] } else { model.flags.filter(\.isSet).map(\.key) }
        return .sequence(keys.map { .setFlag(key: $0, isOn: nil) })
    }
}

struct FlagsAnswer: Encodable {
    let flags: [FlagSnapshot]
}

struct FlagAnswer: Encodable {
    let flag: FlagSnapshot
}

struct FlagChangeAnswer: Encodable {
    let status: CommandResult.Status
    let message: String
    let changes: [FeatureChange]
    let flags: [FlagSnapshot]
    var unsaved: [UnsavedChange]?
}

extension FlagSnapshot {
    /// Whether the mutable provider has an explicit value for the flag, rather than a default.
    var isSet: Bool {
        guard let answer = answers.first(where: \.isMutable) else { return false }
        return answer.value != nil && answer.reason != "DEFAULT"
    }
}

extension DryRunCommand {
    /// Sets or clears flags one at a time, and prints the results.
    ///
    /// If a flag cannot be set, the earlier flags stay changed, and the error's message lists these changes.
    ///
    /// - Parameter command: A closure that builds the command.
    /// - Returns: The exit status.
    /// - Throws: ``CommandLineError``, or the closure's error.
    @MainActor
    fileprivate func setFlags(_ command: (AppSession<App>) throws -> Command) async throws -> Int32 {
        let session = try session()
        let command = try command(session)
        session.reportProblems()
        if change.dryRun { return try report(session.forecast(command)) }
        var commands = [command]
        if case .sequence(let parts) = command { commands = parts }
        var messages: [String] = []
        var unsaved: [UnsavedChange]?
        let before = try session.list()
        for command in commands {
            let result = await session.send(command)
            do throws(CommandLineError) {
                try SavedState.check()
                guard result.status == .done else { throw .refused(result.message) }
            } catch {
                throw error.after(messages)
            }
            messages.append(result.outcome)
            unsaved = result.unsaved ?? unsaved
        }
        unsaved.printErrors()
        if commands.isEmpty { messages = ["Nothing was set."] }
        guard change.json else {
            try CommandOutput.confirm(messages)
            return unsaved.exitStatus
        }
        let keys = commands.compactMap { if case .setFlag(let key, _) = $0 { key } else { nil } }
        let message = messages.joined(separator: " ")
        let flags = try CommandLineError.effects(after: message) { () throws(CommandLineError) in
            try session.world().flags
        }
        try CommandOutput.print(
            json: FlagChangeAnswer(
                status: .done, message: message, changes: session.changes(since: before, after: message),
                flags: flags.filter { keys.contains($0.key) }, unsaved: unsaved))
        return unsaved.exitStatus
    }
}
