import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Executes the commands of a scenario in a running app.
///
/// A step is written like a command line, or as an inspector command in JSON. Only commands that change the app are
/// accepted.
@MainActor
struct ScenarioCommands<App: FlintApplication> {
    private static var limits: JSONLimits { JSONLimits(bytes: 1 << 20, elements: 20_000, depth: 32) }
    /// The options that would select another app, or prevent a change.
    private static var refusedOptions: [String] {
        ["--state", "--platform", "--storekit", "--attach", "--dry-run", "--json"]
    }

    /// The commands that scenarios use, by name, so that they can be parsed without the whole command tree.
    private static var types: [String: any ParsableCommand.Type] {
        [
            "override": OverrideCommand<App>.self, "user-setting": UserSettingCommand<App>.self,
            "permission": PermissionCommand<App>.self, "flags": FlagsCommand<App>.self,
            "store": StoreCommand<App>.self, "persona": PersonaCommand<App>.self,
            "perform": PerformCommand<App>.self, "open": OpenCommand<App>.self, "undo": UndoCommand<App>.self,
            "redo": RedoCommand<App>.self,
        ]
    }

    let session: AppSession<App>
    /// A closure that receives each performed action and its outcome.
    var onPerform: ((ActionInvocation, CommandResult.Status) -> Void)?

    /// Executes a command.
    ///
    /// - Parameter words: The words of the command.
    /// - Throws: ``ScriptFault`` if the command is malformed or refused.
    func execute(_ words: [String]) async throws {
        do {
            try await run(words)
        } catch let error as CommandLineError {
            let isUsage = if case .usage = error { true } else { false }
            throw ScriptFault(error.message, isMalformed: isUsage)
        }
    }

    /// Finds a feature by its ID or name, or by a unique part of either.
    ///
    /// - Parameter name: The typed name.
    /// - Returns: The feature.
    /// - Throws: ``ScriptFault``, with suggestions if the name is unknown or ambiguous.
    func feature(_ name: String) throws -> FeatureSnapshot {
        do throws(CommandLineError) {
            let found = try Names.feature(name, in: session.inspector.list())
            guard let feature = session.inspector.detail(of: found.id) else {
                throw .refused("\(found.name) is no longer registered.")
            }
            return feature
        } catch {
            throw ScriptFault(error.message, isMalformed: true)
        }
    }

    private func run(_ words: [String]) async throws {
        if words.first == ConsoleScript.sendName, let json = words.last {
            return try await send(json)
        }
        if let option = words.first(where: { word in
            Self.refusedOptions.contains { word == $0 || word.hasPrefix($0 + "=") }
        }) {
            throw CommandLineError.usage(
                "\(option) cannot be used in a scenario. Pass it to \"run\".")
        }
        switch try parsed(words) {
        case let perform as PerformCommand<App>:
            let answer = try await perform.perform(in: session)
            if let invocation = answer.invocation { onPerform?(invocation, answer.status) }
            guard answer.status == .done else { throw CommandLineError.refused(answer.message) }
        case let open as OpenCommand<App>:
            try await execute(.openURL(open.url))
        case let change as any ChangeCommand<App>:
            try await execute(try change.command(in: session))
        default:
            throw CommandLineError.usage(
                "\"\(words.joined(separator: " "))\" does not change the app, so it cannot be a step.")
        }
    }

    private func parsed(_ words: [String]) throws -> Any {
        do {
            // Setting up the whole command tree for every line would be slow.
            guard let type = words.first.flatMap({ Self.types[$0] }) else {
                return try FlintCommandLine<App>.parseAsRoot(words)
            }
            return try type.parseAsRoot(Array(words.dropFirst()))
        } catch {
            throw CommandLineError.usage(FlintCommandLine<App>.message(for: error))
        }
    }

    private func send(_ json: String) async throws {
        let command: Command
        do {
            command = try JSONDecoder().decode(Command.self, from: Data(json.utf8), within: Self.limits)
        } catch {
            throw CommandLineError.usage(
                (error as? JSONScanError)?.message ?? "This is not an inspector command.")
        }
        try await execute(command)
    }

    private func execute(_ command: Command) async throws {
        guard session.allowsOverrides || !command.overridesFacts else {
            throw CommandLineError.refused(RuntimeInspector.overrideRefusal)
        }
        let result = try await session.send(command)
        guard result.status == .done else { throw CommandLineError.refused(result.message) }
    }
}
