// SPDX-License-Identifier: MIT

import Dispatch
import FeatureGating
import FlintLocks

/// The connection between a runtime's facts and the app's sources.
///
/// The sources include trackers, checkers, user settings, and flag providers.
///
/// A source that announces changes is asked at registration and after each announcement. Any other source is also asked
/// on each use, when a decision is about to depend on its answer.
///
/// Sources are the app's code. They are called with the runtime as the current one and with no lock held, usually on
/// the caller's thread. Other threads ask for first answers, and for answers of slow sources that the caller does not
/// wait for; see ``readFirst(_:)`` and ``reread(_:waitsForSlowSources:)``.
final class FactSources: PurchaseTrackerObserver, UserFeatureTogglesObserver, SystemPermissionCheckerDelegate,
    @unchecked Sendable
{
    private let home: RuntimeReference
    var runtime: FlintRuntime? { home.runtime }
    let tracker: (any PurchaseTracker)?
    private let debugTracker: DebugPurchaseTracker?
    let toggles: any UserFeatureToggles
    let checker: any SystemPermissionChecker
    let flags: FeatureFlags
    private let ownFacts: [FactDescription: AppFactSource]
    private let askedFacts: [FactDescription: AskedFact]
    private let announcing: AnnouncingSources
    /// The app's own stores of overrides, by flag; empty in a build that refuses overrides.
    let overrideStores: [FeatureKey: AdoptedOverrideStore]
    private let flagToken = Protected<ObservationToken?>(nil)
    private let overrideToken = Protected<ObservationToken?>(nil)
    let readings = Protected(SourceReadings())
    /// Whether any source is slow; checked first, because the usual case then needs no lock.
    let isAnySlow = Atomic(false)
    private let platform: CurrentPlatform
    private let platformSource: FactSource

    init(runtime: FlintRuntime, dependencies: Flint.Dependencies) {
        home = RuntimeReference(to: runtime)
        tracker = dependencies.purchaseTracker
        debugTracker = dependencies.purchaseTracker as? DebugPurchaseTracker
        toggles = dependencies.userFeatureToggles
        checker = dependencies.permissionChecker
        flags = dependencies.featureFlags
        ownFacts = dependencies.factSources
        askedFacts = ownFacts.compactMapValues { source in
            if case .asks(let question) = source { AskedFact(question, in: runtime) } else { nil }
        }
        let stores = dependencies.allowsOverrides ? dependencies.adoptedFlags.flatMap(\.stores) : []
        overrideStores = Dictionary(
            stores.flatMap { store in store.keys.map { ($0, store) } }, uniquingKeysWith: { first, _ in first })
        announcing = AnnouncingSources(dependencies)
        platform = dependencies.platform ?? .real
        platformSource = dependencies.platform == nil ? .system : "simulated"
    }

    func connect() {
        guard let runtime else { return }
        if let debugTracker {
            // From now on, the fact store holds the debug tracker's overrides. The debug tracker does not announce
            // changes that an override hides, but actual values are facts as well, so the tracker that it wraps is also
            // observed.
            debugTracker.attach(storage: FactOverrideStorage(facts: runtime.facts))
            debugTracker.target?.addObserver(self)
        }
        runtime.facts.setActual(.platform(platform), for: .platform, source: platformSource, cause: .system)
        for (description, fact) in askedFacts {
            runtime.catalog.add(description)
            fact.ask()
        }
        tracker?.addObserver(self)
        toggles.addObserver(self)
        checker.addObserver(self)
        let causes = flags.providers.map { Cause(rawValue: FeatureFlags.name(of: $0)) }
        let token = flags.observeProviders { [weak self] provider, keys in
            guard let self else { return }
            featureFlagsDidChange(keys, cause: causes[provider], announcedBy: provider)
        }
        flagToken.withLock { $0 = token }
        guard !overrideStores.isEmpty else { return }
        let overrides = runtime.facts.observe { [weak self] change in
            guard change.layer == .override, case .featureFlag(let key) = change.key, let self,
                let store = overrideStores[key], let runtime = self.runtime
            else { return }
            runtime.bind { store.writeOverride(of: key, from: runtime.facts) }
        }
        overrideToken.withLock { $0 = overrides }
    }

    func disconnect() {
        debugTracker?.target?.removeObserver(self)
        tracker?.removeObserver(self)
        toggles.removeObserver(self)
        checker.removeObserver(self)
        flagToken.withLock { $0 = nil }
        overrideToken.withLock { $0 = nil }
        for fact in askedFacts.values { fact.stop() }
    }

    func waitForAskedFacts() {
        let deadline = DispatchTime.now() + SourceReadings.slowThreshold
        for fact in askedFacts.values { fact.waitForFirstAttempt(until: deadline) }
    }

    /// Requests a permission from the user, and calls the completion handler when the fact is up to date.
    func requestAuthorization(
        for permission: SystemPermissionConstraint, completion: @escaping @Sendable () -> Void
    ) {
        checker.requestAuthorization(for: permission) { [weak self] permission, _ in
            self?.read(.permission(permission), .announcement)
            completion()
        }
    }

    // MARK: Unannounced facts

    func unannouncedFacts(
        of constraints: DeclaredFeatureConstraints, products: [Product], declaredBy metadata: FeatureMetadata
    ) -> [SourcedFact] {
        var products = products
        // If two products share an identifier by mistake, the first product represents both.
        if !announcing.announcesPurchases { products = products.map { runtime?.catalog.product($0.productID) ?? $0 } }
        return announcing.unannouncedFacts(of: constraints, products: products, declaredBy: metadata)
    }

    func unannouncedPermissions(affectedBy permission: SystemPermissionConstraint) -> [SystemPermissionConstraint] {
        announcing.unannouncedPermissions(affectedBy: permission)
    }

    func unannouncedFacts(for key: FactKey) -> [SourcedFact] {
        switch key {
        case .purchase(let productID) where !announcing.announcesPurchases:
            runtime?.catalog.product(productID).map { [.purchase($0)] } ?? []
        case .permission(let permission) where self.runtime?.facts[key] != nil:
            unannouncedPermissions(affectedBy: permission).map { .permission($0) }
        case .featureFlag(let flag) where !announcing.announcesFeatureFlags: [.featureFlag(flag)]
        case .userSetting(let feature) where !announcing.announcesUserSettings:
            runtime?.metadata(at: feature).map { [.userSetting($0)] } ?? []
        // The key may contain an incomplete description, so the description of its source is used.
        case .own(let fact): ownFacts[fact]?.readFact.map { [.own($0)] } ?? []
        case .purchase, .pastPurchases, .permission, .userSetting, .runtimeSwitch, .featureFlag, .platform: []
        }
    }

    // MARK: Reading

    /// Rereads unannounced facts because a decision is about to depend on them.
    ///
    /// If `waits` is `false`, sources that are known to be slow are asked on another thread, and their facts change
    /// later. Sources whose first answers are overdue are never asked.
    func reread(_ facts: some Sequence<SourcedFact>, waitsForSlowSources waits: Bool = true) {
        guard let runtime else { return }
        runtime.bind {
            for fact in facts {
                switch pace(of: fact) {
                case .unanswered: continue
                case .slow where !waits: readInBackground(fact)
                case .slow, .fast:
                    if !waits, case .runtimeSwitch = fact {
                        rereadSwitch(fact, in: runtime)
                    } else {
                        read(fact, .use, in: runtime)
                    }
                }
            }
        }
    }

    private func readInBackground(_ fact: SourcedFact) {
        guard readings.withLock({ $0.pending.insert(fact).inserted }) else { return }
        let cause = Cause.current
        queue(of: source(of: fact)).async { [weak self] in
            guard let self, let runtime else { return }
            runtime.bind {
                func ask() { read(fact, .use, in: runtime) }
                if let cause { Cause.withCause(cause, ask) } else { ask() }
            }
            readings.withLock { _ = $0.pending.remove(fact) }
        }
    }

    /// Reads a fact from its source, regardless of an override.
    ///
    /// - Parameters:
    ///   - fact: The fact. A user setting is read only if the feature declares one.
    ///   - occasion: The reason for the reading. For a use, the runtime must be the current one.
    ///   - cause: The provider or app that announced the change, or `nil` to use the source that answers.
    ///   - announcer: The index of the flag provider that announced the change.
    ///   - waits: Whether to ask other flag providers that are known to be slow.
    ///   - known: The runtime, if the caller already has a reference to it. Looking it up takes longer than some
    ///     answers.
    func read(
        _ fact: SourcedFact, _ occasion: FactReading.Occasion, cause: Cause? = nil, announcedBy announcer: Int? = nil,
        waits: Bool = true, in known: FlintRuntime? = nil
    ) {
        guard let runtime = known ?? runtime else { return }
        switch fact {
        case .runtimeSwitch(let metadata):
            runtime.facts.readSwitch(of: metadata, occasion, in: runtime)
        case .userSetting(let metadata):
            guard let feature = metadata.conditional, let defaultValue = metadata.constraints.mentionedSettingDefault
            else { return }
            ask(about: fact, occasion, in: runtime) {
                let choice = toggles.isEnabled(feature)
                return FactAnswer(
                    .truth(Truth(choice ?? defaultValue)), source: choice == nil ? .declaredDefault : .user,
                    cause: .user)
            }
        case .featureFlag(let key):
            if let store = overrideStores[key] {
                runtime.bind { store.applyStoredValue(of: key, to: runtime.facts) }
            }
            ask(about: fact, occasion, in: runtime) {
                FactAnswer(
                    flags.resolve(key, waitsForSlowProviders: waits && announcer == nil, announcedBy: announcer),
                    cause: cause)
            }
        case .purchase(let product):
            ask(about: fact, occasion, in: runtime) {
                if let product = product as? ConsumableProduct, let left = tracker?.creditBalance(of: product) {
                    return FactAnswer(.balance(left), source: .store, cause: .store)
                }
                let status = debugTracker.map { $0.realStatus(for: product) } ?? tracker?.status(of: product)
                return FactAnswer(.truth(Truth(status)), source: .store, cause: .store)
            }
        case .pastPurchases(let metadata):
            readPastPurchases(of: metadata, occasion, in: runtime)
        case .permission(let permission):
            ask(about: fact, occasion, in: runtime) {
                FactAnswer(.permission(checker.status(of: permission)), source: .system, cause: .system)
            }
        case .own(let description):
            switch ownFacts[description] {
            case .reads(_, let read)?:
                ask(about: fact, occasion, in: runtime) {
                    FactAnswer(read() ?? .truth(.unknown), source: .app, cause: .app)
                }
            case .asks?:
                if occasion == .announcement { askedFacts[description]?.ask() }
            case nil: break
            }
        }
    }

    private func ask(
        about fact: SourcedFact, _ occasion: FactReading.Occasion, in runtime: FlintRuntime, _ ask: () -> FactAnswer
    ) {
        OpenQuestion.ask(about: fact, for: runtime.facts) {
            let number = runtime.facts.nextReading()
            // For a use, the caller has already bound the runtime.
            var answer = timed(fact, in: runtime) { occasion == .use ? ask() : runtime.bind(ask) }
            // A change that is detected during a use was not caused by that use.
            if occasion != .use, let cause = Cause.current { answer.cause = cause }
            runtime.facts.record(answer, for: fact.key, reading: FactReading(number: number, occasion: occasion))
        }
    }

    private func readPastPurchases(
        of metadata: FeatureMetadata, _ occasion: FactReading.Occasion, in runtime: FlintRuntime
    ) {
        guard let tracker else { return }
        OpenQuestion.ask(about: .pastPurchases(metadata), for: runtime.facts) {
            let number = runtime.facts.nextReading()
            let unlocks = timed(.pastPurchases(metadata), in: runtime) {
                occasion == .use
                    ? tracker.isFeatureEnabledByPastPurchases(metadata.feature)
                    : runtime.bind { tracker.isFeatureEnabledByPastPurchases(metadata.feature) }
            }
            runtime.facts.recordPastPurchases(
                unlocks, of: metadata, reading: FactReading(number: number, occasion: occasion),
                cause: occasion == .use ? .store : Cause.current ?? .store)
        }
    }

    func readPastPurchases(of features: [FeatureMetadata], _ occasion: FactReading.Occasion) {
        guard let tracker, let runtime, !features.isEmpty else { return }
        runtime.bind {
            let number = runtime.facts.nextReading()
            var answers = [Bool?](repeating: nil, count: features.count)
            // The features share one question, because thousands of features may depend on one product.
            OpenQuestion.ask(aboutPastPurchasesOf: features, for: runtime.facts) { index in
                answers[index] = tracker.isFeatureEnabledByPastPurchases(features[index].feature)
            }
            runtime.facts.recordPastPurchases(
                answers, of: features, reading: FactReading(number: number, occasion: occasion),
                cause: occasion == .use ? .store : Cause.current ?? .store)
        }
    }
}

// MARK: - Announcements

extension FactSources {
    func featureFlagsDidChange(
        _ keys: [FeatureKey]?, cause: Cause?, announcedBy provider: Int? = nil, waits: Bool = true
    ) {
        guard let runtime else { return }
        let required = runtime.catalog.declarations.featuresByFlag
        let known = keys?.filter { required[$0] != nil || runtime.facts[.featureFlag($0)] != nil }
        let all = known ?? Set(required.keys).union(runtime.facts.featureFlags).sorted { $0.rawValue < $1.rawValue }
        for key in all { read(.featureFlag(key), .announcement, cause: cause, announcedBy: provider, waits: waits) }
        runtime.signal(.flagsAnnounced(keys))
    }

    func purchaseStatusDidChange(productID: String, isPurchased: Bool) {
        purchasesDidChange([productID])
    }

    func purchasesDidChange(_ announced: [String]?) {
        guard let runtime else { return }
        let spenders = runtime.catalog.declarations.featuresByConsumableProduct
        let productIDs = announced ?? runtime.catalog.products.keys.sorted()
        var asked: Set<FeatureMetadata> = []
        runtime.bind {
            for productID in productIDs {
                if let product = runtime.catalog.product(productID) { read(.purchase(product), .announcement) }
                let features = spenders[productID] ?? []
                // A feature occurs only once among the features of a single product.
                readPastPurchases(
                    of: productIDs.count == 1 ? features : features.filter { asked.insert($0).inserted },
                    .announcement)
            }
        }
        // Copied, so that the one-element array of a typical announcement does not have to outlive the call.
        if !runtime.signals.isEmpty { runtime.signal(.purchasesAnnounced(announced.map { $0.map(\.self) })) }
    }

    func userFeatureTogglesDidChange() {
        userSettingsDidChange(of: nil)
    }

    func userSettingsDidChange(of features: [FeatureMetadata]?) {
        guard let runtime else { return }
        runtime.bind {
            for metadata in features ?? runtime.catalog.declarations.featuresWithUserSetting {
                read(.userSetting(metadata), .announcement)
            }
        }
    }

    func permissionStatusDidChange(_ permission: SystemPermissionConstraint) {
        read(.permission(permission), .announcement)
        runtime?.signal(.permissionAnnounced)
    }
}

extension FactAnswer {
    init(_ resolution: FlagResolution, cause: Cause?) {
        self.init(
            resolution.absence.map { .absent($0) } ?? .truth(Truth(resolution.evaluation.value)),
            source: FactSource(rawValue: resolution.source),
            cause: cause ?? resolution.provider.map(Cause.init(rawValue:)) ?? .app)
    }
}

extension FactStore {
    fileprivate var featureFlags: Set<FeatureKey> {
        Set(all.keys.compactMap { if case .featureFlag(let key) = $0 { key } else { nil } })
    }
}
