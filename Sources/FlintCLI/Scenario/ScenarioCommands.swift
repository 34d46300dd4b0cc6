// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintFoundation
import FlintInspector
import FlintWorld

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

    private static var types: [String: any ParsableCommand.Type] {
        [
            "set": SetCommand<App>.self, "store": StoreCommand<App>.self, "persona": PersonaCommand<App>.self,
            "perform": PerformCommand<App>.self, "undo": UndoCommand<App>.self,
        ]
    }

    let session: AppSession<App>
    var onPerform: ((ActionInvocation, CommandResult.Status) -> Void)?

    func prepare(_ stage: inout ScriptPlayer.Stage) {
        stage.command = { words in
            // The step follows keys that may have changed the app.
            session.discardAnswers()
            try await execute(words)
        }
        stage.feature = { name in
            session.discardAnswers()
            return try feature(name)
        }
    }

    private func execute(_ words: [String]) async throws {
        do {
            try await run(words)
        } catch let error as CommandLineError {
            throw ScriptFault(error.message, isMalformed: error.exitStatus == .usage)
        }
    }

    private func feature(_ name: String) throws -> FeatureSnapshot {
        do throws(CommandLineError) {
            return try session.feature(name)
        } catch {
            throw ScriptFault(error.message, isMalformed: true)
        }
    }

    private func run(_ words: [String]) async throws {
        // An action can run a flow and complete later.
        if words.first == "perform", let perform = try Self.parse(words) as? PerformCommand<App> {
            let answer = try await perform.perform(in: session)
            if let invocation = answer.invocation { onPerform?(invocation, answer.status) }
            guard answer.status == .done else { throw CommandLineError.refused(answer.message) }
        } else {
            try await execute(try command(words))
        }
    }

    private func command(_ words: [String]) throws -> Command {
        if words.first == ConsoleScript.sendName, let json = words.last { return try Self.decode(json) }
        if words.first == ScenarioSyntax.togetherName {
            return .sequence(
                try words.dropFirst().map { line in
                    guard let words = ConsoleScript.words(of: line), !words.isEmpty else {
                        throw CommandLineError.usage("\"\(CommandOutput.excerpt(line))\" is not a command.")
                    }
                    return try command(words)
                })
        }
        if let command = try ScenarioSyntax.command(words) { return command }
        switch try Self.parse(words) {
        case let perform as PerformCommand<App>: return try perform.command(in: session)
        case let save as SavePersonaCommand<App>: return save.command
        case let delete as DeletePersonaCommand<App>: return .setPersona(name: delete.persona, persona: nil)
        case let change as any ChangeCommand<App>: return try change.command(in: session)
        default:
            throw CommandLineError.usage(
                "\"\(words.joined(separator: " ").excerpt)\" does not change the app, so it cannot be a step.")
        }
    }

    static func parse(_ words: [String]) throws -> Any {
        if let option = words.first(where: { word in
            refusedOptions.contains { word == $0 || word.hasPrefix($0 + "=") }
        }) {
            throw CommandLineError.usage(
                "\(option.excerpt) cannot be used in a scenario. Pass it to \"run\".")
        }
        if let complaint = words.first.flatMap(FormerName.message(about:)) {
            throw CommandLineError.usage(complaint + ".")
        }
        do {
            return try parsedByType(words)
        } catch {
            // The parser's messages quote words verbatim.
            var error = error
            do { _ = try parsedByType(words.map(\.excerpt)) } catch let other { error = other }
            throw CommandLineError.usage(FlintCommandLine<App>.message(for: error))
        }
    }

    private static func parsedByType(_ words: [String]) throws -> Any {
        // Setting up the whole command tree for every line would be slow.
        guard let type = words.first.flatMap({ types[$0] }) else {
            return try FlintCommandLine<App>.parseAsRoot(words)
        }
        return try type.parseAsRoot(Array(words.dropFirst()))
    }

    private static func decode(_ json: String) throws -> Command {
        do {
            return try JSONDecoder().decode(Command.self, from: Data(json.utf8), within: limits, names: .unique)
        } catch {
            throw CommandLineError.usage(
                (error as? JSONScanError)?.message ?? "This is not an inspector command.")
        }
    }

    private func execute(_ command: Command) async throws {
        guard session.allowsOverrides || !command.overridesFacts else {
            throw CommandLineError.refused(RuntimeInspector.overrideRefusal)
        }
        let result = await session.send(command)
        guard result.status == .done else { throw CommandLineError.refused(result.message) }
    }
}
