import ArgumentParser
import FlintCore
import FlintInspector
import InspectorKit

/// `flint persona` lists, saves and applies personas.
struct PersonaCommand<App: FlintApplication>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "persona", abstract: "List, save and apply personas: named states of the app.",
            discussion: """
                A persona is a file with a user's purchases, permissions, settings and flags. To compare the availability \
                of features for all personas: matrix.
                """,
            subcommands: [
                ListPersonasCommand<App>.self, SavePersonaCommand<App>.self, ApplyPersonaCommand<App>.self,
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

/// `flint persona save` saves the present state as a persona.
///
/// If the app runs in this process, the command writes the file. An attached app saves the persona in its own folder.
struct SavePersonaCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "save", abstract: "Save the current state of the app as a persona.",
            discussion: """
                The file is saved in the folder personas next to the overrides file. You can edit it. All overrides files \
                in a folder share its saved personas.
                """)
    }

    @Argument(help: "The name of the persona.") var name: String
    @Option(help: ArgumentHelp("The kind of user that the persona represents, in a sentence.", valueName: "text"))
    var description: String?
    @OptionGroup var shared: ChangeOptions<App>

    @MainActor
    func run() async throws -> Int32? {
        if let problem = Persona.problem(ofName: name) { throw CommandLineError.usage(problem) }
        let session = try shared.session()
        session.reportProblems()
        if shared.dryRun {
            let place = session.local.map { " in \($0.personas.path(of: name))" } ?? " by the app"
            let message = "Dry run: the persona \(name) would be saved\(place)."
            guard !shared.json else {
                return try shared.report(ChangeAnswer(status: .done, message: message, changes: [], dryRun: true))
            }
            try CommandOutput.print([message])
            return 0
        }
        guard let personas = session.local?.personas else {
            let result = await session.send(.savePersona(name: name, description: description))
            guard result.status == .done else { throw CommandLineError.refused(result.message) }
            return try shared.report(ChangeAnswer(status: .done, message: result.message, changes: []))
        }
        let persona = Persona(name: name, description: description, of: session.inspector.snapshot())
        let isReplaced = personas.list().personas.contains { $0.name == name }
        let message = Persona.savedMessage(name, in: try personas.save(persona), inPlaceOfAnother: isReplaced)
        return try shared.report(ChangeAnswer(status: .done, message: message, changes: []))
    }
}

/// `flint persona apply` overrides facts so that the app is in a persona's state.
///
/// All overrides belong to a single change, so `flint undo` removes them together.
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
    @OptionGroup var shared: ChangeOptions<App>

    @MainActor
    func run() async throws -> Int32? {
        let session = try shared.session()
        session.reportProblems()
        let found = try resolvedPersona(in: session)
        var answer = try await session.execute(try command(in: session), isDryRun: shared.dryRun)
        if !shared.dryRun {
            let count = answer.changes.count.counted("feature")
            answer.message = "The app is in the state of \(found.name); \(count) changed."
        }
        return try shared.report(answer)
    }

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        let expiry = try duration.map {
            OverrideExpiry.after(seconds: Double(try DurationParser.seconds($0, for: "--for")))
        }
        let found = try resolvedPersona(in: session)
        do throws(PersonaProblem) {
            return .sequence(try found.commands(in: session.inspector.list(), expiry: expiry))
        } catch {
            throw CommandLineError.unusableFile(error.description)
        }
    }

    @MainActor
    private func resolvedPersona(in session: AppSession<App>) throws -> Persona {
        try Names.persona(persona, in: try session.personas())
    }
}
