// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintFoundation
import FlintWorld

/// The inspector of an app in this process.
///
/// It reads and changes a runtime directly. The inspector itself stores only the current authorization flow, a log of
/// recent changes, and caches. A ``Configuration`` describes the optional parts of the app and the recorded cause of
/// changes. All members can be called from any thread.
package final class RuntimeInspector: Inspector {
    /// The dependencies of an inspector in addition to the runtime.
    ///
    /// An optional part is `nil` if the app does not have it. Commands that require a missing part are refused.
    package struct Configuration: Sendable {
        package var appName: String
        package var cause: Cause
        package var router: (any PresentationRouter & Sendable)?
        package var system: (any SimulatedSystem)?
        package var backgroundWork: (any BackgroundWork)?
        package var activity: (@Sendable () -> String?)?
        package var persistence: OverridePersistence?
        var access: StateFileAccess { persistence?.access ?? .current }
        package var history = CommandHistory()
        package var personas: (any PersonaStore)?
        /// A closure that returns problems with other state files, one sentence each.
        ///
        /// It may be called from any thread.
        package var problems: (@Sendable () -> [String])?
        package var changeCapacity = ChangeLog.defaultCapacity

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

    package let runtime: FlintRuntime
    package let configuration: Configuration

    let flow: PermissionFlowController
    private let stackReader = StackReader()
    private let changes = ChangeSignal()
    private let log: ChangeLog
    private let worldCache = WorldCache()
    let differences: StateDifferenceReader
    private let persistenceObservation: ObservationToken?

    package init(runtime: FlintRuntime, configuration: Configuration) {
        self.runtime = runtime
        self.configuration = configuration
        flow = PermissionFlowController(runtime: runtime, configuration: configuration)
        log = ChangeLog(capacity: configuration.changeCapacity)
        differences = StateDifferenceReader(runtime: runtime, system: configuration.system)
        let (changes, log, differences) = (changes, log, differences)
        @Sendable func announce(_ news: [ChangeLog.Change] = [], _ parts: ChangeLog.Part...) {
            log.append(news, parts)
            changes.send()
        }
        changes.hold(
            runtime.facts.observe { change in
                let news = [ChangeLog.Change(change)]
                differences.factDidChange(change)
                if change.key.kind == .permission {
                    announce(news, .status, .permissions)
                } else {
                    announce(news, .status)
                }
            })
        changes.hold(
            runtime.journal.observe { event in
                // The fact's observer records the change afterward, when the journal already contains the event.
                if case .factChanged = event.kind { return }
                if case .storeEvent = event.kind { differences.deviceDidChange() }
                announce(ChangeLog.Change.changes(for: event), .status)
            })
        changes.hold(runtime.actionStacks.observe { announce([], .stacks) })
        changes.hold(runtime.observeFocus { announce([], .status) })
        changes.hold(runtime.logs.observe { [changes] _ in changes.send() })
        changes.hold(
            runtime.observeSignals { signal in
                if case .flagsAnnounced = signal { differences.flagsDidChange() }
                if case .purchasesAnnounced = signal { differences.deviceDidChange() }
                if let (news, parts) = ChangeLog.Change.news(signal) {
                    log.append(news, parts)
                } else {
                    log.discardAll()
                }
                changes.send()
            })
        persistenceObservation = configuration.persistence?.observe { announce([], .status) }
        flow.onChange = { announce([], .status) }
        configuration.history.watch { announce([], .status) }
    }

    package var allowsOverrides: Bool { runtime.facts.allowsOverrides }

    package static let overrideRefusal =
        "This build of the app does not allow overrides, which are for development. To allow them, set allowsOverrides "
        + "to true in the configuration of Flint.setup."

    package func readModel() -> AppModel {
        // Read the revision first, so that concurrent changes are part of the next changes.
        let revision = log.revision
        return runtime.bind {
            AppModel(
                revision: revision, status: readStatus(),
                features: FeatureReader(runtime: runtime).summaries(), products: productSnapshots,
                permissions: permissionSnapshots, flags: runtime.flagSnapshots,
                overrides: runtime.facts.overrideRecords, ownFacts: runtime.ownFacts)
        }
    }

    package var status: AppStatus { runtime.bind { readStatus() } }

    package func sync(_ request: Sync) -> News {
        if let reading = request.reading { read(reading) }
        var news = News()
        if let changes = request.since.flatMap(log.news) {
            news.changes = runtime.bind { modelChanges(changes) }
        }
        if let event = request.event {
            news.events = runtime.journal.events(after: event).map(EventFormatter(runtime: runtime).record)
        }
        if let line = request.line {
            news.lines = runtime.logs.lines(after: line).map { line in
                var line = line
                line.actionName = actionName(of: line)
                return line
            }
        }
        if !request.want.isEmpty { runtime.bind { add(request.want, to: &news) } }
        return news
    }

    private func read(_ reading: Sync.Reading) {
        if let ids = reading.features {
            runtime.readUnannouncedFacts(
                of: ids.compactMap(metadata(ofFeature:)), and: reading.facts.compactMap(FactKey.init),
                waitsForSlowSources: false)
        } else {
            runtime.readUnannouncedFacts(waitsForSlowSources: false)
        }
        // A simulated clock does not announce its progress.
        if configuration.system.map({ $0.storeSnapshot.rate != 0 }) == true { log.append([], [.status]) }
    }

    private func add(_ want: Sync.Want, to news: inout News) {
        let reader = FeatureReader(runtime: runtime)
        if want.stacks { news.stacks = stackReader.snapshots(of: runtime) }
        if want.texts { news.texts = reader.featureTexts() }
        guard want.hasDeclarations else { return }
        let dependents = want.dependents.map { (fact: $0, features: FactKey($0).map(features(dependingOn:)) ?? []) }
        news.dependents = dependents.map { fact, features in
            Sync.Dependents(of: fact, features: features.map(\.path.description))
        }
        var known: Set<TopicPath> = []
        let features = (want.features.compactMap(metadata(ofFeature:)) + dependents.flatMap(\.features))
            .filter { known.insert($0.path).inserted }
        news.declared = Catalog(features: reader.declarations(of: features))
        var keys = Set(features.flatMap { $0.requirement.facts.flatMap(\.factKeys) })
        if want.rest {
            news.declared.mistakes = runtime.declarationMistakes.map(LintFinding.init)
            news.declared.soldProducts = configuration.system?.storeProducts.map(\.productID)
            news.declared.entryPoints = AppEntryPoints(
                activityTypes: FlintAppInfo.activityTypes, urlSchemes: FlintAppInfo.declaredURLSchemes)
            // The rest includes the facts that no feature requires.
            let others = Set(runtime.features.flatMap { $0.requirement.facts.flatMap(\.factKeys) })
            keys.formUnion(runtime.facts.all.keys.filter { !others.contains($0) })
        }
        news.facts = keys.compactMap { key in runtime.facts[key].map { FactRecord(key: key, fact: $0) } }
    }

    private func metadata(ofFeature id: String) -> FeatureMetadata? {
        runtime.metadata(at: TopicPath(stringLiteral: id))
    }

    /// Returns the features whose availability depends on a fact, and the groups above them.
    private func features(dependingOn key: FactKey) -> [FeatureMetadata] {
        var keys = [key]
        if case .permission(let permission) = key {
            // A granted wider permission also meets the condition.
            keys = runtime.requiredPermissions.filter {
                PermissionRules.permissionsDeciding($0).contains(permission)
            }.map { .permission($0) }
        }
        var known: Set<TopicPath> = []
        var found: [FeatureMetadata] = []
        var pending = keys.flatMap(runtime.features(requiring:))
        while let next = pending.popLast() {
            guard known.insert(next.path).inserted else { continue }
            found.append(next)
            if next.isGroup { pending += runtime.features(under: next) }
        }
        found += found.flatMap(\.ancestors).filter { known.insert($0.path).inserted }
        return found
    }

    /// Returns the app's world.
    ///
    /// After the first call, the inspector retains the world and applies only new changes to it.
    package func world(of features: [String]?, reading: Bool) -> World {
        worldCache.world(of: features, reading: reading, list: readModel, sync: sync)
    }

    package func plans(_ alternatives: [[Command]]) -> [CommandPlan] {
        runtime.bind { alternatives.map { CommandRunner(inspector: self).forecast(of: $0).plan } }
    }

    /// Returns the name of a log line's action.
    ///
    /// If the line has no action id, its topic may contain one after `#`.
    private func actionName(of line: LogLine) -> String? {
        let parts = line.topic?.split(separator: "#", maxSplits: 1).map(String.init) ?? []
        guard let id = line.actionID ?? (parts.count == 2 ? parts[1] : nil),
            let feature = line.featureID ?? parts.first
        else { return nil }
        return runtime.metadata(at: FeaturePath(stringLiteral: feature))?.actions.first { $0.id == id }?.name
    }

    package func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        send(command, as: configuration.cause, savesAtOnce: false, completion: completion)
    }

    /// Performs a command from a front end in another process.
    ///
    /// `savesAtOnce` saves changes before the completion handler is called, even if this process normally saves later.
    /// The handler is called exactly once on an arbitrary thread, possibly before `send` returns.
    package func send(
        _ command: Command, as cause: Cause, savesAtOnce: Bool = true,
        completion: @escaping @Sendable (CommandResult) -> Void
    ) {
        runtime.bind {
            Cause.withCause(cause) {
                CommandRunner(inspector: self, cause: cause, savesAtOnce: savesAtOnce)
                    .run(command, completion: completion)
            }
        }
    }

    package func history() -> [HistoryEntry] { configuration.history.entries }

    package func personas() -> PersonaList { configuration.personas?.readPersonas() ?? PersonaList() }

    package func moment(at event: UInt64) throws -> any Inspector {
        // Read the world first, so that concurrent changes are reverted too.
        let world = world(of: nil, reading: true)
        return MomentInspector(try past(at: event), in: world, of: self)
    }

    /// Returns the moment after an event that the journal still contains, and the facts that have changed since.
    ///
    /// - Throws: ``MomentError`` if the event does not exist, or if events needed for the reconstruction have been
    ///   discarded.
    package func past(at event: UInt64) throws(MomentError) -> MomentFacts {
        let events = runtime.journal.events
        return try FactHistory(of: runtime, events: events).facts(at: event, among: events.map { ($0.id, $0.date) })
    }

    package func factHistory() -> FactHistory? { FactHistory(of: runtime, events: runtime.journal.events) }

    package func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        changes.add(handler)
    }

    /// Notifies front ends of a change that the journal does not record, such as a change to the app's activity.
    package func stateDidChange() {
        log.append([], [.status])
        changes.send()
    }

    func systemDidChange() {
        differences.deviceDidChange()
        log.append([], [.status, .products, .permissions])
        changes.send()
    }
}
