// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintInspector
import FlintWorld

struct PersonaCommand<App: FlintApplication>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "persona",
            abstract: "List, save, apply, share, rename, delete and generate personas: named states of the app.",
            discussion: """
                A persona is a file with a user's purchases, permissions, settings and flags. To compare the availability \
                of features for all personas: matrix. "undo" restores a persona that was replaced, renamed or deleted.
                """,
            subcommands: [
                ListPersonasCommand<App>.self, SavePersonaCommand<App>.self, ApplyPersonaCommand<App>.self,
                SharePersonaCommand<App>.self, RenamePersonaCommand<App>.self, DeletePersonaCommand<App>.self,
                PersonaCoverCommand<App>.self,
            ],
            defaultSubcommand: ListPersonasCommand<App>.self)
    }
}

struct ListPersonasCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: "List every persona.")
    }

    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.printAnswer(json: json) { session in
            let personas = try session.personas()
            let lines = personas.map { persona in persona.name + (persona.description.map { ": \($0)" } ?? "") }
            return (PersonasAnswer(personas: personas), lines.isEmpty ? ["There are no personas."] : lines)
        }
    }
}

struct PersonasAnswer: Encodable {
    let personas: [Persona]
}

/// `flint persona save` saves the current state as a persona.
///
/// An attached app saves the persona in its own folder.
struct SavePersonaCommand<App: FlintApplication>: DryRunCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "save", abstract: "Save the current state of the app as a persona.",
            discussion: """
                The file is saved in the folder personas next to the overrides file. You can edit it. All overrides files \
                in a folder share its saved personas. An existing persona of that name is replaced; "undo" restores it. \
                "undo" does not delete a new persona; "persona delete" does.
                """)
    }

    @Argument(help: "The name of the persona.") var name: String
    @Option(help: ArgumentHelp("The kind of user that the persona represents, in a sentence.", valueName: "text"))
    var description: String?
    @Flag(help: "Save only the facts that are overridden, instead of the whole state.") var overrides = false
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func run() async throws -> Int32? {
        if let problem = Persona.problem(ofName: name) { throw CommandLineError.usage(problem) }
        let session = try session()
        session.reportProblems()
        let place = session.local.map { " in \($0.personas.path(of: name))" } ?? " by the app"
        return try await changePersonas(
            command, in: session,
            forecast: "the persona \(name) would be saved\(place)")
    }

    var command: Command {
        .savePersona(name: name, description: description, of: overrides ? .overrides : .state)
    }
}

struct SharePersonaCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "share",
            abstract: "Print the facts that decide a feature, to be given as a persona elsewhere.",
            discussion: """
                The line contains the smallest set of facts with which the feature has its current availability, whatever \
                the other facts are. Commands that take a persona, such as "matrix" and "persona apply", accept the line \
                in place of a name, and so do FLINT_PERSONA and the launch argument -FLINT_PERSONA.
                """)
    }

    @Argument(help: "The feature.", completion: .features(of: App.self)) var feature: String
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.printAnswer(json: json) { session in
            let world = try session.world()
            let id = try Names.feature(feature, in: world.model).id
            let text = world.decidingPersona(of: id).sharedText
            guard !text.isEmpty else {
                throw CommandLineError.refused("No fact decides the availability of \(CommandOutput.excerpt(feature)).")
            }
            return (SharedPersonaAnswer(feature: id, available: world.verdict(of: id).boolValue, text: text), [text])
        }
    }
}

struct SharedPersonaAnswer: Encodable {
    let feature: String
    @NullWhenAbsent var available: Bool?
    let text: String
}

struct RenamePersonaCommand<App: FlintApplication>: DryRunCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "rename", abstract: "Rename a saved persona.",
            discussion: "Personas that come with the app cannot be renamed. \"undo\" restores the name.")
    }

    @Argument(help: "The persona's name or a unique part of it.", completion: .personas(of: App.self))
    var persona: String
    @Argument(help: ArgumentHelp("The new name.", valueName: "new-name")) var name: String
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func run() async throws -> Int32? {
        if let problem = Persona.problem(ofName: name) { throw CommandLineError.usage(problem) }
        let (session, personas) = try savedPersonas()
        let found = try Names.persona(persona, in: personas)
        guard !personas.contains(where: { $0.name == name }) else {
            throw CommandLineError.refused("There is already a persona \(CommandOutput.excerpt(name)).")
        }
        return try await changePersonas(
            .rename(found, to: name), in: session, forecast: "the persona \(found.name) would be renamed to \(name)")
    }
}

struct DeletePersonaCommand<App: FlintApplication>: DryRunCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "delete", abstract: "Delete a saved persona.",
            discussion: "Personas that come with the app cannot be deleted. \"undo\" restores the persona.")
    }

    @Argument(help: "The persona's name or a unique part of it.", completion: .personas(of: App.self))
    var persona: String
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func run() async throws -> Int32? {
        let (session, personas) = try savedPersonas()
        let found = try Names.persona(persona, in: personas)
        return try await changePersonas(
            .setPersona(name: found.name, persona: nil), in: session,
            forecast: "the persona \(found.name) would be deleted")
    }
}

extension DryRunCommand {
    @MainActor
    fileprivate func savedPersonas() throws -> (session: AppSession<App>, personas: [Persona]) {
        let session = try session()
        session.reportProblems()
        return (session, try session.personas())
    }

    @MainActor
    fileprivate func changePersonas(
        _ command: Command, in session: AppSession<App>, forecast: String
    ) async throws -> Int32 {
        guard change.dryRun else { return try report(try await session.execute(command)) }
        // Changing the saved personas affects no feature, so there is no effect to forecast.
        return try report(ChangeAnswer(status: .done, message: "Dry run: \(forecast).", changes: [], dryRun: true))
    }
}

struct ApplyPersonaCommand<App: FlintApplication>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "apply", abstract: "Put the app into a persona's state by overriding facts.",
            discussion: "\"undo\" removes these overrides together.")
    }

    @Argument(help: "The persona's name or a unique part of it.", completion: .personas(of: App.self))
    var persona: String
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Let the overrides expire after a time, such as 10m, 1h30m or 3d.", valueName: "duration"))
    var duration: String?
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func run() async throws -> Int32? {
        let session = try session()
        session.reportProblems()
        let found = try resolvedPersona(in: session)
        var answer = try await session.execute(try command(in: session), isDryRun: change.dryRun)
        if !change.dryRun {
            let count = answer.changes.count.counted("feature")
            let omission = found.omission(in: try session.model, expiry: try expiry).map { " " + $0 } ?? ""
            answer.message = "The app is in the state of \(found.name); \(count) changed.\(omission)"
        }
        return try report(answer)
    }

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        let expiry = try expiry
        let (found, model) = (try resolvedPersona(in: session), try session.model)
        do throws(PersonaProblem) {
            return .sequence(try found.commands(in: model, expiry: expiry))
        } catch {
            throw CommandLineError.unusableFile(error.description)
        }
    }

    private var expiry: OverrideExpiry? {
        get throws {
            try duration.map { OverrideExpiry.after(seconds: Double(try DurationParser.seconds($0, for: "--for"))) }
        }
    }

    @MainActor
    private func resolvedPersona(in session: AppSession<App>) throws -> Persona {
        try Names.persona(persona, in: try session.personas())
    }
}
