import FeatureGating
import Synchronization

/// Reads the actual values of facts from the app's trackers and checkers, and again whenever one announces a change.
///
/// Trackers are the app's code: they are called with the runtime bound and with no lock held.
final class FactSources: PurchaseTrackerObserver, UserFeatureTogglesObserver, SystemPermissionCheckerDelegate,
    @unchecked Sendable
{
    private let home: RuntimeReference
    private var runtime: FlintRuntime? { home.runtime }
    private let tracker: (any PurchaseTracker)?
    private let toggles: any UserFeatureToggles
    private let checker: any SystemPermissionChecker
    private let flags: FeatureFlags
    private let flagToken = Protected<ObservationToken?>(nil)
    /// How many changes have been announced, apart from those that are part of an answer.
    private let announcements = Atomic<UInt64>(0)
    /// The features that earlier purchases have unlocked at some time.
    private let everUnlocked = Protected<Set<FeatureMetadata>>([])
    private let platform: CurrentPlatform
    private let platformSource: FactSource

    /// Creates the readers of one runtime.
    init(runtime: FlintRuntime, dependencies: Flint.Dependencies) {
        home = RuntimeReference(to: runtime)
        tracker = dependencies.purchaseTracker
        toggles = dependencies.userFeatureToggles
        checker = dependencies.permissionChecker
        flags = dependencies.featureFlags
        platform = dependencies.platform ?? .real
        platformSource = dependencies.platform == nil ? .system : "simulated"
    }

    /// Starts listening.
    func connect() {
        guard let runtime else { return }
        if let debug = tracker as? DebugPurchaseTracker {
            // Its overrides are facts like all others from now on. It passes on no change that an override hides,
            // but what really holds is a fact of its own, so the tracker behind it is listened to as well.
            debug.attach(storage: FactOverrideStorage(facts: runtime.facts))
            debug.target?.addObserver(self)
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
        (tracker as? DebugPurchaseTracker)?.target?.removeObserver(self)
        tracker?.removeObserver(self)
        toggles.removeObserver(self)
        checker.removeObserver(self)
        flagToken.withLock { $0 = nil }
    }

    /// A feature whose `isEnabled` is being read, and those whose reading led to it.
    private final class Reading: Sendable {
        private let feature: FeatureMetadata
        private let outer: Reading?

        init(_ feature: FeatureMetadata, within outer: Reading?) {
            self.feature = feature
            self.outer = outer
        }

        /// Whether it is a feature, or its reading led to it.
        func includes(_ feature: FeatureMetadata) -> Bool {
            self.feature == feature || outer?.includes(feature) == true
        }
    }

    /// The features whose `isEnabled` is being read by whoever is calling.
    @TaskLocal private static var reading: Reading?

    /// Reads a feature's `isEnabled`, and what it says of its own availability if it does.
    ///
    /// A switch that asks, directly or through others, for the availability of its own feature is told what was
    /// known before.
    func loadSwitch(of metadata: FeatureMetadata) {
        guard let runtime, let feature = metadata.conditional else { return }
        let reading = Self.reading
        guard reading?.includes(metadata) != true else { return }
        keepUp {
            Self.$reading.withValue(Reading(metadata, within: reading)) {
                runtime.bind {
                    let isEnabled = Truth(feature.isEnabled)
                    return metadata.isSwitchedByOwnAvailability ? isEnabled && Truth(feature.isAvailable) : isEnabled
                }
            }
        } note: { isEnabled in
            runtime.facts.setActual(
                .truth(isEnabled), for: .runtimeSwitch(feature: metadata.path), source: .program, cause: .app)
        }
    }

    /// Reads a permission from the system.
    func loadPermission(_ permission: SystemPermissionConstraint) {
        guard let runtime else { return }
        keepUp {
            runtime.bind { checker.status(of: permission) }
        } note: { status in
            runtime.facts.setActual(
                .permission(status), for: .permission(permission), source: .system, cause: .system)
        }
    }

    /// Has the system ask the user for a permission, and completes when the fact is up to date.
    func requestAuthorization(
        for permission: SystemPermissionConstraint, completion: @escaping @Sendable () -> Void
    ) {
        checker.requestAuthorization(for: permission) { [weak self] permission, _ in
            self?.loadPermission(permission)
            completion()
        }
    }

    /// Reads from the tracker whether a product is owned.
    func loadPurchase(_ productID: String) {
        guard let runtime, let product = runtime.catalog.products[productID] else { return }
        keepUp {
            switch (tracker, product) {
            case (let debug as DebugPurchaseTracker, _): Truth(debug.realStatus(for: product))
            case (let tracker?, let product as NonConsumableProduct): Truth(tracker.isPurchased(product))
            case (let tracker?, let product as SubscriptionProduct): Truth(tracker.isSubscriptionActive(product))
            default: .unknown
            }
        } note: { truth in
            runtime.facts.setActual(.truth(truth), for: .purchase(productID: productID), source: .store, cause: .store)
        }
    }

    /// Asks whether earlier purchases unlock features, with the runtime bound.
    ///
    /// They mostly do not, which is what holds of a fact that nothing has been said of; so a fact of its own is made
    /// only for a feature that they have unlocked at some time. When that is announced, the fact is first made with
    /// what held until then, so that there is a change to tell of.
    func loadPastPurchases(of features: [FeatureMetadata], isAnnounced: Bool = false) {
        guard let runtime, let tracker else { return }
        var known = everUnlocked.withLock { $0 }
        for metadata in features {
            let isUnlocked = tracker.isFeatureEnabledByPastPurchases(metadata.feature)
            guard isUnlocked || known.contains(metadata) else { continue }
            let key = FactKey.pastPurchases(feature: metadata.path)
            if known.insert(metadata).inserted {
                everUnlocked.withLock { _ = $0.insert(metadata) }
                if isAnnounced { runtime.facts.setActual(.truth(.false), for: key, source: .store, cause: .store) }
            }
            runtime.facts.setActual(.truth(Truth(isUnlocked)), for: key, source: .store, cause: .store)
        }
    }

    /// Reads what the user has chosen for a feature.
    func loadToggle(of metadata: FeatureMetadata) {
        guard let runtime, let feature = metadata.conditional,
            let defaultValue = metadata.constraints.userToggleDefault
        else { return }
        keepUp {
            runtime.bind { toggles.isEnabled(feature) }
        } note: { choice in
            runtime.facts.setActual(
                .truth(Truth(choice ?? defaultValue)), for: .userToggle(feature: metadata.path),
                source: choice == nil ? .declaredDefault : .user, cause: .user)
        }
    }

    /// Whether providers are being asked by whoever is calling.
    @TaskLocal private static var isAskingForFlags = false

    /// Reads a feature flag from the providers.
    func loadFlag(_ key: FeatureKey, cause: Cause) {
        guard let runtime else { return }
        keepUp {
            Self.$isAskingForFlags.withValue(true) { runtime.resolution(of: key) }
        } note: { resolution in
            runtime.facts.setActual(
                .truth(Truth(resolution.evaluation.value)), for: .featureFlag(key),
                source: FactSource(rawValue: resolution.source), cause: cause)
        }
    }

    /// Whether the app is being asked for an actual value by whoever is calling.
    @TaskLocal private static var isAsking = false

    /// Asks for an actual value and notes it.
    ///
    /// A change that is announced between the two may be missing from the answer, and noting this one may come after
    /// whoever announced it has noted the newer; so it is asked for until nothing was announced meanwhile.
    private func keepUp<Value>(_ ask: () -> Value, note: (Value) -> Void) {
        var count: UInt64
        repeat {
            count = announcements.load(ordering: .acquiring)
            note(Self.$isAsking.withValue(true, operation: ask))
        } while announcements.load(ordering: .acquiring) != count
    }

    /// Counts an announcement; what is announced while it is asked for is part of the answer.
    private func countAnnouncement() {
        if !Self.isAsking { announcements.add(1, ordering: .acquiringAndReleasing) }
    }

    // MARK: Announcements

    /// Somebody says that flags may have changed; `nil` for any.
    func featureFlagsDidChange(_ keys: [FeatureKey]?, cause: Cause) {
        // What a provider announces while it is asked is part of its answer.
        guard let runtime, !Self.isAskingForFlags else { return }
        countAnnouncement()
        let known = keys?.filter { runtime.facts[.featureFlag($0)] != nil } ?? runtime.facts.featureFlags
        for key in known { loadFlag(key, cause: cause) }
    }

    /// A tracker says that a product's status may have changed.
    func purchaseStatusDidChange(productID: String, isPurchased: Bool) {
        guard let runtime else { return }
        countAnnouncement()
        runtime.bind {
            loadPurchase(productID)
            loadPastPurchases(of: runtime.catalog.declarations.buyers[productID] ?? [], isAnnounced: true)
        }
    }

    /// The user has changed a toggle.
    func userFeatureTogglesDidChange() {
        guard let runtime else { return }
        countAnnouncement()
        runtime.bind {
            for metadata in runtime.catalog.declarations.toggled { loadToggle(of: metadata) }
        }
    }

    /// The system says that a permission's status may have changed.
    func permissionStatusDidChange(_ permission: SystemPermissionConstraint) {
        countAnnouncement()
        loadPermission(permission)
    }

    /// The program says that a feature's `isEnabled` may have changed.
    func switchDidChange(of metadata: FeatureMetadata) {
        countAnnouncement()
        loadSwitch(of: metadata)
    }
}

extension FactStore {
    /// Every flag something has been said of, in a stable order.
    fileprivate var featureFlags: [FeatureKey] {
        all.keys.compactMap { if case .featureFlag(let key) = $0 { key } else { nil } }
            .sorted { $0.rawValue < $1.rawValue }
    }
}
