// SPDX-License-Identifier: MIT

import FeatureGating
import FlintFoundation
import FlintLocks
import Logging

/// A complete instance of the engine, with its features, facts, journal and dependencies.
///
/// An app uses the process's runtime through ``Flint``. A test creates a runtime and binds it, so that tests can run in
/// parallel:
///
/// ```swift
/// let runtime = FlintRuntime()
/// Flint.withRuntime(runtime) {
///     Flint.setup(AppFeatures.self)
///     // ...
/// }
/// ```
///
/// A new runtime has no features. ``setUp(_:configuration:)`` registers the app's features and connects the sources of
/// facts, and ``reset()`` returns the runtime to its initial state. The process's runtime is never released.
///
/// A runtime can be used from any thread. While it calls the app's code (constraints, `isEnabled`, trackers, actions,
/// observers), it is bound as the current runtime and holds no lock.
public final class FlintRuntime: Sendable {
    private struct State {
        var isSetUp = false
        var dependencies = Flint.Dependencies()
        var dispatcher: (any ActionDispatcher)?
        var switches: [FrameworkFeature: Bool] = [:]
        var hasAdvisedOfMissingTracker = false
        var tokens: [ObservationToken] = []
        var sources: FactSources?
        var assignedPurchaseTracker: (any PurchaseTracker)?
        var adoptedFlags: [AdoptedFlags] = []
    }

    static let process = FlintRuntime(facts: FactStore(), isOfProcess: true)

    /// The gates of the process's runtime, which can be used without reference counting.
    static let processGates = process.gates

    private static let mainSessionOfProcess = process.mainSession

    static var currentMainSession: ActionSession { TaskScope.boundRuntime?.mainSession ?? mainSessionOfProcess }

    /// The runtime that `Flint.withRuntime(_:_:)` has bound, or the process's runtime.
    public static var current: FlintRuntime { TaskScope.boundRuntime ?? process }

    /// The store of all facts and overrides.
    public let facts: FactStore
    /// The journal, which records the runtime's events.
    public let journal = Journal()
    /// The session for actions that the user performs.
    public let mainSession = ActionSession()

    let standardDispatcher = DefaultActionDispatcher()

    let isOfProcess: Bool
    let catalog: FeatureCatalog
    /// The catalog's actions and the store's verdicts, which every request reads.
    ///
    /// Both live as long as the runtime, so the gates avoid reference counting, which would take longer than the reads.
    let gates: RequestGates
    /// The tracker of the runtime's open action stacks.
    public let actionStacks = ActionStackTracker()

    package let routes = RouteTable()
    /// The performed actions that can be continued as activities.
    public let activities = ActivityStore()

    let entrances = Protected(ExternalEntryPoints())
    let activityHandlers = ActivityHandlers()
    /// The lines from swift-log, if the process uses ``Flint/logHandler(label:runtime:metadataProvider:)``.
    package let logs = LogHistory<LogLine>(capacity: 1000)

    let focus: FocusState
    let focusLogging: FocusLogging
    let logging: RuntimeLogging
    let analytics = AnalyticsState()
    let mistakes = Protected<[DeclarationMistake]>([])
    let reportables = WeakObserverList<any DebugReportable>()
    let fileAccess: StateFileAccess

    /// The observers of changes that front ends display but that are not changes to facts.
    let signals = ObserverList<RuntimeSignal>()
    let featureObservers = FeatureObservers()

    private let state = Protected(State())
    private let lastRequestID = Atomic<UInt>(0)
    private let otherDispatcherFlag = Atomic(false)
    private let frameworkNodes = FrameworkNodes()
    private let logger = Logger(label: "flint")

    /// Creates a runtime without features.
    ///
    /// Bind it with `Flint.withRuntime(_:_:)` and set it up before use.
    public convenience init() {
        self.init(facts: FactStore())
    }

    package convenience init(now: @escaping @Sendable () -> Date, timer: any DeadlineTimer) {
        self.init(facts: FactStore(now: now, timer: timer, uptime: { now().timeIntervalSinceReferenceDate }))
    }

    package convenience init(
        now: @escaping @Sendable () -> Date, timer: any DeadlineTimer, waitForAnswer: @escaping AnswerWait
    ) {
        self.init(
            facts: FactStore(
                now: now, timer: timer, uptime: { now().timeIntervalSinceReferenceDate },
                waitForAnswer: waitForAnswer))
    }

    private init(facts: FactStore, isOfProcess: Bool = false) {
        self.facts = facts
        self.isOfProcess = isOfProcess
        fileAccess = isOfProcess ? .process : StateFileAccess()
        catalog = FeatureCatalog()
        gates = RequestGates(actions: catalog.actions, verdicts: facts.published)
        let reference = WeakRuntimeReference()
        focus = FocusState(runtime: reference)
        focusLogging = FocusLogging(focus: focus)
        logging = RuntimeLogging(site: LoggerSharedState(focus: focus, runtime: reference), focusLogging: focusLogging)
        reference.set(self)
        journal.runtime.set(self)
        mainSession.attach(to: self)
        facts.overrideGate.onRefusal { reference.value?.adviseOfRefusedOverride(of: $0) }
    }

    // MARK: Set-up

    /// Whether ``Flint/setup(_:configuration:)`` has been called for the runtime.
    public var isSetUp: Bool { state.withLock { $0.isSetUp } }

    /// The dependencies that the runtime was set up with.
    public var dependencies: Flint.Dependencies { state.withLock { $0.dependencies } }

    /// Sets up the runtime with a group of features.
    ///
    /// Setting up a runtime twice ends the process.
    ///
    /// - Parameters:
    ///   - group: The root of the app's features, or `nil` for an app that has only adopted flags so far.
    ///   - configuration: A closure that sets dependencies in place of the defaults.
    public func setUp(
        _ group: FeatureGroup.Type? = nil, configuration: ((Flint.DependenciesConfig) -> Void)? = nil
    ) {
        let config = Flint.DependenciesConfig()
        config.purchaseTracker = assignedPurchaseTracker
        bind { configuration?(config) }
        config.adoptedFlags = state.withLock { $0.adoptedFlags }
        let dependencies = Flint.Dependencies(config)
        let sources = bind { FactSources(runtime: self, dependencies: dependencies) }
        // Both change in one step, so that no thread sees a runtime that is set up but has no dependencies.
        let isFirst = state.withLock { state in
            guard !state.isSetUp else { return false }
            state.isSetUp = true
            state.dependencies = dependencies
            state.sources = sources
            return true
        }
        guard isFirst else {
            let name = group.map { TypeNames.qualified($0) }
            fatalError(
                "Flint cannot be set up\(name.map { " with \($0)" } ?? ""), because it is already set up. Call Flint.setup "
                    + "or Flint.quickSetup once, and Flint.register(group: \(name ?? "…").self) for further features.")
        }
        setUpOverrides(areAllowed: dependencies.allowsOverrides)
        let token = facts.observe { [journal] change in journal.record(change) }
        state.withLock { $0.tokens.append(token) }
        bind {
            sources.connect()
            readAdoptedFacts(of: dependencies, from: sources)
        }
        if let group { register(group: group) }
        register(group: FlintFeatures.self)
        for feature in FrameworkFeature.allCases {
            frameworkNodes.set(catalog.metadata(for: feature.definition)?.node, of: feature)
        }
    }

    private func setUpOverrides(areAllowed: Bool) {
        // Overrides from before setup are removed too. Each is reported like an override that is refused later.
        let early = areAllowed ? [] : facts.overrides.keys.sorted { $0.sortKey < $1.sortKey }
        for key in early {
            facts.setOverride(nil, for: key, cause: .app)
            adviseOfRefusedOverride(of: key)
        }
        facts.overrideGate.isOpen = areAllowed
    }

    private func adviseOfRefusedOverride(of key: FactKey) {
        advise(
            "The override of \(key.kind.rawValue)\(key.sortKey.dropFirst()) is refused, because overrides are for "
                + "development. To allow them in this build, set allowsOverrides to true in the configuration of "
                + "Flint.setup.")
    }

    private var assignedPurchaseTracker: (any PurchaseTracker)? { state.withLock { $0.assignedPurchaseTracker } }

    var purchaseTracker: (any PurchaseTracker)? {
        state.withLock { $0.isSetUp ? $0.dependencies.purchaseTracker : $0.assignedPurchaseTracker }
    }

    func assign(purchaseTracker: (any PurchaseTracker)?) {
        let isTooLate = state.withLock { state in
            if !state.isSetUp { state.assignedPurchaseTracker = purchaseTracker }
            return state.isSetUp
        }
        if isTooLate {
            advise(
                of: .lateConfiguration,
                "A purchase tracker was assigned after setup and is not used. Pass it to Flint.setup.", in: nil)
        }
    }

    func adopt(_ flags: AdoptedFlags) {
        let isTooLate = state.withLock { state in
            if !state.isSetUp { state.adoptedFlags.append(flags) }
            return state.isSetUp
        }
        if isTooLate {
            let first = flags.declarations.first.map { ", such as \($0.key)," } ?? ""
            advise(
                of: .lateConfiguration,
                "Flags\(first) were adopted after setup and are not used. Call Flint.adopt before Flint.setup.",
                in: nil)
        }
    }

    func requireSetUp(for feature: FeatureDefinition.Type? = nil) {
        if isSetUp { return }
        let subject = feature.map { TypeNames.qualified($0) } ?? "Flint"
        // A failed precondition would print no message in a release build.
        fatalError("\(subject) is used before Flint is set up. Call Flint.setup or Flint.quickSetup first.")
    }

    /// Resets the runtime to its initial state.
    ///
    /// The reset removes features, facts, overrides, events, log lines and the focus, along with their observers. The
    /// runtime's ``FlintAppInfo`` values remain. Do not use the runtime on another thread during the reset.
    public func reset() {
        let sources = state.withLock { state in
            let sources = state.sources
            state = State()
            otherDispatcherFlag.store(false, ordering: .releasing)
            return sources
        }
        sources?.disconnect()
        signals.removeAll()
        featureObservers.removeAll()
        standardDispatcher.removeAllObservers()
        entrances.withLock { entrances in
            let old = entrances
            entrances = ExternalEntryPoints()
            entrances.appInfo = old.appInfo
            return old.activityObservation
        }?.cancel()
        // The catalog is reset before the facts, so that a feature from before the reset is never found together with
        // newer facts.
        catalog.reset()
        mistakes.withLock { $0 = [] }
        routes.reset()
        activities.reset()
        activityHandlers.reset()
        facts.reset()
        journal.reset()
        actionStacks.reset()
        for feature in FrameworkFeature.allCases { frameworkNodes.set(nil, of: feature) }
        logging.reset()
        logs.reset()
        focus.removeAllObservers()
        focus.reset()
        focusLogging.log.reset()
        analytics.reset()
        reportables.removeAll()
    }

    // MARK: Running code

    private var isCurrent: Bool {
        // For the process's runtime, the flag avoids a comparison, which would need reference counting.
        guard let bound = TaskScope.boundRuntime else { return isOfProcess }
        return bound === self
    }

    package func bind<Result>(_ body: () throws -> Result) rethrows -> Result {
        if isCurrent { return try body() }
        return try TaskScope(runtime: self, cause: TaskScope.current?.cause).run(body)
    }

    package func bind<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        let scope = TaskScope(runtime: self, cause: TaskScope.current?.cause)
        return try await TaskScope.$current.withValue(scope, operation: body)
    }

    /// The dispatcher that performs actions and notifies the observers of actions.
    public var dispatcher: any ActionDispatcher {
        get { state.withLock { $0.dispatcher } ?? standardDispatcher }
        set {
            state.withLock { state in
                state.dispatcher = newValue === standardDispatcher ? nil : newValue
                otherDispatcherFlag.store(state.dispatcher != nil, ordering: .releasing)
            }
        }
    }

    var hasOtherDispatcher: Bool { otherDispatcherFlag.load(ordering: .acquiring) }

    /// The journal's action events as a timeline.
    public var timeline: Timeline { Timeline(journal: journal) }

    // MARK: The framework's own features

    func isActive(_ feature: FrameworkFeature) -> Bool {
        let node = frameworkNodes.number(of: feature)
        // Before it is registered, a feature of the framework is always active.
        return node < 0 || facts.isAvailable(node)
    }

    func isEnabled(_ feature: FrameworkFeature) -> Bool {
        state.withLock { $0.switches[feature] ?? true }
    }

    func setEnabled(_ feature: FrameworkFeature, _ isEnabled: Bool) {
        state.withLock { $0.switches[feature] = isEnabled }
        runtimeSwitchChanged(feature.definition)
    }

    func shouldRecord(_ record: ActionRecord) -> Bool {
        isActive(.timeline) && !isSuppressedByFocus(record.feature)
    }

    func shouldAdviseOfMissingTracker() -> Bool {
        state.withLock { state in
            defer { state.hasAdvisedOfMissingTracker = true }
            return !state.hasAdvisedOfMissingTracker
        }
    }

    /// The sources that read actual values, or `nil` before setup.
    var sources: FactSources? { state.withLock { $0.sources } }

    func nextRequestID() -> UInt {
        lastRequestID.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Records a store event.
    ///
    /// Its cause is the current cause or, by default, the store. Call this method before announcing the changes that
    /// the event causes.
    package func record(_ event: StoreEvent) {
        journal.append(.storeEvent(event), cause: Cause.current ?? .store)
    }

    package func advise(_ text: String) {
        logger.warning("\(text)")
        journal.append(.advisory(text), cause: Cause.current ?? .app)
    }
}
