import Dispatch
import FlintAttach
import FlintConsole
import FlintCore
import FlintInspector
import FlintRecording
import FlintUI
import InspectorKit
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A running app with its inspector: what every command works on.
///
/// The app runs in this process, or it runs in another one to which the session is attached.
@MainActor
final class AppSession<App: FlintApplication> {
    /// What there is of an app in this process only.
    struct Local {
        /// The app.
        let app: App
        /// What commands know of it.
        let inspector: RuntimeInspector
        /// Saves overrides.
        let persistence: OverridePersistence
        /// Where overrides are kept.
        let statePath: String
        /// The app's personas.
        let personas: PersonaFiles
        /// What was wrong with the saved overrides and other files, one sentence each.
        let problems: [String]
        /// Which of the saved overrides have run out, one sentence each.
        let endings: [String]
        /// Has the console show what becomes of changes that wait for a lock.
        let problemObservation: ObservationToken
    }

    /// The place of an app.
    private enum Place {
        /// It runs in this process.
        case local(Local)
        /// It runs in another process.
        case attached(RemoteInspector)
        /// It is shown at a moment of a recording.
        case recorded(MomentInspector)
    }

    /// What commands know of the app.
    let inspector: any Inspector
    /// The place of the app.
    private let place: Place
    /// What happens is written by this, if a journal was named.
    let recorder: JournalRecorder?
    /// The console, while it is open.
    let presenter = PresenterSlot()
    /// The app as it was when it was first looked at, every feature explained.
    private(set) lazy var snapshot = inspector.snapshot()

    /// Starts the app, or attaches to one that runs.
    ///
    /// - Parameters:
    ///   - options: The options every command takes.
    ///   - cause: Who is recorded as the cause of changes.
    ///   - access: How state files are used.
    ///   - startsBackgroundWork: Whether the app's background work should run.
    ///   - problems: What is wrong with other files, reported with those of the app's.
    ///   - isReadOnly: Whether an app that is attached to is only looked at.
    /// - Throws: ``CommandLineError/usage(_:)`` if the options are invalid or the app cannot be made from them,
    ///   ``CommandLineError/unusableFile(_:)`` if a file that was named is not one of the program's, and
    ///   ``CommandLineError/refused(_:)`` if there is no app to attach to.
    init(
        _ options: SharedOptions<App>, cause: Cause, access: StateFileAccess.Mode, startsBackgroundWork: Bool = false,
        problems: [String] = [], isReadOnly: Bool = false
    ) throws {
        options.output.apply()
        if let path = options.recording {
            let recorded = try Recordings.inspector(
                of: Recordings.open(path), at: options.at, personas: PersonaFiles(App.self, options).list)
            (place, inspector, recorder) = (.recorded(recorded), recorded, nil)
            return
        }
        if let name = options.attach {
            let remote = try RunningApps.attach(to: name, as: cause, isReadOnly: isReadOnly)
            (place, inspector) = (.attached(remote), try Self.moment(of: remote, options))
            recorder = try Self.recorder(options, of: remote, appName: remote.app.app, isRemote: true)
            return
        }
        let journal = JournalSlot()
        let local = try Self.start(
            options, cause: cause, access: access, startsBackgroundWork: startsBackgroundWork, problems: problems,
            presenter: presenter, journal: journal)
        (place, inspector) = (.local(local), try Self.moment(of: local.inspector, options))
        recorder = try Self.recorder(options, of: local.inspector, appName: App.appName)
        recorder.map(journal.set)
    }

    /// The app, if it runs in this process.
    var local: Local? { if case .local(let local) = place { local } else { nil } }
    /// The connection to the app, if it runs in another process.
    var remote: RemoteInspector? { if case .attached(let remote) = place { remote } else { nil } }
    /// The moment of a recording, if the session shows one.
    var recorded: MomentInspector? { if case .recorded(let moment) = place { moment } else { nil } }

    /// The app as it was at the event that is named, or as it is.
    private static func moment(
        of inspector: any Inspector, _ options: SharedOptions<App>
    ) throws(CommandLineError) -> any Inspector {
        guard let event = options.at else { return inspector }
        do {
            return try inspector.moment(at: event)
        } catch {
            throw .usage("--at \(event): \(CommandOutput.quotable(String(describing: error)))")
        }
    }

    /// Begins the journal that is named, if one is.
    private static func recorder(
        _ options: SharedOptions<App>, of inspector: any Inspector, appName: String, isRemote: Bool = false
    ) throws(CommandLineError) -> JournalRecorder? {
        guard let path = options.journal else { return nil }
        let program = App.version.isEmpty ? App.commandName : "\(App.commandName) \(App.version)"
        return try Recordings.record(to: path, inspector, appName: appName, program: program, isRemote: isRemote)
    }

    /// Starts the app in this process.
    private static func start(
        _ options: SharedOptions<App>, cause: Cause, access: StateFileAccess.Mode, startsBackgroundWork: Bool,
        problems: [String], presenter: PresenterSlot, journal: JournalSlot
    ) throws -> Local {
        StateFileAccess.process.mode = access
        StateFileAccess.process.onWait { CommandOutput.note("Waiting, ctrl-c gives up. \($0)") }
        let environment = ProcessInfo.processInfo.environment
        let (path, isDefault) = StatePath.resolve(
            option: options.state, commandName: App.commandName, environment: environment)
        try StatePath.requireFile(path)
        if isDefault { AppDirectory.claim(directoryOf: path) }
        let personas = PersonaFiles(App.self, statePath: path, environment: environment)
        let launch = LaunchOptions(
            platform: try options.currentPlatform(), storeKit: try options.storeKitConfiguration(),
            startsBackgroundWork: startsBackgroundWork,
            environment: environment, statePath: path)
        let runtime = FlintRuntime.current
        let app = try make(options, launch)
        app.setUp()
        keepLog()
        // The app may have registered them, as the documentation of their module asks.
        if runtime.metadata(for: FlintUIFeatures.self) == nil { Flint.register(group: FlintUIFeatures.self) }
        let persistence = OverridePersistence(file: OverrideFile(path: path), runtime: runtime)
        let endings = persistence.start()
        let reader = AppReader(app)
        var configuration = RuntimeInspector.Configuration(
            appName: App.appName, cause: cause,
            router: ConsoleRouter(app: app.router) { [presenter] in presenter.value },
            system: app.device, backgroundWork: app.backgroundWork, activity: { reader.activity },
            persistence: persistence, problems: { reader.problems + problems + journal.problems })
        configuration.history = CommandHistory(path: StatePath.sibling("history", of: path))
        configuration.personas = personas
        let inspector = RuntimeInspector(runtime: runtime, configuration: configuration)
        app.observeActivity { [weak inspector] in reader.refresh { [weak inspector] in inspector?.stateDidChange() } }
        let observation = StateFileAccess.process.observe { [weak inspector] in inspector?.stateDidChange() }
        try checkFiles()
        // The sources have just been asked. What is decided in code costs nothing, and may have changed since.
        runtime.readRuntimeSwitches()
        InspectorQuestion.noteReading(of: inspector)
        return Local(
            app: app, inspector: inspector, persistence: persistence, statePath: path, personas: personas,
            problems: persistence.problems + problems + runtime.slowSources, endings: endings,
            problemObservation: observation)
    }

    /// Makes the app from what was typed.
    private static func make(_ options: SharedOptions<App>, _ launch: LaunchOptions) throws -> App {
        do {
            return try App(options: options.app, launch: launch)
        } catch let error as LaunchError {
            throw error.commandLineError
        } catch {
            throw CommandLineError.usage(String(describing: error))
        }
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
    /// Problems are printed even with `--quiet`: an answer without what could not be read may be wrong.
    ///
    /// - Parameter said: The problem that is reported elsewhere.
    func reportProblems(except said: String? = nil) {
        guard let local else { return }
        for ending in local.endings { CommandOutput.note(ending) }
        for problem in local.problems + local.app.problems where problem != said { CommandOutput.complain(problem) }
    }

    /// Follows what other processes change in the files of the app.
    func watch() {
        local?.persistence.watch()
    }

    /// Whether the app allows overrides; a recording refuses every change itself, with its reason.
    var allowsOverrides: Bool {
        switch place {
        case .local(let local): local.inspector.allowsOverrides
        case .attached(let remote): remote.app.allowsOverrides
        case .recorded: true
        }
    }

    /// What concerns the app as a whole, as it is now.
    var status: AppStatus { (inspector as? RuntimeInspector)?.status ?? inspector.list().status }

    /// Checks that every question that was asked has been answered.
    ///
    /// - Throws: ``CommandLineError/refused(_:)`` if an app that is attached to did not answer.
    func checkAnswers() throws(CommandLineError) {
        if let problem = remote?.takeProblem() { throw .refused(problem.description) }
    }

    /// Every persona by name.
    ///
    /// - Throws: ``CommandLineError/unusableFile(_:)`` that names the file that cannot be read.
    func personas() throws(CommandLineError) -> [Persona] {
        let list = inspector.personas()
        if inspector is MomentInspector {
            // A persona that needs the running app has nothing wrong with its file.
            for problem in list.problems { CommandOutput.note(CommandOutput.quotable(problem)) }
            return list.personas
        }
        if let problem = list.problems.first { throw .unusableFile(problem) }
        return list.personas
    }

    /// Checks that the effect of a command is known, which it is not of every command at a moment of the past.
    ///
    /// - Parameter command: The command.
    /// - Throws: ``CommandLineError/refused(_:)`` that names what is not known, and what to do instead.
    func requireAnswer(to command: Command) throws(CommandLineError) {
        guard inspector is MomentInspector, let refusal = inspector.preview(command, limit: 0).refusal else { return }
        throw .refused(CommandOutput.quotable(refusal))
    }

    /// Answers a question about every persona.
    ///
    /// - Parameter body: Answers it.
    /// - Returns: The answer.
    /// - Throws: ``CommandLineError/unusableFile(_:)`` for a persona that cannot be read or does not suit the app.
    func withPersonas<Answer>(
        _ body: ([Persona]) throws(PersonaProblem) -> Answer
    ) throws(CommandLineError) -> Answer {
        let personas = try personas()
        do throws(PersonaProblem) {
            return try body(personas)
        } catch {
            throw .unusableFile(error.description)
        }
    }

    /// Carries out a command and waits for its result.
    func send(_ command: Command) async -> CommandResult {
        await withCheckedContinuation { continuation in
            inspector.send(command) { continuation.resume(returning: $0) }
        }
    }
}

extension AppSession {
    /// Finds the app as it was, for a console: in the recording that is shown, in the journal that is being written, or
    /// from the events that the app still keeps.
    var momentFinder: MomentFinder? {
        guard recorded?.hasMoments != false else { return nil }
        guard let path = recorder?.path else {
            let inspector = inspector
            return { event -> (any Inspector)? in try inspector.moment(at: event) }
        }
        var journal: JournalReader?
        return { event -> (any Inspector)? in
            let reader = try journal ?? JournalReader(path)
            journal = reader
            try reader.update()
            return try MomentInspector(reader, at: event)
        }
    }

    /// Works out what a command would change, and changes nothing.
    ///
    /// - Parameter command: The command.
    /// - Returns: What it would change.
    /// - Throws: ``CommandLineError/refused(_:)`` if it would be refused.
    func forecast(_ command: Command) throws(CommandLineError) -> ChangeAnswer {
        let preview = inspector.preview(command)
        let isAllowed = allowsOverrides || !command.overridesFacts
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
    /// - Returns: What it did, and the features whose availability changed.
    /// - Throws: ``CommandLineError`` if it is refused, or if what it changed cannot be saved.
    func carryOut(_ command: Command, isDryRun: Bool = false) async throws(CommandLineError) -> ChangeAnswer {
        if isDryRun { return try forecast(command) }
        guard allowsOverrides || !command.overridesFacts else { throw .refused(RuntimeInspector.overrideRefusal) }
        let before = inspector.list()
        let result = await send(command)
        try SavedState.check()
        guard result.status == .done else { throw .refused(result.message) }
        return ChangeAnswer(
            status: result.status, message: result.outcome, changes: changes(since: before), unsaved: result.unsaved)
    }

    /// Returns the features whose availability has changed since a list.
    func changes(since before: AppModel) -> [FeatureChange] {
        inspector.list().features.compactMap { feature in
            guard let old = before.feature(feature.id), old.isAvailable != feature.isAvailable else { return nil }
            return FeatureChange(
                featureID: feature.id, featureName: feature.name, before: old.isAvailable, after: feature.isAvailable)
        }
    }
}

/// Where the console that is open can be found by actions that open its screens.
final class PresenterSlot: @unchecked Sendable {
    /// The console; set once, on the main actor, before any action can ask for it.
    weak var value: (any ScreenPresenter)?
}

/// Reads an app's own state from wherever a snapshot is taken; it is read on the main queue only, and other threads get
/// what was read last.
private final class AppReader<App: FlintApplication>: @unchecked Sendable {
    /// The app, which is only used on the main queue.
    private weak var app: App?
    private let known = Mutex<(activity: String?, problems: [String])>((nil, []))

    @MainActor
    init(_ app: App) {
        self.app = app
        _ = (activity, problems)
    }

    /// Reads the state again after it has changed, on whatever thread, and calls a function on that thread and once it is
    /// read.
    func refresh(_ body: @escaping @Sendable () -> Void) {
        _ = activity
        body()
        guard !MainQueue.isCurrent else { return }
        DispatchQueue.main.async { [self] in
            _ = activity
            body()
        }
    }

    /// The app's state in a line.
    var activity: String? {
        guard MainQueue.isCurrent else { return known.withLock { $0.activity } }
        let activity = MainActor.assumeIsolated { app?.activity }
        known.withLock { $0.activity = activity }
        return activity
    }

    /// What is wrong with the app's files.
    var problems: [String] {
        guard MainQueue.isCurrent else { return known.withLock { $0.problems } }
        let problems = MainActor.assumeIsolated { app?.problems } ?? []
        known.withLock { $0.problems = problems }
        return problems
    }
}
