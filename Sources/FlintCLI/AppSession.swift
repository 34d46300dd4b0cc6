// SPDX-License-Identifier: MIT

import Dispatch
import FlintAttach
import FlintConsole
import FlintCore
import FlintFoundation
import FlintInspector
import FlintLocks
import FlintRecording
import FlintSimulation
import FlintUI
import FlintWorld
import Logging

/// A session with an app: the inspector that commands use, and the app or connection behind it.
///
/// The options select the source. By default, the app runs in this process. With `--attach`, it runs in another
/// process. With `--recording`, its state is read from a journal or a report. With `--at`, the inspector shows the
/// app's state at an earlier event. With `--journal`, the session also records a journal.
///
/// Each command creates a session on the main actor, and uses it to inspect the app, forecast changes and apply them.
@MainActor
final class AppSession<App: FlintApplication> {
    struct Local {
        let app: App
        let inspector: RuntimeInspector
        let persistence: OverridePersistence
        let statePath: String
        let personas: PersonaFiles
        let problems: [String]
        let expirations: [String]
        /// The observation that updates the console after a deferred save.
        ///
        /// The save can change the problems with state files.
        let problemObservation: ObservationToken
        let ignoresState: Bool
    }

    private enum Place {
        case local(Local)
        case attached(RemoteInspector)
        case recorded(MomentInspector)
    }

    let inspector: any Inspector
    let invocation: ShellInvocation
    private let place: Place
    let recorder: JournalRecorder?
    let presenter = PresenterSlot()
    private var knownModel: AppModel?
    private var lastEventID: UInt64 = 0
    /// Whether all facts whose sources do not announce changes have been read.
    ///
    /// A question reads them once. After a command, which may change them, they are read again.
    private var hasRead = false
    private var readFeatures: Set<String> = []

    /// Returns the explanation of a named feature, with plans to unlock it.
    ///
    /// Only the facts of this feature are read.
    func feature(_ name: String) throws(CommandLineError) -> FeatureSnapshot {
        let found = try Names.feature(name, in: model)
        guard let feature = try world(of: [found.id]).explanation(of: found.id) else {
            throw .refused("\(found.name) is no longer registered.")
        }
        return feature
    }

    /// Creates a session by starting the app, attaching to a running app, or opening a recording.
    ///
    /// - Parameters:
    ///   - options: The options that all commands share. They select the app.
    ///   - settings: The settings of the command or front end.
    /// - Throws: ``CommandLineError/usage(_:)`` if the options are invalid or the app rejects them,
    ///   ``CommandLineError/unusableFile(_:)`` if a file cannot be read or has the wrong format,
    ///   ``CommandLineError/refused(_:)`` if the app cannot be attached to, and ``CommandLineError/cannotWrite(_:)`` if
    ///   the journal cannot be created.
    init(_ options: SharedOptions<App>, _ settings: SessionSettings) throws {
        options.output.apply()
        invocation = options.invocation
        if let path = options.recording {
            let recorded = try Recordings.inspector(
                of: Recordings.open(path), at: options.at, personas: try PersonaFiles(App.self, options).readPersonas)
            (place, inspector, recorder) = (.recorded(recorded), recorded, nil)
            return
        }
        if let name = options.attach {
            let remote = try RunningApps.attach(
                to: name, as: settings.cause, isReadOnly: settings.isReadOnly,
                changesProduction: settings.asksBeforeChanges || options.production)
            (place, inspector) = (.attached(remote), try Self.moment(of: remote, options))
            recorder = try Self.recorder(options, of: remote, appName: remote.app.app, isRemote: true)
            return
        }
        // The inspector reports problems with the journal, but the journal records the inspector and is created later.
        let journal = JournalSlot()
        let local = try Self.start(options, settings, presenter: presenter, journal: journal)
        try Self.applyLaunchPersona(to: local.inspector, settings.environment)
        (place, inspector) = (.local(local), try Self.moment(of: local.inspector, options))
        // The app has just read all facts.
        hasRead = true
        recorder = try Self.recorder(options, of: local.inspector, appName: App.appName)
        recorder.map(journal.set)
    }

    var local: Local? { if case .local(let local) = place { local } else { nil } }
    var remote: RemoteInspector? { if case .attached(let remote) = place { remote } else { nil } }
    var recorded: MomentInspector? { if case .recorded(let moment) = place { moment } else { nil } }

    private static func moment(
        of inspector: any Inspector, _ options: SharedOptions<App>
    ) throws(CommandLineError) -> any Inspector {
        guard let event = options.at else { return inspector }
        do {
            return try inspector.moment(at: event)
        } catch let missing as MissingAnswer {
            throw CommandLineError(missing)
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
        _ options: SharedOptions<App>, _ settings: SessionSettings, presenter: PresenterSlot, journal: JournalSlot
    ) throws -> Local {
        let (access, problems) = (settings.access, settings.problems)
        let ignoresState = settings.showsProblems || options.ignoreState
        StateFileAccess.current.mode = access
        StateFileAccess.current.onWait { CommandOutput.printNote("Waiting. Press ctrl-c to cancel. \($0)") }
        let environment = CommandRun.current.environment
        let (path, isDefault) = try StatePath.resolve(
            option: options.state, commandName: App.commandName, environment: environment)
        try StatePath.requireFile(path)
        if isDefault { AppDirectory.claim(directoryOf: path) }
        let personas = PersonaFiles(App.self, statePath: path, environment: environment)
        let launch = LaunchOptions(
            platform: try options.selectedPlatform(), storeKit: try options.storeKitConfiguration(),
            startsBackgroundWork: settings.startsBackgroundWork, environment: environment, statePath: path)
        let runtime = FlintRuntime.current
        let app = try make(options, launch)
        app.setUp()
        // A command answers only once, so the services' answers must have arrived.
        if settings.waitsForServices, !settings.startsBackgroundWork { runtime.waitForAskedFacts() }
        if let storeKit = launch.storeKit, let path = options.storekit,
            let note = storeKitNote(
                on: storeKit, at: path, usedBy: app.device?.store, products: runtime.products.map(\.productID))
        {
            CommandOutput.printNote(note)
        }
        keepLog()
        // The app may have registered the group itself, as the FlintUI documentation recommends.
        if runtime.metadata(for: FlintUIFeatures.self) == nil { Flint.register(group: FlintUIFeatures.self) }
        var process = ProcessIdentity.current
        // A command's process ends right after its change, so naming it would not help.
        if access == .deferring { process.signature = process.id }
        let persistence = OverridePersistence(
            StateCache(OverrideFile(path: path)), runtime: runtime, system: app.device, process: process)
        let endings = persistence.start()
        let reader = AppReader(app)
        var configuration = RuntimeInspector.Configuration(
            appName: App.appName, cause: settings.cause,
            router: ConsoleRouter(app: app.router) { [presenter] in presenter.value },
            system: app.device, backgroundWork: app.backgroundWork, activity: { reader.activity },
            persistence: persistence, problems: { reader.problems + problems + journal.problems })
        configuration.history = CommandHistory(path: StatePath.sibling("history", of: path), process: process)
        configuration.personas = personas
        let inspector = RuntimeInspector(runtime: runtime, configuration: configuration)
        app.observeActivity { [weak inspector] in reader.refresh { [weak inspector] in inspector?.stateDidChange() } }
        let observation = StateFileAccess.current.observe { [weak inspector] in inspector?.stateDidChange() }
        if access != .readOnly, !ignoresState { try StatePath.requireFolder(of: path) }
        // Only changes, and answers about changes, need the history.
        try checkFiles(ignoresState: ignoresState, except: access == .readOnly ? configuration.history.path : nil)
        // The sources have just been read. Runtime switches are read again because the app's code computes them, so
        // they may have changed since.
        runtime.readRuntimeSwitches(waitsForSlowSources: false)
        return Local(
            app: app, inspector: inspector, persistence: persistence, statePath: path, personas: personas,
            problems: persistence.problems + problems + runtime.slowSources, expirations: endings,
            problemObservation: observation, ignoresState: ignoresState)
    }

    /// Returns a note if the app ignores the `--storekit` file, or has products that the file does not contain.
    static func storeKitNote(
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

    /// Puts the app into the state of the persona in the environment variable `FLINT_PERSONA`, if it is set.
    private static func applyLaunchPersona(
        to inspector: RuntimeInspector, _ environment: AppEnvironment
    ) throws(CommandLineError) {
        do throws(LaunchPersonaError) {
            let launch = LaunchPersona(environment: CommandRun.current.environment)
            try launch?.apply(to: inspector, environment: environment)
        } catch {
            switch error {
            case .notAllowed: CommandOutput.printNote(error.description)
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

    private static func checkFiles(ignoresState: Bool, except path: String? = nil) throws(CommandLineError) {
        // Without the contents of a state file, any answer may be wrong. A file of another program is always an error,
        // because changes could not be saved.
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

    /// Reads the history of an app in this process, and reports problems with its file.
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
            // The console shows the lines that reach swift-log, so swift-log is added to the app's own outputs.
            factory.sendToSwiftLog()
        }
        ActionSession.quickSetupMainSession()
    }

    /// Prints expired overrides and problems with files to standard error, if the app runs in this process.
    ///
    /// The problem in `said` is left out, because it is reported elsewhere.
    func reportProblems(except said: String? = nil) {
        guard let local else { return }
        for ending in local.expirations { CommandOutput.printNote(ending) }
        // Problems are printed even with `--quiet`, because an answer without the unreadable file's contents may be
        // wrong.
        for problem in local.problems + local.app.problems where problem != said { CommandOutput.printError(problem) }
    }

    func watch() {
        local?.persistence.watch()
    }

    var allowsOverrides: Bool {
        switch place {
        case .local(let local): local.inspector.allowsOverrides
        case .attached(let remote): remote.app.allowsOverrides
        // The recording itself refuses each change and states the reason.
        case .recorded: true
        }
    }

    var status: AppStatus {
        get throws(CommandLineError) {
            if let inspector = inspector as? RuntimeInspector { return inspector.status }
            return try ask { inspector throws(MissingAnswer) in try inspector.readModel() }.status
        }
    }

    /// Returns the personas that can be applied or forecast, and reports the others on standard error.
    func personas() throws(CommandLineError) -> [Persona] {
        let model = try model
        let list = try ask { inspector throws(MissingAnswer) in try inspector.personas() }.usable(in: model)
        for problem in list.problems { CommandOutput.printError(CommandOutput.excerpt(problem)) }
        return list.personas
    }

    func withPersonas<Answer>(
        _ body: ([Persona]) throws -> Answer
    ) throws -> Answer {
        let personas = try personas()
        return try reportingPersonas { try body(personas) }
    }

    /// Calls a closure, and reports a persona that no longer fits the app as an unusable file.
    func reportingPersonas<Answer>(_ body: () throws -> Answer) throws -> Answer {
        do {
            return try body()
        } catch let problem as PersonaProblem {
            throw CommandLineError.unusableFile(problem.description)
        }
    }

    func send(_ command: Command) async -> CommandResult {
        discardAnswers()
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
            // The journal grows while it is recorded.
            try reader.update()
            return try MomentInspector(reader, at: event)
        }
    }

    func forecast(_ command: Command) throws(CommandLineError) -> ChangeAnswer {
        let preview = try preview([command])
        let isAllowed = allowsOverrides || !command.overridesFacts
        if let refusal = isAllowed ? preview.refusal : RuntimeInspector.overrideRefusal { throw .refused(refusal) }
        let count = preview.changes.count.counted("feature")
        return ChangeAnswer(
            status: .done, message: "Dry run: the availability of \(count) would change.",
            changes: preview.changes, dryRun: true)
    }

    func execute(_ command: Command, isDryRun: Bool = false) async throws(CommandLineError) -> ChangeAnswer {
        if command.subject == .history { try requireHistory() }
        if isDryRun { return try forecast(command) }
        guard allowsOverrides || !command.overridesFacts else { throw .refused(RuntimeInspector.overrideRefusal) }
        // This also reads the facts, so that earlier changes do not count as effects of the command.
        let before = try readModel()
        let result = await send(command)
        // The message of a partial result already names the files that could not be saved.
        if result.isPartial { SavedState.markErrorsReported() } else { try SavedState.check() }
        guard result.status == .done else { throw .refused(result.message) }
        let changes = try changes(since: before, after: result.message)
        return ChangeAnswer(
            status: result.status, message: result.outcome, changes: changes, unsaved: result.unsaved)
    }

    func changes(since before: AppModel, after outcome: String) throws(CommandLineError) -> [FeatureChange] {
        try CommandLineError.effects(after: outcome, readModel).features.compactMap { feature in
            guard let old = before.feature(feature.id), old.isAvailable != feature.isAvailable else { return nil }
            return FeatureChange(
                featureID: feature.id, featureName: feature.name, before: old.isAvailable, after: feature.isAvailable)
        }
    }
}

// MARK: - Questions

extension AppSession {
    /// The app's state, in which names are looked up.
    ///
    /// The state is requested once for each question, without reading facts.
    var model: AppModel {
        get throws(CommandLineError) {
            if let knownModel { return knownModel }
            let model = try ask { inspector throws(MissingAnswer) in try inspector.readModel() }
            knownModel = model
            return model
        }
    }

    func ask<Answer>(
        _ body: (any Inspector) throws(MissingAnswer) -> Answer
    ) throws(CommandLineError) -> Answer {
        do throws(MissingAnswer) {
            return try body(inspector)
        } catch {
            throw CommandLineError(error)
        }
    }

    /// Discards cached answers, so that the next question requests the app's state and reads its facts again.
    func discardAnswers() { (hasRead, readFeatures, knownModel) = (false, [], nil) }

    /// Returns the app's world, after reading the facts of the given features or, for `nil`, all facts.
    func world(of ids: [String]? = nil) throws(CommandLineError) -> World {
        // The facts of one question are read once.
        let reading = !hasRead && ids.map(readFeatures.isSuperset) != true
        let world = try ask { inspector throws(MissingAnswer) in try inspector.world(of: ids, reading: reading) }
        if let ids { readFeatures.formUnion(ids) } else { hasRead = true }
        return world
    }

    /// Returns the world in the state of a persona with a given name, or the current world for `nil` or "now".
    func world(in state: String?) throws(CommandLineError) -> World {
        guard let state, state != Persona.presentName else { return try world() }
        return try world(as: try Names.persona(state, in: try personas()))
    }

    /// Returns the world in a persona's state, or the current world for `nil`, without changing the app.
    func world(as persona: Persona?) throws(CommandLineError) -> World {
        let present = try world()
        guard let persona else { return present }
        let commands: [Command]
        do throws(PersonaProblem) {
            commands = try persona.commands(in: present.model)
        } catch {
            throw .unusableFile(error.description)
        }
        let plan = try ask { inspector throws(MissingAnswer) in try inspector.plan(commands) }
        if let refusal = plan.refusal { throw .refused(CommandOutput.excerpt(refusal)) }
        return present.applying(plan)
    }

    /// Returns the app's current state, after reading the facts whose sources do not announce changes.
    func readModel() throws(CommandLineError) -> AppModel {
        let reading = !hasRead
        let model = try ask { inspector throws(MissingAnswer) in
            if reading { try inspector.read() }
            return try inspector.readModel()
        }
        hasRead = true
        return model
    }

    func preview(_ commands: [Command]) throws(CommandLineError) -> Preview {
        let world = try world()
        let plan = try ask { inspector throws(MissingAnswer) in try inspector.plan(commands) }
        return Preview(world.changes(to: plan.facts), limit: .max, refusal: plan.refusal)
    }

    /// Returns the events after a given event, or all retained events for 0.
    func events(after id: UInt64) throws(CommandLineError) -> [EventRecord] {
        try ask { inspector throws(MissingAnswer) in try inspector.events(after: id) }
    }

    func latestEventID() throws(CommandLineError) -> UInt64 {
        // Only the events since the previous call are read.
        lastEventID = try events(after: lastEventID).last?.id ?? lastEventID
        return lastEventID
    }

    func warnings(_ rules: WarningRules = WarningRules()) throws(CommandLineError) -> [GateWarning] {
        let reading = !hasRead
        let warnings = try ask { inspector throws(MissingAnswer) in
            if reading { try inspector.read() }
            return try inspector.warnings(rules)
        }
        hasRead = true
        return warnings
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
    private let known = Protected<(activity: String?, problems: [String])>((nil, []))

    @MainActor
    init(_ app: App) {
        self.app = app
        // Fills the cache while the main queue is current.
        _ = (activity, problems)
    }

    /// Updates the cached activity and calls a function.
    ///
    /// This method can be called on any thread. On the main queue, the function is called once. On other threads, it is
    /// called immediately, and again after the activity has been read on the main queue.
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
