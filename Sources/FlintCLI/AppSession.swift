import FlintConsole
import FlintCore
import FlintInspector
import FlintUI
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A running app with its inspector: what every command works on.
@MainActor
final class AppSession<App: FlintApplication> {
    /// The app.
    let app: App
    /// What commands know of it.
    let inspector: RuntimeInspector
    /// Saves overrides.
    let persistence: OverridePersistence
    /// What was wrong with the saved overrides, and which of them have run out, one sentence each.
    private let notices: [String]
    /// Where overrides are kept.
    let statePath: String
    /// The app's personas.
    let personas: PersonaFiles
    /// The console, while it is open.
    let presenter = PresenterSlot()
    /// The app as it was when it was first looked at, every feature explained.
    private(set) lazy var snapshot = inspector.snapshot()
    /// Has the console show what becomes of changes that wait for a lock.
    private let problemObservation: ObservationToken

    /// Starts the app.
    ///
    /// - Parameters:
    ///   - options: The options every command takes.
    ///   - cause: Who is recorded as the cause of changes.
    ///   - access: How state files are used.
    ///   - startsBackgroundWork: Whether the app's background work should run.
    ///   - problems: What is wrong with other files, reported with those of the app's.
    /// - Throws: ``CommandLineError/usage(_:)`` if the options are invalid or the app cannot be made from them, and
    ///   ``CommandLineError/unusableFile(_:)`` if a file that was named is not one of the program's.
    init(
        _ options: SharedOptions<App>, cause: Cause, access: StateFileAccess.Mode, startsBackgroundWork: Bool = false,
        problems: [String] = []
    ) throws {
        options.output.apply()
        StateFileAccess.process.mode = access
        StateFileAccess.process.onWait { CommandOutput.note("Waiting, ctrl-c gives up. \($0)") }
        let environment = ProcessInfo.processInfo.environment
        let (path, isDefault) = StatePath.resolve(
            option: options.state, commandName: App.commandName, environment: environment)
        statePath = path
        if isDefault { AppDirectory.claim(directoryOf: path) }
        personas = PersonaFiles(App.self, statePath: path, environment: environment)
        let launch = LaunchOptions(
            platform: try options.currentPlatform(), storeKit: try options.storeKitConfiguration(),
            startsBackgroundWork: startsBackgroundWork,
            environment: environment, statePath: path)
        let runtime = FlintRuntime.current
        do {
            app = try App(options: options.app, launch: launch)
        } catch let error as LaunchError {
            throw error.commandLineError
        } catch {
            throw CommandLineError.usage(String(describing: error))
        }
        app.setUp()
        Self.keepLog()
        Flint.register(group: FlintUIFeatures.self)
        let persistence = OverridePersistence(file: OverrideFile(path: path), runtime: runtime)
        self.persistence = persistence
        notices = persistence.start() + problems
        let reader = AppReader(app)
        var configuration = RuntimeInspector.Configuration(
            appName: App.appName, cause: cause,
            router: ConsoleRouter(app: app.router) { [presenter] in presenter.value },
            system: app.device, backgroundWork: app.backgroundWork, activity: { reader.activity },
            persistence: persistence, problems: { reader.problems + problems })
        configuration.history = CommandHistory(path: StatePath.sibling("history", of: path))
        configuration.personas = personas
        inspector = RuntimeInspector(runtime: runtime, configuration: configuration)
        app.observeActivity { [weak inspector] in inspector?.stateDidChange() }
        problemObservation = StateFileAccess.process.observe { [weak inspector] in inspector?.stateDidChange() }
        try Self.checkFiles()
    }

    /// Checks that every state file that was named and is there is one of the program's.
    private static func checkFiles() throws {
        for error in StateFileAccess.process.readErrors {
            switch error {
            case .notOurs: throw CommandLineError.unusableFile(error.description)
            case .unreadable(let path, _)
            where !AppDirectory.owns(path) && FileManager.default.fileExists(atPath: path):
                throw CommandLineError.unusableFile(error.description)
            case .unreadable, .malformed, .newer, .unwritable, .locked: break
            }
        }
    }

    /// Has what is done, and what the app's features log, kept for the console, unless the app sends it elsewhere.
    private static func keepLog() {
        if Logging.development == nil, Logging.production == nil {
            DefaultLoggerFactory.setup(
                initialDevelopmentLogLevel: .debug, initialProductionLogLevel: .off, briefLogging: false)
        }
        ActionSession.quickSetupMainSession()
    }

    /// Prints one line per problem with a state file, and per expired override, to standard error.
    ///
    /// - Parameter said: The problem that is reported elsewhere.
    func reportProblems(except said: String? = nil) {
        for problem in notices + app.problems where problem != said { CommandOutput.note(problem) }
    }

    /// Carries out a command and waits for its result.
    func send(_ command: Command) async -> CommandResult {
        await withCheckedContinuation { continuation in
            inspector.send(command) { continuation.resume(returning: $0) }
        }
    }
}

extension AppSession {
    /// Works out what a command would change, and changes nothing.
    ///
    /// - Parameter command: The command.
    /// - Returns: What it would change.
    /// - Throws: ``CommandLineError/refused(_:)`` if it would be refused.
    func forecast(_ command: Command) throws(CommandLineError) -> ChangeAnswer {
        let preview = inspector.preview(command)
        let isAllowed = inspector.allowsOverrides || !command.overridesFacts
        if let refusal = isAllowed ? preview.refusal : RuntimeInspector.overrideRefusal { throw .refused(refusal) }
        let count = preview.changes.count == 1 ? "1 feature" : "\(preview.changes.count) features"
        return ChangeAnswer(
            status: .done, message: "Nothing was changed; availability would change for \(count).",
            changes: preview.changes, dryRun: true)
    }

    /// Carries out a command and waits for its result.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - isDryRun: Whether only to work out what it would change.
    /// - Returns: What it did, and the features that it was to change.
    /// - Throws: ``CommandLineError`` if it is refused, or if what it changed cannot be saved.
    func carryOut(_ command: Command, isDryRun: Bool = false) async throws -> ChangeAnswer {
        if isDryRun { return try forecast(command) }
        let changes = inspector.preview(command).changes
        let result = await send(command)
        try SavedState.check()
        guard result.status == .done else { throw CommandLineError.refused(result.message) }
        return ChangeAnswer(status: result.status, message: result.message, changes: changes)
    }
}

/// Where the console that is open can be found by actions that open its screens.
final class PresenterSlot: @unchecked Sendable {
    /// The console; set once, on the main actor, before any action can ask for it.
    weak var value: (any ScreenPresenter)?
}

/// Reads an app's own state from wherever a snapshot is taken; it is known on the main queue only.
private final class AppReader<App: FlintApplication>: @unchecked Sendable {
    /// The app, which is only used on the main queue.
    private weak var app: App?

    init(_ app: App) {
        self.app = app
    }

    /// The app's state in a line.
    var activity: String? {
        guard MainQueue.isCurrent else { return nil }
        return MainActor.assumeIsolated { app?.activity }
    }

    /// What is wrong with the app's files.
    var problems: [String] {
        guard MainQueue.isCurrent else { return [] }
        return MainActor.assumeIsolated { app?.problems } ?? []
    }
}
