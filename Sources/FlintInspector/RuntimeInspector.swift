import FeatureGating
import FlintCore
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The inspector of an app in this process.
///
/// It reads a runtime and changes it, never keeping state of its own apart from the flow a person is led through.
/// It may be used from any thread.
package final class RuntimeInspector: Inspector {
    /// What an inspector needs besides the runtime.
    package struct Configuration: Sendable {
        /// The app's name.
        package var appName: String
        /// Who is recorded as the cause of what the inspector changes, such as "console".
        package var cause: Cause
        /// Finds presenters for actions that are performed by name.
        package var router: (any PresentationRouter & Sendable)?
        /// The simulated system the app runs on, if it runs on one.
        package var system: (any SimulatedSystem)?
        /// The app's background work, if it can be held.
        package var backgroundWork: (any BackgroundWork)?
        /// The app's own one-line state.
        package var activity: (@Sendable () -> String?)?
        /// Saves overrides, if they are saved.
        package var persistence: OverridePersistence?
        /// The setting that the files of the state follow.
        var access: StateFileAccess { persistence?.access ?? .process }
        /// Keeps what commands did, so that it can be undone.
        package var history = CommandHistory()
        /// Keeps the app's personas, if it has any.
        package var personas: (any PersonaStore)?
        /// What is wrong with the other files the app's state is kept in, one sentence each; called from any thread.
        package var problems: (@Sendable () -> [String])?
        /// How many changes of features and facts are kept for front ends that follow.
        package var changeCapacity = ChangeLog.defaultCapacity

        /// Creates a configuration.
        package init(
            appName: String, cause: Cause, router: (any PresentationRouter & Sendable)? = nil,
            system: (any SimulatedSystem)? = nil, backgroundWork: (any BackgroundWork)? = nil,
            activity: (@Sendable () -> String?)? = nil, persistence: OverridePersistence? = nil,
            problems: (@Sendable () -> [String])? = nil
        ) {
            self.appName = appName
            self.cause = cause
            self.router = router
            self.system = system
            self.backgroundWork = backgroundWork
            self.activity = activity
            self.persistence = persistence
            self.problems = problems
        }
    }

    /// The runtime that is inspected.
    package let runtime: FlintRuntime
    /// What the inspector was given besides the runtime.
    package let configuration: Configuration

    let flow: PermissionFlowController
    private let stackReader = StackReader()
    private let changes = ChangeSignal()
    private let log: ChangeLog
    private let keeper = WorldKeeper()
    private let differences: StateDifferenceReader
    private let persistenceObservation: InspectorObservation?

    /// Creates the inspector of a runtime that has been set up.
    package init(runtime: FlintRuntime, configuration: Configuration) {
        self.runtime = runtime
        self.configuration = configuration
        flow = PermissionFlowController(runtime: runtime, configuration: configuration)
        log = ChangeLog(capacity: configuration.changeCapacity)
        differences = StateDifferenceReader(runtime: runtime, system: configuration.system)
        let (changes, log, differences) = (changes, log, differences)
        /// Notes changes for front ends that follow, and wakes them.
        @Sendable func note(_ news: [ChangeLog.Change] = [], _ parts: ChangeLog.Part...) {
            log.note(news, parts)
            changes.send()
        }
        changes.hold(
            runtime.facts.observe { change in
                let news = [ChangeLog.Change(change)]
                differences.factDidChange(change)
                if change.key.kind == .permission { note(news, .status, .permissions) } else { note(news, .status) }
            })
        changes.hold(
            runtime.journal.observe { event in
                // The change itself is noted next, when its event is in the journal already.
                if case .factChanged = event.kind { return }
                if case .storeEvent = event.kind { differences.deviceDidChange() }
                note(ChangeLog.Change.list(event), .status)
            })
        changes.hold(runtime.actionStacks.observe { note([], .stacks) })
        changes.hold(runtime.observeFocus { note([], .status) })
        changes.hold(runtime.logs.observe { [changes] _ in changes.send() })
        changes.hold(
            runtime.observeSignals { signal in
                if case .flagsAnnounced = signal { differences.flagsDidChange() }
                if case .purchasesAnnounced = signal { differences.deviceDidChange() }
                if let (news, parts) = ChangeLog.Change.news(signal) {
                    log.note(news, parts)
                } else {
                    log.forgetAll()
                }
                changes.send()
            })
        persistenceObservation = configuration.persistence?.observe { note([], .status) }
        flow.onChange = { note([], .status) }
        configuration.history.watch { note([], .status) }
    }

    /// Whether the app allows overrides.
    package var allowsOverrides: Bool { runtime.facts.allowsOverrides }

    /// Why nothing can be overridden where overrides are not allowed, and how to allow them.
    package static let overrideRefusal =
        "This build of the app does not allow overrides, which are for development. To allow them, set allowsOverrides "
        + "to true in the configuration of Flint.setup."

    /// Lists everything there is, as it is now.
    package func list() -> AppModel {
        readUnannouncedFacts()
        // Read first: what changes meanwhile is then among the next changes.
        let revision = log.revision
        return runtime.bind {
            AppModel(
                revision: revision, status: factReader.status(flow, differences),
                features: FeatureReader(runtime: runtime).summaries(), products: factReader.products,
                permissions: factReader.permissions, flags: FlagCommandHandler(runtime: runtime).snapshots,
                overrides: runtime.facts.overrideRecords)
        }
    }

    private var factReader: AppStatusReader { AppStatusReader(runtime: runtime, configuration: configuration) }

    /// What concerns the app as a whole, as it is now.
    package var status: AppStatus { runtime.bind { factReader.status(flow, differences) } }

    /// Returns what changed since a revision, or `nil` if that is no longer known.
    package func changes(since revision: Revision) -> ModelChanges? {
        guard let news = log.news(since: revision) else { return nil }
        return runtime.bind {
            ChangeReader(runtime: runtime, facts: factReader, flow: flow, differences: differences).changes(news)
        }
    }

    /// Explains a feature, without plans to unlock it.
    package func detail(of featureID: String) -> FeatureSnapshot? {
        guard let metadata = try? runtime.feature(withID: featureID) else { return nil }
        readUnannouncedFacts(of: metadata)
        return runtime.bind { FeatureReader(runtime: runtime).detail(of: metadata) }
    }

    /// Reads what features can be found by besides what lists show of them.
    package func featureTexts() -> FeatureTexts { runtime.bind { FeatureReader(runtime: runtime).texts() } }

    /// Finds what would make a feature available.
    package func plans(of featureID: String) -> FeaturePlans? {
        guard let metadata = try? runtime.feature(withID: featureID) else { return nil }
        readUnannouncedFacts(of: metadata)
        return runtime.bind { UnlockPlanReader(runtime: runtime, system: configuration.system).plans(of: metadata) }
    }

    /// Counts in how many of the possible states of what a feature depends on it is available.
    package func states(of featureID: String, progress: @escaping (Double) -> Bool) -> AvailableStates? {
        guard let metadata = try? runtime.feature(withID: featureID) else { return nil }
        return runtime.stateCounts(of: metadata, progress: progress).map(AvailableStates.init)
    }

    /// What the app declares.
    package func catalog(of features: [String]?) -> Catalog {
        runtime.bind {
            let declaring = features?.compactMap { runtime.metadata(at: TopicPath(stringLiteral: $0)) }
            return Catalog(
                features: FeatureReader(runtime: runtime).declarations(of: declaring ?? runtime.features),
                mistakes: runtime.declarationMistakes.map(LintFinding.init),
                soldProducts: configuration.system?.storeProducts.map(\.productID))
        }
    }

    /// What is known of facts.
    package func facts(of features: [String]?) -> [FactRecord] {
        guard let features else {
            readUnannouncedFacts()
            return runtime.facts.all.map { FactRecord(key: $0.key, fact: $0.value) }
        }
        let declaring = features.compactMap { runtime.metadata(at: TopicPath(stringLiteral: $0)) }
        for metadata in declaring { readUnannouncedFacts(of: metadata) }
        return Set(declaring.flatMap(\.factKeys)).compactMap { key in
            runtime.facts[key].map { FactRecord(key: key, fact: $0) }
        }
    }

    /// The app as data, which is kept up to date once it was asked for.
    package func world(of features: [String]?) -> World { keeper.world(of: features, from: self) }

    /// Works out the effect of commands, carried out in order.
    package func plan(_ commands: [Command]) -> CommandPlan {
        runtime.bind { CommandRunner(inspector: self).forecast(of: commands).plan }
    }

    /// Returns the ids of the features that a fact is required by, in order of registration.
    package func usage(of fact: FactReference) -> [String] {
        FactKey(fact).map { runtime.features(requiring: $0).map(\.path.description) } ?? []
    }

    /// Finds the action that a URL leads to, and does not perform it.
    package func target(of url: String) -> ActionInvocation? {
        guard let url = URL(string: url), let target = runtime.target(of: url) else { return nil }
        return ActionInvocation(feature: target.feature.path.description, action: target.action.id)
    }

    /// The open action stacks, in the order in which they began.
    package func stacks() -> [StackSnapshot] {
        stackReader.snapshots(of: runtime)
    }

    /// The events after a given one, oldest first.
    package func events(after id: UInt64) -> [EventRecord] {
        runtime.journal.events(after: id).map(EventFormatter(runtime: runtime).record)
    }

    /// The lines of the log after a given one, oldest first.
    ///
    /// They are those logged through ``Flint/logHandler(label:runtime:metadataProvider:)``; without it there are none.
    package func logLines(after id: UInt64) -> [LogLine] {
        runtime.logs.lines(after: id).map { line in
            var line = line
            line.actionName = actionName(of: line)
            return line
        }
    }

    /// The name of the action a line concerns; without an id of its own, the topic has one after a `#`.
    private func actionName(of line: LogLine) -> String? {
        let parts = line.topic?.split(separator: "#", maxSplits: 1).map(String.init) ?? []
        guard let id = line.actionID ?? (parts.count == 2 ? parts[1] : nil),
            let feature = line.featureID ?? parts.first
        else { return nil }
        return runtime.metadata(at: FeaturePath(stringLiteral: feature))?.actions.first { $0.id == id }?.name
    }

    /// Carries out a command, recording the inspector as its cause.
    package func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        send(command, as: configuration.cause, savesAtOnce: false, completion: completion)
    }

    /// Carries out a command of a front end elsewhere.
    ///
    /// - Parameters:
    ///   - command: What to change.
    ///   - cause: Who is recorded as the cause.
    ///   - savesAtOnce: Whether changes are saved before the completion handler is called, also where this process saves
    ///     later.
    ///   - completion: Called once with what came of it, possibly before `send` returns, on any thread.
    package func send(
        _ command: Command, as cause: Cause, savesAtOnce: Bool = true,
        completion: @escaping @Sendable (CommandResult) -> Void
    ) {
        InspectorQuestion.noteCommand(to: self)
        runtime.bind {
            Cause.withCause(cause) {
                CommandRunner(inspector: self, cause: cause, savesAtOnce: savesAtOnce)
                    .run(command, completion: completion)
            }
        }
    }

    /// What commands have done, oldest first.
    package func history() -> [HistoryEntry] { configuration.history.entries }

    /// Works out what commands would do to the availability of features, carried out in order.
    package func preview(_ commands: [Command], limit: Int) -> Preview {
        readUnannouncedFacts()
        let (changes, refusal) = runtime.bind {
            let forecast = CommandRunner(inspector: self).forecast(of: commands)
            return (runtime.preview(assuming: forecast.assumptions), forecast.refusal)
        }
        return Preview(changes, in: runtime, limit: limit, refusal: refusal)
    }

    /// Works out the availability of every feature under several sets of assumptions.
    package func availability(assuming scenarios: [[Command]]) -> [AvailabilityColumn] {
        readUnannouncedFacts()
        return runtime.bind {
            scenarios.map { commands in
                let assumptions = CommandRunner(inspector: self).assumptions(of: commands)
                return AvailabilityColumn(runtime.facts.verdicts(assuming: assumptions).map(\.boolValue))
            }
        }
    }

    /// The app's personas.
    package func personas() -> PersonaList { configuration.personas?.list() ?? PersonaList() }

    /// Returns the app as it was after an event that the journal still has.
    package func moment(at event: UInt64) throws -> any Inspector {
        // Read first: what changes meanwhile is then undone too.
        let world = world(of: nil)
        return MomentInspector(try past(at: event), in: world, of: self)
    }

    /// Returns the facts as they were after an event that the journal still has.
    ///
    /// - Parameter event: The number of the event.
    /// - Returns: The facts.
    /// - Throws: ``MomentError`` if there is no such event, or if it is no longer kept.
    package func past(at event: UInt64) throws(MomentError) -> PastFacts {
        var reader = PastReader(runtime)
        return try reader.facts(at: event)
    }

    /// Reads the facts again whose sources do not announce changes, for some features and as far as they are named.
    ///
    /// It does not wait for sources that are known to be slow, whose answers are changes later.
    package func refresh(features: [String], facts: [FactReference]) {
        runtime.readUnannouncedFacts(
            of: features.compactMap { runtime.metadata(at: TopicPath(stringLiteral: $0)) },
            and: facts.compactMap(FactKey.init), waitsForSlowSources: false)
        // A simulated clock announces nothing while it runs.
        if configuration.system.map({ $0.storeSnapshot.rate != 0 }) == true { log.note([], [.status]) }
    }

    /// Reads every fact again whose source does not announce changes, unless the present question has done so.
    func readUnannouncedFacts() {
        guard InspectorQuestion.requiresReading(of: self) else { return }
        // An observer that asks about a change which is found now gets what is known.
        let waits = InspectorQuestion.waitsForSlowSources
        InspectorQuestion.withoutReading { runtime.readUnannouncedFacts(waitsForSlowSources: waits) }
        InspectorQuestion.noteReading(of: self)
    }

    /// Reads the facts again that a feature depends on and whose sources do not announce changes, unless the present
    /// question has read every fact.
    func readUnannouncedFacts(of metadata: FeatureMetadata) {
        guard InspectorQuestion.requiresReading(of: self) else { return }
        InspectorQuestion.withoutReading { runtime.readUnannouncedFacts(of: [metadata], and: []) }
    }

    /// Calls a handler after every change until the observation is cancelled or released.
    package func observe(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation {
        changes.add(handler)
    }

    /// Notifies front ends of a change that leaves no trace in the journal, such as what the app is playing.
    package func stateDidChange() {
        log.note([], [.status])
        changes.send()
    }

    /// Notifies front ends that anything about the simulated system may have changed.
    func systemDidChange() {
        differences.deviceDidChange()
        log.note([], [.status, .products, .permissions])
        changes.send()
    }
}

extension Preview {
    /// Describes changes of availability.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - runtime: The runtime of the features.
    ///   - limit: How many features are named of those that would change in the same way; the rest are counted.
    ///   - refusal: Why the first command that would be refused would be.
    init(_ changes: [AvailabilityChange], in runtime: FlintRuntime, limit: Int, refusal: String? = nil) {
        var counts: [Preview.Count] = []
        let named = changes.filter { change in
            Preview.count(change.before.boolValue, change.after.boolValue, in: &counts) <= limit
        }
        self.init(
            changes: named.map { change in
                FeatureChange(
                    featureID: change.feature.description, featureName: runtime.name(of: change.feature),
                    before: change.before.boolValue, after: change.after.boolValue)
            }, counts: counts, refusal: refusal)
    }
}
