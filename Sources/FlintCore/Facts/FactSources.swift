import Dispatch
import FeatureGating

/// Reads the actual values of facts from the app's trackers, checkers, toggles and flag providers.
///
/// A source that announces changes is asked at registration and after each announcement; one that does not is asked
/// whenever something is about to depend on its answer. Sources are the app's code: they are called with the runtime
/// bound and with no lock held. Most calls are made on the caller's thread; ``readFirst(_:)`` describes the others.
final class FactSources: PurchaseTrackerObserver, UserFeatureTogglesObserver, SystemPermissionCheckerDelegate,
    @unchecked Sendable
{
    private let home: RuntimeReference
    private var runtime: FlintRuntime? { home.runtime }
    private let tracker: (any PurchaseTracker)?
    /// The tracker, if its purchases can be overridden.
    private let debugTracker: DebugPurchaseTracker?
    private let toggles: any UserFeatureToggles
    private let checker: any SystemPermissionChecker
    private let flags: FeatureFlags
    private let announcing: AnnouncingSources
    private let flagToken = Protected<ObservationToken?>(nil)
    private let pace = Protected(Pace())
    private let platform: CurrentPlatform
    private let platformSource: FactSource

    /// Creates the readers of one runtime, with which the sources are asked whether they announce changes.
    init(runtime: FlintRuntime, dependencies: Flint.Dependencies) {
        home = RuntimeReference(to: runtime)
        tracker = dependencies.purchaseTracker
        debugTracker = dependencies.purchaseTracker as? DebugPurchaseTracker
        toggles = dependencies.userFeatureToggles
        checker = dependencies.permissionChecker
        flags = dependencies.featureFlags
        announcing = AnnouncingSources(dependencies)
        platform = dependencies.platform ?? .real
        platformSource = dependencies.platform == nil ? .system : "simulated"
    }

    /// Starts listening.
    func connect() {
        guard let runtime else { return }
        if let debugTracker {
            // Its overrides are facts like all others from now on. It passes on no change that an override hides,
            // but the actual value is a fact of its own, so the tracker behind it is listened to as well.
            debugTracker.attach(storage: FactOverrideStorage(facts: runtime.facts))
            debugTracker.target?.addObserver(self)
        }
        runtime.facts.setActual(.platform(platform), for: .platform, source: platformSource, cause: .system)
        tracker?.addObserver(self)
        toggles.addObserver(self)
        checker.addObserver(self)
        let token = flags.observeProviders { [weak self] provider, keys in
            self?.featureFlagsDidChange(keys, cause: Cause(rawValue: provider))
        }
        flagToken.withLock { $0 = token }
    }

    /// Stops listening.
    func disconnect() {
        debugTracker?.target?.removeObserver(self)
        tracker?.removeObserver(self)
        toggles.removeObserver(self)
        checker.removeObserver(self)
        flagToken.withLock { $0 = nil }
    }

    /// Has the system ask the user for a permission, and completes when the fact is up to date.
    func requestAuthorization(
        for permission: SystemPermissionConstraint, completion: @escaping @Sendable () -> Void
    ) {
        checker.requestAuthorization(for: permission) { [weak self] permission, _ in
            self?.readPermission(permission, .announcement)
            completion()
        }
    }

    // MARK: What is announced

    /// Returns the facts that a feature's own constraints are about and no source announces.
    func unannouncedFacts(
        of constraints: DeclaredFeatureConstraints, products: [Product], declaredBy metadata: FeatureMetadata
    ) -> [SourcedFact] {
        var products = products
        // Where two products share an identifier by mistake, the first one stands for both.
        if !announcing.hasPurchases { products = products.map { runtime?.catalog.product($0.productID) ?? $0 } }
        return announcing.unannouncedFacts(of: constraints, products: products, declaredBy: metadata)
    }

    /// The permissions that decide about one and whose changes are not announced.
    func unannounced(_ permission: SystemPermissionConstraint) -> [SystemPermissionConstraint] {
        announcing.unannounced(permission)
    }

    /// The fact itself, and those that decide about it, as far as no source announces them.
    func unannounced(_ key: FactKey) -> [SourcedFact] {
        switch key {
        case .purchase(let productID) where !announcing.hasPurchases:
            runtime?.catalog.product(productID).map { [.purchase($0)] } ?? []
        case .permission(let permission) where self.runtime?.facts[key] != nil:
            unannounced(permission).map { .permission($0) }
        case .featureFlag(let flag) where !announcing.hasFeatureFlags: [.featureFlag(flag)]
        default: []
        }
    }

    // MARK: Reading

    /// Reads facts again that no source announces, because something is about to depend on them.
    ///
    /// - Parameters:
    ///   - facts: The facts.
    ///   - waits: Whether to wait also for sources that are known to be slow. If not, they are asked on another thread,
    ///     and their facts change once they have answered.
    func readAgain(_ facts: some Sequence<SourcedFact>, waitsForSlowSources waits: Bool = true) {
        guard let runtime else { return }
        runtime.bind {
            for fact in facts {
                if !waits, pace.withLock({ $0.slowSources[fact.key.kind] != nil }) {
                    readInBackground(fact, .use)
                } else {
                    read(fact, .use, in: runtime)
                }
            }
        }
    }

    /// Reads a fact that a feature depends on which is being registered.
    ///
    /// The first question to a source is asked on another thread, and so is every question to a source that took long to
    /// answer one. A fact that is not read in time is pending until it is.
    func readFirst(_ fact: SourcedFact) {
        guard let runtime else { return }
        let key = fact.key
        let kind = key.kind
        let (isFirst, isSlow) = pace.withLock { ($0.asked.insert(kind).inserted, $0.slowSources[kind] != nil) }
        guard isFirst || isSlow, let name = Self.name(of: kind), !OpenQuestion.isAsked else {
            return read(fact, .registration, in: runtime)
        }
        let number = runtime.facts.nextReading()
        let question = readInBackground(fact, .registration)
        if !isSlow {
            // On a busy machine the thread may start late, which is not the source's fault.
            question?.begun.wait()
            if question?.answered.wait(timeout: .now() + Pace.patience) == .success { return }
            report(
                "\(name) has not answered within \(Pace.patience) s, so the app is set up without its answers.", kind,
                in: runtime)
        }
        // Past purchases unlock nothing until they are known.
        if case .pastPurchases = fact { return }
        // This does not replace an answer that has arrived meanwhile, whose reading has a higher number.
        runtime.facts.note(
            FactAnswer(key.nothingKnown, source: .pending, cause: .system), for: key,
            reading: FactReading(number: number, occasion: .registration))
    }

    /// Reads a fact on another thread.
    ///
    /// - Returns: A semaphore that is signaled once the source is about to be asked, and one that is signaled after the
    ///   fact has been noted; `nil` if the fact is being read already.
    @discardableResult
    private func readInBackground(
        _ fact: SourcedFact, _ occasion: FactReading.Occasion
    ) -> (begun: DispatchSemaphore, answered: DispatchSemaphore)? {
        guard pace.withLock({ $0.pending.insert(fact).inserted }) else { return nil }
        let (begun, answered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let cause = Cause.current
        queue(of: fact.key.kind).async { [weak self] in
            begun.signal()
            defer { answered.signal() }
            guard let self, let runtime else { return }
            runtime.bind {
                func ask() { read(fact, occasion, in: runtime) }
                if let cause { Cause.withCause(cause, ask) } else { ask() }
            }
            pace.withLock { _ = $0.pending.remove(fact) }
        }
        return (begun, answered)
    }

    private func read(_ fact: SourcedFact, _ occasion: FactReading.Occasion, in runtime: FlintRuntime) {
        switch fact {
        case .runtimeSwitch(let metadata): readSwitch(of: metadata, occasion, in: runtime)
        case .userToggle(let metadata): readToggle(of: metadata, occasion, in: runtime)
        case .featureFlag(let key): readFlag(key, occasion, in: runtime)
        case .purchase(let product): readPurchase(of: product, occasion, in: runtime)
        case .pastPurchases(let metadata): readPastPurchases(of: metadata, occasion, in: runtime)
        case .permission(let permission): readPermission(permission, occasion, in: runtime)
        }
    }

    /// Reads a feature's `isEnabled`, and its own `isAvailable` if it defines one.
    ///
    /// A switch that asks, directly or through others, for the availability of its own feature gets what was known
    /// before.
    func readSwitch(of metadata: FeatureMetadata, _ occasion: FactReading.Occasion, in known: FlintRuntime? = nil) {
        guard let runtime = known ?? runtime else { return }
        runtime.facts.readSwitch(of: metadata, occasion, in: runtime)
    }

    /// Reads the user's choice for a feature from the toggles.
    func readToggle(of metadata: FeatureMetadata, _ occasion: FactReading.Occasion, in known: FlintRuntime? = nil) {
        guard let feature = metadata.conditional, let defaultValue = metadata.constraints.userToggleDefault
        else { return }
        read(.userToggle(feature: metadata.path), occasion, in: known) {
            let choice = toggles.isEnabled(feature)
            return FactAnswer(
                .truth(Truth(choice ?? defaultValue)), source: choice == nil ? .declaredDefault : .user, cause: .user)
        }
    }

    /// Reads a feature flag from the providers.
    ///
    /// - Parameters:
    ///   - key: The flag.
    ///   - occasion: Why it is read.
    ///   - cause: Who announced a change; `nil` for the provider that answers.
    ///   - known: The runtime, where the caller holds it.
    func readFlag(
        _ key: FeatureKey, _ occasion: FactReading.Occasion, cause: Cause? = nil, in known: FlintRuntime? = nil
    ) {
        read(.featureFlag(key), occasion, in: known) {
            let resolution = flags.resolve(key)
            return FactAnswer(
                .truth(Truth(resolution.evaluation.value)), source: FactSource(rawValue: resolution.source),
                cause: cause ?? resolution.provider.map(Cause.init(rawValue:)) ?? .app)
        }
    }

    /// Reads from the purchase tracker whether a product is owned, or how many units of it are left, whatever its
    /// override.
    func readPurchase(of product: Product, _ occasion: FactReading.Occasion, in known: FlintRuntime? = nil) {
        read(.purchase(productID: product.productID), occasion, in: known) {
            if let product = product as? ConsumableProduct, let left = tracker?.creditBalance(of: product) {
                return FactAnswer(.balance(left), source: .store, cause: .store)
            }
            let status = debugTracker.map { $0.realStatus(for: product) } ?? tracker?.status(of: product)
            return FactAnswer(.truth(Truth(status)), source: .store, cause: .store)
        }
    }

    /// Reads from the purchase tracker whether earlier purchases unlock a feature.
    func readPastPurchases(
        of metadata: FeatureMetadata, _ occasion: FactReading.Occasion, in known: FlintRuntime? = nil
    ) {
        guard let tracker, let runtime = known ?? runtime else { return }
        OpenQuestion.ask(about: .pastPurchases(metadata), for: runtime.facts) {
            let number = runtime.facts.nextReading()
            let unlocks = timed(.purchase, in: runtime) {
                occasion == .use
                    ? tracker.isFeatureEnabledByPastPurchases(metadata.feature)
                    : runtime.bind { tracker.isFeatureEnabledByPastPurchases(metadata.feature) }
            }
            runtime.facts.notePastPurchases(
                unlocks, of: metadata, reading: FactReading(number: number, occasion: occasion),
                cause: occasion == .use ? .store : Cause.current ?? .store)
        }
    }

    /// Reads from the purchase tracker whether earlier purchases unlock features.
    ///
    /// The features are read together, because thousands of them may be about one product.
    func readPastPurchases(of features: [FeatureMetadata], _ occasion: FactReading.Occasion) {
        guard let tracker, let runtime, !features.isEmpty else { return }
        runtime.bind {
            let number = runtime.facts.nextReading()
            var answers = [Bool?](repeating: nil, count: features.count)
            OpenQuestion.ask(aboutPastPurchasesOf: features, for: runtime.facts) { index in
                answers[index] = tracker.isFeatureEnabledByPastPurchases(features[index].feature)
            }
            runtime.facts.notePastPurchases(
                answers, of: features, reading: FactReading(number: number, occasion: occasion),
                cause: occasion == .use ? .store : Cause.current ?? .store)
        }
    }

    /// Reads a permission's status from the checker.
    func readPermission(
        _ permission: SystemPermissionConstraint, _ occasion: FactReading.Occasion, in known: FlintRuntime? = nil
    ) {
        read(.permission(permission), occasion, in: known) {
            FactAnswer(.permission(checker.status(of: permission)), source: .system, cause: .system)
        }
    }

    /// Asks for a fact with the runtime bound and notes the answer.
    ///
    /// - Parameters:
    ///   - key: The fact.
    ///   - occasion: Why it is read.
    ///   - known: The runtime, where the caller holds it; to find it again takes longer than some answers.
    ///   - ask: Asks the source.
    private func read(
        _ key: FactKey, _ occasion: FactReading.Occasion, in known: FlintRuntime? = nil, ask: () -> FactAnswer
    ) {
        guard let runtime = known ?? runtime else { return }
        OpenQuestion.ask(about: .fact(key), for: runtime.facts) {
            let number = runtime.facts.nextReading()
            // Facts that are read at a use are read together, with the runtime bound.
            var answer = timed(key.kind, in: runtime) { occasion == .use ? ask() : runtime.bind(ask) }
            // A change that is found at a use was not caused by that use.
            if occasion != .use, let cause = Cause.current { answer.cause = cause }
            runtime.facts.note(answer, for: key, reading: FactReading(number: number, occasion: occasion))
        }
    }
}

// MARK: - Slow sources

/// How fast sources answer.
private struct Pace {
    /// How long a source may take before that is reported and it is no longer waited for at registration, in seconds.
    static let patience = 1.0

    /// The sources that have been asked at registration.
    var asked: Set<FactKind> = []
    /// The sources that have taken long to answer, each with a sentence about it.
    var slowSources: [FactKind: String] = [:]
    /// The facts that are being read on other threads.
    var pending: Set<SourcedFact> = []
    /// The queues on which they are read, one for each source.
    var queues: [FactKind: DispatchQueue] = [:]
}

extension FactSources {
    /// The sources that have taken long to answer, one sentence each.
    var slowSources: [String] { pace.withLock { $0.slowSources.values.sorted() } }

    private func queue(of kind: FactKind) -> DispatchQueue {
        pace.withLock { pace in
            if let queue = pace.queues[kind] { return queue }
            let queue = DispatchQueue(label: "Flint.\(kind.rawValue)")
            pace.queues[kind] = queue
            return queue
        }
    }

    /// Asks a source, and reports the first time it takes long.
    private func timed<Answer>(
        _ kind: FactKind, in runtime: FlintRuntime, ask: () -> Answer
    ) -> Answer {
        let start = runtime.facts.uptime()
        let answer = ask()
        let seconds = runtime.facts.uptime() - start
        if seconds >= Pace.patience, let name = Self.name(of: kind) {
            report("\(name) took \((seconds * 10).rounded() / 10) s to answer.", kind, in: runtime)
        }
        return answer
    }

    private func report(_ sentence: String, _ kind: FactKind, in runtime: FlintRuntime) {
        let sentence =
            "\(sentence) What depends on it waits, or is undetermined until it has answered. Let it answer at once with "
            + "what it knows, and announce changes."
        let isFirst = pace.withLock { pace in
            guard pace.slowSources[kind] == nil else { return false }
            pace.slowSources[kind] = sentence
            return true
        }
        if isFirst { runtime.advise(sentence) }
    }

    private static func name(of kind: FactKind) -> String? {
        switch kind {
        case .purchase: "The purchase tracker"
        case .permission: "The permission checker"
        case .toggle: "The store of user settings"
        case .flag: "A flag provider"
        case .runtimeSwitch, .platform: nil
        }
    }
}

// MARK: - Announcements

extension FactSources {
    /// A change of flags was announced; `nil` for any.
    func featureFlagsDidChange(_ keys: [FeatureKey]?, cause: Cause?) {
        guard let runtime else { return }
        let required = runtime.catalog.declarations.flagged
        let known = keys?.filter { required[$0] != nil || runtime.facts[.featureFlag($0)] != nil }
        let all = known ?? Set(required.keys).union(runtime.facts.featureFlags).sorted { $0.rawValue < $1.rawValue }
        for key in all { readFlag(key, .announcement, cause: cause) }
        runtime.signal(.flagsAnnounced(keys))
    }

    /// The tracker announces a change of a product's status.
    func purchaseStatusDidChange(productID: String, isPurchased: Bool) {
        purchasesDidChange([productID])
    }

    /// A change of products' status was announced; `nil` for any.
    func purchasesDidChange(_ announced: [String]?) {
        guard let runtime else { return }
        let spenders = runtime.catalog.declarations.spenders
        let productIDs = announced ?? runtime.catalog.products.keys.sorted()
        var asked: Set<FeatureMetadata> = []
        runtime.bind {
            for productID in productIDs {
                if let product = runtime.catalog.product(productID) { readPurchase(of: product, .announcement) }
                let features = spenders[productID] ?? []
                // The features of one product are different ones.
                readPastPurchases(
                    of: productIDs.count == 1 ? features : features.filter { asked.insert($0).inserted },
                    .announcement)
            }
        }
        // A copy, so that the list of one product that most announcements are about need not outlive the call.
        if !runtime.signals.isEmpty { runtime.signal(.purchasesAnnounced(announced.map { $0.map(\.self) })) }
    }

    /// The toggles announce a change.
    func userFeatureTogglesDidChange() {
        togglesDidChange(of: nil)
    }

    /// A change of the user's choices was announced; `nil` for any feature.
    func togglesDidChange(of features: [FeatureMetadata]?) {
        guard let runtime else { return }
        runtime.bind {
            for metadata in features ?? runtime.catalog.declarations.toggled { readToggle(of: metadata, .announcement) }
        }
    }

    /// The checker announces a change of a permission's status.
    func permissionStatusDidChange(_ permission: SystemPermissionConstraint) {
        readPermission(permission, .announcement)
    }
}

extension FactStore {
    /// Every flag that something is known about.
    fileprivate var featureFlags: Set<FeatureKey> {
        Set(all.keys.compactMap { if case .featureFlag(let key) = $0 { key } else { nil } })
    }
}
