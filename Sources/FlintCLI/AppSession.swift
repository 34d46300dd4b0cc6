// SPDX-License-Identifier: MIT

import Dispatch
import FlintAttach
import FlintConsole
import FlintCore
import FlintInspector
import FlintRecording
import FlintSimulation
import FlintUI
import FlintWorld
import Logging
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A session with an app: the inspector that commands use, and the app or connection behind it.
///
/// The options select the source. By default, the app runs in this process. With `--attach`, it runs in another
/// process. With `--recording`, its state is read from a journal or a report. With `--at`, the inspector shows the
/// app's state at an earlier event. With `--journal`, the session also records a journal.
///
/// Each command creates a session on the main actor, and uses it to inspect the app, forecast changes and apply them.
@MainActor
final class AppSession<App: FlintApplication> {
    /// The parts of a session that exist only if the app runs in this process.
    struct Local {
        let app: App
        let inspector: RuntimeInspector
        let persistence: OverridePersistence
        let statePath: String
        let personas: PersonaFiles
        let problems: [String]
        /// Notes about saved overrides that have expired, one sentence each.
        let expirations: [String]
        /// The observation that updates the console after a deferred save, which can change the problems with state
        /// files.
        let problemObservation: ObservationToken
        /// Whether the session goes on without state files that cannot be read.
        let ignoresState: Bool
    }

    private enum Place {
        case local(Local)
        case attached(RemoteInspector)
        case recorded(MomentInspector)
    }

    let inspector: any Inspector
    private let place: Place
    let recorder: JournalRecorder?
    let presenter = PresenterSlot()
    private var completeModel: AppModel?
    private var lastEventID: UInt64 = 0

    /// The app's state when this property is first accessed, in which names are resolved.
    ///
    /// The incomplete state of an app that did not answer is read again at the next access.
    var model: AppModel {
        if let completeModel { return completeModel }
        let (model, missing) = MissingAnswer.collect { inspector.list() }
        if let missing { MissingAnswer.note(missing.description) } else { completeModel = model }
        return model
    }

    /// Returns the number of the app's latest event, or 0 without events.
    ///
    /// Only the events since the previous call are read.
    func latestEventID() -> UInt64 {
        lastEventID = inspector.events(after: lastEventID).last?.id ?? lastEventID
        return lastEventID
    }

    /// Explains the feature with a name, with plans to unlock it.
    ///
    /// - Parameters:
    ///   - name: The typed name.
    ///   - model: The state in which the name is resolved. By default, only the feature's own facts are read.
    /// - Returns: The feature.
    /// - Throws: ``CommandLineError`` if the name is unknown or ambiguous.
    func feature(_ name: String, in model: AppModel? = nil) throws(CommandLineError) -> FeatureSnapshot {
        let found = try Names.feature(name, in: model ?? completeModel ?? inspector.listWithoutReading())
        guard let feature = inspector.explanation(of: found.id) else {
            throw .refused("\(found.name) is no longer registered.")
        }
        return feature
    }

    /// Creates a session by starting the app, attaching to a running app, or opening a recording.
    ///
    /// - Parameters:
    ///   - options: The options that all commands share. They select the app.
    ///   - cause: The cause to record for changes.
    ///   - access: The mode in which state files are read and written.
    ///   - startsBackgroundWork: Whether to start the background work of an app in this process.
    ///   - problems: Problems with other files, to report together with the app's problems.
    ///   - isReadOnly: Whether to prevent changes to an attached app.
    ///   - asksBeforeChanges: Whether the session asks the user before each change to a production app, so that
    ///     `--production` is not required.
    ///   - showsProblems: Whether a front end always shows the problems with state files, so that the session starts
    ///     without the files that cannot be read.
    ///   - environment: The environment of an app in this process.
    /// - Throws: ``CommandLineError/usage(_:)`` if the options are invalid or the app rejects them,
    ///   ``CommandLineError/unusableFile(_:)`` if a file cannot be read or has the wrong format,
    ///   ``CommandLineError/refused(_:)`` if the app cannot be attached to, and ``CommandLineError/cannotWrite(_:)`` if
    ///   the journal cannot be created.
    init(
        _ options: SharedOptions<App>, cause: Cause, access: StateFileAccess.Mode, startsBackgroundWork: Bool = false,
        problems: [String] = [], isReadOnly: Bool = false, asksBeforeChanges: Bool = false,
        showsProblems: Bool = false, environment: AppEnvironment = .development
    ) throws {
        options.output.apply()
        if let path = options.recording {
            let recorded = try Recordings.inspector(
                of: Recordings.open(path), at: options.at, personas: try PersonaFiles(App.self, options).list)
            (place, inspector, recorder) = (.recorded(recorded), recorded, nil)
            return
        }
        if let name = options.attach {
            let remote = try RunningApps.attach(
                to: name, as: cause, isReadOnly: isReadOnly,
                changesProduction: asksBeforeChanges || options.production)
            (place, inspector) = (.attached(remote), try Self.moment(of: remote, options))
            recorder = try Self.recorder(options, of: remote, appName: remote.app.app, isRemote: true)
            return
        }
        let journal = JournalSlot()
        let local = try Self.start(
            options, cause: cause, access: access, startsBackgroundWork: startsBackgroundWork, problems: problems,
            ignoresState: showsProblems || options.ignoreState, presenter: presenter, journal: journal)
        try Self.applyLaunchPersona(to: local.inspector, environment)
        (place, inspector) = (.local(local), try Self.moment(of: local.inspector, options))
        recorder = try Self.recorder(options, of: local.inspector, appName: App.appName)
        recorder.map(journal.set)
    }

    var local: Local? { if case .local(let local) = place { local } else { nil } }
    var remote: RemoteInspector? { if case .attached(let remote) = place { remote } else { nil } }
    var recorded: MomentInspector? { if case .recorded(let moment) = place { moment } else { nil } }

    /// Returns an inspector for the event given with `--at`, or the inspector itself if the option is absent.
    private static func moment(
        of inspector: any Inspector, _ options: SharedOptions<App>
    ) throws(CommandLineError) -> any Inspector {
        guard let event = options.at else { return inspector }
        do {
            return try inspector.moment(at: event)
        } catch {
            throw .usage("--at \(event): \(CommandOutput.excerpt(String(describing: error)))")
        }
    }

    private static func recorder(
        _ options: SharedOptions<App>, of inspector: any Inspector, appName: String, isRemote: Bool = false
    ) throws(CommandLineError) -> JournalRecorder? {
        guard let path = options.journal else { return nil }
        let program = App.version.isEmpty ? App.commandName : "\(App.commandName) \(App.version)"
        return try Recordings.record(to: path, inspector, appName: appName, program: program, isRemote: isRemote)
    }

    private static func start(
        _ options: SharedOptions<App>, cause: Cause, access: StateFileAccess.Mode, startsBackgroundWork: Bool,
        problems: [String], ignoresState: Bool, presenter: PresenterSlot, journal: JournalSlot
    ) throws -> Local {
        StateFileAccess.current.mode = access
        StateFileAccess.current.onWait { CommandOutput.note("Waiting. Press ctrl-c to cancel. \($0)") }
        let environment = CommandRun.current.environment
        let (path, isDefault) = try StatePath.resolve(
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
        if let storeKit = launch.storeKit, let path = options.storekit,
            let note = note(
                on: storeKit, at: path, usedBy: app.device?.store, products: runtime.products.map(\.productID))
        {
            CommandOutput.note(note)
        }
        keepLog()
        // The app may have registered the group itself, as the FlintUI documentation recommends.
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
        let observation = StateFileAccess.current.observe { [weak inspector] in inspector?.stateDidChange() }
        if access != .readOnly, !ignoresState { try StatePath.requireFolder(of: path) }
        // Only a change, or an answer about changes, rests on the history.
        try checkFiles(ignoresState: ignoresState, except: access == .readOnly ? configuration.history.path : nil)
        // The sources have just been read. Runtime switches are read again because the app's code computes them, so
        // they may have changed since.
        runtime.readRuntimeSwitches(waitsForSlowSources: false)
        InspectorQuestion.noteReading(of: inspector)
        return Local(
            app: app, inspector: inspector, persistence: persistence, statePath: path, personas: personas,
            problems: persistence.problems + problems + runtime.slowSources, expirations: endings,
            problemObservation: observation, ignoresState: ignoresState)
    }

    /// Returns a note if the app does not use the file of `--storekit`, or has products that the file does not contain.
    static func note(
        on configuration: StoreKitConfiguration, at path: String, usedBy store: SimulatedStore?, products: [String]
    ) -> String? {
        let file = CommandOutput.excerpt(path)
        let sold = Set(configuration.offers.map(\.productID))
        guard sold.isEmpty || !sold.isDisjoint(with: store?.offers.map(\.productID) ?? []) else {
            return "\(file) has no effect, because the app does not pass launch.storeKit to its store."
        }
        let missing = products.filter { !sold.contains($0) }.sorted()
        guard !missing.isEmpty else { return nil }
        return "\(file) does not contain \(missing.count.counted("product")) of the app, which the simulated store "
            + "sells anyway: \(missing.listed(atMost: 5))."
    }

    /// Puts the app into the persona from the environment variable `FLINT_PERSONA`, if it is set.
    private static func applyLaunchPersona(
        to inspector: RuntimeInspector, _ environment: AppEnvironment
    ) throws(CommandLineError) {
        do throws(LaunchPersonaError) {
            let launch = LaunchPersona(environment: CommandRun.current.environment)
            try launch?.apply(to: inspector, environment: environment)
        } catch {
            switch error {
            case .notAllowed: CommandOutput.note(error.description)
            case .unknown: throw .usage(error.description)
            case .unusable: throw .unusableFile(error.description)
            }
        }
    }

    private static func make(_ options: SharedOptions<App>, _ launch: LaunchOptions) throws -> App {
        do {
            return try App(options: options.app, launch: launch)
        } catch let error as LaunchError {
            throw error.commandLineError
        } catch {
            throw CommandLineError.usage(String(describing: error))
        }
    }

    /// Throws an error if a state file exists but could not be read, because every answer may then be wrong.
    ///
    /// A file of another program is an error in any case, because changes could not be saved.
    private static func checkFiles(ignoresState: Bool, except path: String? = nil) throws(CommandLineError) {
        for error in StateFileAccess.current.readErrors where error.path != path {
            switch error {
            case .foreignFile: throw .unusableFile(error.description)
            case .unreadable, .malformed, .newer:
                guard ignoresState else {
                    throw .unusableFile("\(error.description) To go on without it, add --ignore-state.")
                }
            // An ambiguous file has been read.
            case .ambiguous, .unwritable, .locked: break
            }
        }
    }

    /// Reads the history, on which an answer rests, if the app runs in this process.
    ///
    /// - Throws: ``CommandLineError/unusableFile(_:)`` if its file cannot be read.
    func requireHistory() throws(CommandLineError) {
        guard let local else { return }
        _ = local.inspector.history()
        try Self.checkFiles(ignoresState: local.ignoresState)
        for problem in local.inspector.configuration.history.readProblems { CommandOutput.printError(problem) }
    }

    /// Sets up the console's log, unless the app has configured logging, and the log of the main session's actions.
    private static func keepLog() {
        if Logging.development == nil, Logging.production == nil {
            // The lines go directly to the log of the current runtime, because a process has a single logging system.
            func output(_ label: String) -> [any LoggerOutput] {
                [SwiftLogOutput(logger: Logger(label: label) { Flint.logHandler(label: $0) })]
            }
            Logging.setLoggerOutputs(
                development: output("flint.development"), developmentLevel: .debug,
                production: output("flint.production"), productionLevel: .off)
        } else if let factory = (Logging.development ?? Logging.production) as? DefaultLoggerFactory {
            // The console shows what reaches swift-log, in addition to the outputs that the app has chosen.
            factory.sendToSwiftLog()
        }
        ActionSession.quickSetupMainSession()
    }

    /// Prints expired overrides and problems with files to standard error, one per line, if the app runs in this
    /// process.
    ///
    /// Problems are printed even with `--quiet`, because an answer without the unreadable file's contents may be wrong.
    ///
    /// - Parameter said: A problem to leave out, because it is reported elsewhere.
    func reportProblems(except said: String? = nil) {
        guard let local else { return }
        for ending in local.expirations { CommandOutput.note(ending) }
        for problem in local.problems + local.app.problems where problem != said { CommandOutput.printError(problem) }
    }

    func watch() {
        local?.persistence.watch()
    }

    /// Whether the app allows overrides.
    ///
    /// Always `true` for a recording, because the recording itself refuses each change and states the reason.
    var allowsOverrides: Bool {
        switch place {
        case .local(let local): local.inspector.allowsOverrides
        case .attached(let remote): remote.app.allowsOverrides
        case .recorded: true
        }
    }

    var status: AppStatus { (inspector as? RuntimeInspector)?.status ?? inspector.list().status }

    /// Returns the personas that can be applied or forecast.
    ///
    /// A persona whose file cannot be read, or that does not fit the app, is reported on standard error and left out.
    ///
    /// - Returns: The personas.
    /// - Throws: ``CommandLineError/refused(_:)`` if the app did not answer.
    func personas() throws(CommandLineError) -> [Persona] {
        let list = inspector.personas().usable(in: inspector.list())
        try CommandLineError.checkAnswers()
        for problem in list.problems { CommandOutput.printError(CommandOutput.excerpt(problem)) }
        return list.personas
    }

    /// Calls a closure with the available personas.
    ///
    /// - Parameter body: The closure that computes an answer.
    /// - Returns: The closure's answer.
    /// - Throws: ``CommandLineError/unusableFile(_:)`` for a persona that no longer fits the app.
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

    /// Sends a command to the app.
    ///
    /// - Parameter command: The command.
    /// - Returns: The result.
    /// - Throws: ``CommandLineError/refused(_:)`` if an attached app did not respond to an earlier request, because the
    ///   command may then be wrong.
    func send(_ command: Command) async throws(CommandLineError) -> CommandResult {
        try CommandLineError.checkAnswers()
        return await withCheckedContinuation { continuation in
            inspector.send(command) { continuation.resume(returning: $0) }
        }
    }
}

extension AppSession {
    /// A closure that returns an inspector for an earlier event, which the console calls to go back in time.
    ///
    /// The closure reads the open recording, the journal that is being recorded, or the events that the app retains in
    /// memory. It is `nil` for a recording without moments, such as a report.
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

    /// Computes the effects of a command without executing it.
    ///
    /// - Parameter command: The command to preview.
    /// - Returns: An answer with the features whose availability would change.
    /// - Throws: ``CommandLineError/refused(_:)`` if the app would refuse the command.
    func forecast(_ command: Command) throws(CommandLineError) -> ChangeAnswer {
        let preview = inspector.preview(command)
        let isAllowed = allowsOverrides || !command.overridesFacts
        if let refusal = isAllowed ? preview.refusal : RuntimeInspector.overrideRefusal { throw .refused(refusal) }
        let count = preview.changes.count.counted("feature")
        return ChangeAnswer(
            status: .done, message: "Dry run: the availability of \(count) would change.",
            changes: preview.changes, dryRun: true)
    }

    /// Executes a command and returns its effects.
    ///
    /// - Parameters:
    ///   - command: The command to execute.
    ///   - isDryRun: Whether to compute the effects without executing the command.
    /// - Returns: The result, and the features whose availability changed.
    /// - Throws: ``CommandLineError`` if the command is refused, or if its changes cannot be saved.
    func execute(_ command: Command, isDryRun: Bool = false) async throws(CommandLineError) -> ChangeAnswer {
        if command.subject == .history { try requireHistory() }
        if isDryRun { return try forecast(command) }
        guard allowsOverrides || !command.overridesFacts else { throw .refused(RuntimeInspector.overrideRefusal) }
        let before = inspector.list()
        let result = try await send(command)
        // The result of a part states what was done, and names the files that could not be saved.
        if result.isPartial { SavedState.noteReports() } else { try SavedState.check() }
        guard result.status == .done else { throw .refused(result.message) }
        let changes = changes(since: before)
        try CommandLineError.checkAnswers(after: result.message)
        return ChangeAnswer(
            status: result.status, message: result.outcome, changes: changes, unsaved: result.unsaved)
    }

    func changes(since before: AppModel) -> [FeatureChange] {
        inspector.list().features.compactMap { feature in
            guard let old = before.feature(feature.id), old.isAvailable != feature.isAvailable else { return nil }
            return FeatureChange(
                featureID: feature.id, featureName: feature.name, before: old.isAvailable, after: feature.isAvailable)
        }
    }
}

/// A weak reference to the open console, which shows the screens that the app's actions open.
final class PresenterSlot: @unchecked Sendable {
    /// The console, which is set once, on the main actor, before any action can read it.
    weak var value: (any ScreenPresenter)?
}

/// A cache of the app's activity and problems that can be read on any thread.
///
/// The app itself is read on the main queue only. On other threads, the properties return the values from the last
/// read.
private final class AppReader<App: FlintApplication>: @unchecked Sendable {
    /// Accessed only on the main queue.
    private weak var app: App?
    private let known = Mutex<(activity: String?, problems: [String])>((nil, []))

    @MainActor
    init(_ app: App) {
        self.app = app
        _ = (activity, problems)
    }

    /// Updates the cached activity and calls a function.
    ///
    /// Can be called on any thread. On the main queue, the function is called once. On other threads, it is called
    /// immediately, and again after the activity has been read on the main queue.
    func refresh(_ body: @escaping @Sendable () -> Void) {
        _ = activity
        body()
        guard !MainQueue.isCurrent else { return }
        DispatchQueue.main.async { [self] in
            _ = activity
            body()
        }
    }

    var activity: String? {
        guard MainQueue.isCurrent else { return known.withLock { $0.activity } }
        let activity = MainActor.assumeIsolated { app?.activity }
        known.withLock { $0.activity = activity }
        return activity
    }

    var problems: [String] {
        guard MainQueue.isCurrent else { return known.withLock { $0.problems } }
        let problems = MainActor.assumeIsolated { app?.problems } ?? []
        known.withLock { $0.problems = problems }
        return problems
    }
}
