import FeatureGating
import Logging
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One complete engine: its features, its facts, its journal and everything it was set up with.
///
/// An app has one, which ``Flint`` stands for. Tests make their own and bind it, so that any number of them can run
/// at the same time:
///
/// ```swift
/// let runtime = FlintRuntime()
/// Flint.withRuntime(runtime) {
///     Flint.setup(AppFeatures.self)
///     // ...
/// }
/// ```
///
/// A runtime may be used from any thread. It calls code of the app (constraints, `isEnabled`, trackers, actions,
/// observers) with itself bound as the current runtime and never while it holds a lock.
public final class FlintRuntime: Sendable {
    private struct State {
        var isSetUp = false
        var dependencies = Flint.Dependencies()
        /// What performs actions in place of the standard dispatcher.
        var dispatcher: (any ActionDispatcher)?
        var switches: [FrameworkFeature: Bool] = [:]
        var hasAdvisedOfMissingTracker = false
        var tokens: [ObservationToken] = []
        var sources: FactSources?
        /// The purchase tracker that was assigned before setup, in the old way.
        var assignedPurchaseTracker: (any PurchaseTracker)?
    }

    /// The runtime of the process, which is never released.
    static let process = FlintRuntime(facts: FactStore(), isOfProcess: true)

    /// The gates of the process's runtime, to be asked without counting references to it.
    static let processGates = process.gates

    /// The main session of the process's runtime, to be had without asking that for it.
    private static let mainSessionOfProcess = process.mainSession

    /// The main session of the runtime that code running here belongs to.
    static var currentMainSession: ActionSession { TaskScope.boundRuntime?.mainSession ?? mainSessionOfProcess }

    /// The runtime that code running here belongs to: what `Flint.withRuntime(_:_:)` has bound, or else that
    /// of the process.
    public static var current: FlintRuntime { TaskScope.boundRuntime ?? process }

    /// Every fact and every override.
    public let facts: FactStore
    /// The journal of events.
    public let journal = Journal()
    /// The session for actions of the user.
    public let mainSession = ActionSession()

    /// What performs actions unless another has been put in its place.
    let standardDispatcher = DefaultActionDispatcher()

    /// Whether this is the runtime of the process, which is never released.
    let isOfProcess: Bool
    let catalog: FeatureCatalog
    /// The catalog's actions and the store's verdicts, which both stay as long as this does: every request asks them,
    /// and counting references to them would take longer than what they do.
    let gates: RequestGates
    /// The action stacks.
    public let actionStacks = ActionStackTracker()

    /// What URLs lead to.
    package let routes = RouteTable()
    /// Performed actions that can be continued.
    public let activities = ActivityStore()

    /// How the runtime may be entered from outside.
    let entrances = Protected(ExternalEntryPoints())
    /// Which actions have activities.
    let activityHandlers = ActivityHandlers()
    /// What went through swift-log, if the process uses ``Flint/logHandler(label:runtime:metadataProvider:)``.
    package let logs = LogHistory<LogLine>(capacity: 1000)

    /// The current focus.
    let focus: FocusState
    /// What was logged while there was a focus.
    let focusLogging: FocusLogging
    /// The loggers.
    let logging: RuntimeLogging
    /// What is reported to the analytics provider.
    let analytics = AnalyticsState()
    /// The mistakes in what the app declares.
    let mistakes = Protected<[DeclarationMistake]>([])
    /// The contributors to reports.
    let reportables = ReportableList()

    /// The observers of what front ends show and changes no fact.
    let signals = ObserverList<RuntimeSignal>()
    /// The observers of single features.
    let featureObservers = FeatureObservers()

    private let state = Protected(State())
    private let lastRequestID = Atomic<UInt>(0)
    private let otherDispatcherFlag = Atomic(false)
    private let frameworkNodes = FrameworkNodes()
    private let logger = Logger(label: "flint")

    /// Creates a runtime that knows no features yet.
    public convenience init() {
        self.init(facts: FactStore())
    }

    /// Creates a runtime with a clock of its own, by which overrides end.
    package convenience init(now: @escaping @Sendable () -> Date, timer: any DeadlineTimer) {
        self.init(facts: FactStore(now: now, timer: timer, uptime: { now().timeIntervalSinceReferenceDate }))
    }

    private init(facts: FactStore, isOfProcess: Bool = false) {
        self.facts = facts
        self.isOfProcess = isOfProcess
        catalog = FeatureCatalog()
        gates = RequestGates(actions: catalog.actions, verdicts: facts.published)
        let reference = WeakRuntimeReference()
        focus = FocusState(runtime: reference)
        focusLogging = FocusLogging(focus: focus)
        logging = RuntimeLogging(site: LogSite(focus: focus, runtime: reference), focusLogging: focusLogging)
        reference.set(self)
        journal.runtime.set(self)
        mainSession.belong(to: self)
        facts.overrideGate.onRefusal { reference.value?.adviseOfRefusedOverride(of: $0) }
    }

    // MARK: Set-up

    /// Whether ``Flint/setup(_:configuration:)`` has been called.
    public var isSetUp: Bool { state.withLock { $0.isSetUp } }

    /// The dependencies from setup.
    public var dependencies: Flint.Dependencies { state.withLock { $0.dependencies } }

    /// Sets the runtime up with a group of features.
    ///
    /// - Parameters:
    ///   - group: The root of the app's features.
    ///   - configuration: Supplies trackers and checkers in place of the defaults.
    public func setUp(_ group: FeatureGroup.Type, configuration: ((Flint.DependenciesConfig) -> Void)? = nil) {
        let config = Flint.DependenciesConfig()
        config.purchaseTracker = assignedPurchaseTracker
        bind { configuration?(config) }
        let dependencies = Flint.Dependencies(config)
        let sources = bind { FactSources(runtime: self, dependencies: dependencies) }
        // In one step, so that a runtime that is set up and has no dependencies is never seen.
        let isFirst = state.withLock { state in
            guard !state.isSetUp else { return false }
            state.isSetUp = true
            state.dependencies = dependencies
            state.sources = sources
            return true
        }
        guard isFirst else {
            let name = TypeNames.qualified(group)
            fatalError(
                "Flint cannot be set up with \(name), because it has been set up already. Call Flint.setup or "
                    + "Flint.quickSetup once, and Flint.register(group: \(name).self) for further features.")
        }
        setUpOverrides(areAllowed: dependencies.allowsOverrides)
        let token = facts.observe { [journal] change in journal.record(change) }
        state.withLock { $0.tokens.append(token) }
        bind { sources.connect() }
        register(group: group)
        register(group: FlintFeatures.self)
        for feature in FrameworkFeature.allCases {
            frameworkNodes.set(catalog.metadata(for: feature.definition)?.node, of: feature)
        }
    }

    /// Lets overrides through or not; those made before setup are removed where they are not allowed.
    private func setUpOverrides(areAllowed: Bool) {
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

    /// The purchase tracker to be set up with, assigned in the old way.
    private var assignedPurchaseTracker: (any PurchaseTracker)? { state.withLock { $0.assignedPurchaseTracker } }

    /// The purchase tracker: after setup the one it was set up with, before that the one that was assigned.
    var purchaseTracker: (any PurchaseTracker)? {
        state.withLock { $0.isSetUp ? $0.dependencies.purchaseTracker : $0.assignedPurchaseTracker }
    }

    /// Takes the purchase tracker to be set up with; after that it is too late.
    func assign(purchaseTracker: (any PurchaseTracker)?) {
        let isTooLate = state.withLock { state in
            if !state.isSetUp { state.assignedPurchaseTracker = purchaseTracker }
            return state.isSetUp
        }
        if isTooLate {
            advise("A purchase tracker was assigned after setup and is not used. Give it to Flint.setup.")
        }
    }

    /// Stops the process if the runtime has not been set up, which is one of the two mistakes that do.
    ///
    /// A release build reports it too, which it would not do with a failing precondition.
    ///
    /// - Parameter feature: The feature that is used too early, if there is one.
    func requireSetUp(for feature: FeatureDefinition.Type? = nil) {
        if isSetUp { return }
        let subject = feature.map { TypeNames.qualified($0) } ?? "Flint"
        fatalError("\(subject) is used before Flint is set up. Call Flint.setup or Flint.quickSetup first.")
    }

    /// Resets the runtime to its initial state.
    public func reset() {
        let sources = state.withLock { state in
            let sources = state.sources
            state = State()
            otherDispatcherFlag.store(false, ordering: .releasing)
            return sources
        }
        sources?.disconnect()
        featureObservers.removeAll()
        standardDispatcher.removeAllObservers()
        entrances.withLock { entrances in
            let old = entrances
            entrances = ExternalEntryPoints()
            entrances.appInfo = old.appInfo
            return old.activityObservation
        }?.cancel()
        // First, so that no feature of before is found with the facts of after.
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
        focus.reset()
        focusLogging.log.reset()
        analytics.reset()
        reportables.reset()
    }

    // MARK: Running code

    /// Whether this is the current runtime, found out without counting references to the process's.
    private var isCurrent: Bool {
        guard let bound = TaskScope.boundRuntime else { return isOfProcess }
        return bound === self
    }

    /// Runs a body with this runtime as the current one.
    package func bind<Result>(_ body: () throws -> Result) rethrows -> Result {
        if isCurrent { return try body() }
        return try TaskScope(runtime: self, cause: TaskScope.current?.cause).run(body)
    }

    /// Runs an asynchronous body with this runtime as the current one.
    package func bind<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        let scope = TaskScope(runtime: self, cause: TaskScope.current?.cause)
        return try await TaskScope.$current.withValue(scope, operation: body)
    }

    /// Performs actions and notifies observers of them.
    public var dispatcher: any ActionDispatcher {
        get { state.withLock { $0.dispatcher } ?? standardDispatcher }
        set {
            state.withLock { state in
                state.dispatcher = newValue === standardDispatcher ? nil : newValue
                otherDispatcherFlag.store(state.dispatcher != nil, ordering: .releasing)
            }
        }
    }

    /// Whether something else than the standard dispatcher performs actions; found out without a lock.
    var hasOtherDispatcher: Bool { otherDispatcherFlag.load(ordering: .acquiring) }

    /// The actions among the journal's events.
    public var timeline: Timeline { Timeline(journal: journal) }

    // MARK: The framework's own features

    /// Whether one of the framework's own features does its work: as its availability determines, and always until it
    /// is registered.
    func isOn(_ feature: FrameworkFeature) -> Bool {
        let node = frameworkNodes.number(of: feature)
        return node < 0 || facts.isAvailable(node)
    }

    /// The switch of one of the framework's own features.
    func framework(_ feature: FrameworkFeature) -> Bool {
        state.withLock { $0.switches[feature] ?? true }
    }

    /// Turns one of the framework's own features on or off, at once.
    func setFramework(_ feature: FrameworkFeature, _ isEnabled: Bool) {
        state.withLock { $0.switches[feature] = isEnabled }
        runtimeSwitchChanged(feature.definition)
    }

    /// Whether an action is recorded now.
    func records(_ record: ActionRecord) -> Bool {
        isOn(.timeline) && !isSuppressedByFocus(record.feature)
    }

    /// Whether to report that there is no purchase tracker, which happens once.
    func shouldAdviseOfMissingTracker() -> Bool {
        state.withLock { state in
            defer { state.hasAdvisedOfMissingTracker = true }
            return !state.hasAdvisedOfMissingTracker
        }
    }

    /// Reads the actual values of facts.
    var sources: FactSources? { state.withLock { $0.sources } }

    /// A number no other request of this runtime has.
    func nextRequestID() -> UInt {
        lastRequestID.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Records that something happened at the store, before what it changes is announced.
    ///
    /// - Parameter event: What happened. Its cause is the one set with ``Cause/withCause(_:_:)``,
    ///   or else the store itself.
    package func record(_ event: StoreEvent) {
        journal.append(.storeEvent(event), cause: Cause.current ?? .store)
    }

    /// Logs and journals an advisory: the engine was used in a way that its caller should know about.
    package func advise(_ text: String) {
        logger.warning("\(text)")
        journal.append(.advisory(text), cause: Cause.current ?? .app)
    }
}
