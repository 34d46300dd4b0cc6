/// The flags a developer has set, remembered in a key-value store; for debug builds only.
///
/// It has the flags that were set, and those it was created with as new, and no others. If it claimed every flag, as
/// is tempting while all of them are its own, nothing of a lower priority could ever answer: each flag the app was
/// built with as off would be on in every debug build, and a flag that is misspelt would be on too.
///
/// ```swift
/// let debug = DebugFeatureFlagProvider(userDefaults: store, newFeatures: [.newPlayer])
/// debug.isFeatureEnabled(.newPlayer)                                          // true, for it is not set
/// debug.setFeatureEnabled(feature: FeatureFlag(key: .newPlayer), enabled: false)
/// debug.isFeatureEnabled(.newPlayer)                                          // false, also after a restart
/// ```
///
/// It may be used from any thread. Changes that other code makes in the store are announced too, if the store reports
/// them.
public final class DebugFeatureFlagProvider: MutatingFeatureFlagProvider, DetailedFeatureFlagProvider, Sendable {
    /// Between what is built in and what a server decides.
    public let priority = FeaturePriority.mediumPriority
    /// Values a developer sets.
    public let type = FeatureFlagProviderType.debug
    /// The display name of the provider.
    public let name = FeatureFlagProviderType.debug.rawValue

    private let store: any KeyValueStore
    private let defaults: [FeatureKey: Bool]
    /// The flags that were set in this process, which the store cannot list.
    private let touched = Protected<Set<FeatureKey>>([])
    /// The handlers to call for changes that the store does not announce.
    private let observers = ObserverList<[FeatureKey]?>()

    /// Creates a provider with flags of its own, each with the answer that holds until it is set.
    ///
    /// - Parameters:
    ///   - userDefaults: Where set flags are remembered, under their keys.
    ///   - defaultValues: The provider's own flags. All others it has only once they are set.
    public init(userDefaults: any KeyValueStore, defaultValues: [FeatureKey: Bool]) {
        store = userDefaults
        defaults = defaultValues
    }

    /// Creates a provider with flags of its own that all start alike.
    ///
    /// - Parameters:
    ///   - userDefaults: Where set flags are remembered, under their keys.
    ///   - newFeatures: The provider's own flags. All others it has only once they are set.
    ///   - newFeaturesInitiallyEnabled: Whether those are on until they are set.
    public convenience init(
        userDefaults: any KeyValueStore, newFeatures: [FeatureKey] = [], newFeaturesInitiallyEnabled: Bool = true
    ) {
        let values = newFeatures.map { ($0, newFeaturesInitiallyEnabled) }
        self.init(userDefaults: userDefaults, defaultValues: Dictionary(values, uniquingKeysWith: { $1 }))
    }

    /// Whether every change is announced, which the store decides.
    public var announcesChanges: Bool { store.announcesChanges }

    /// The provider's own flags and those set in this process, in order of the keys.
    public var knownFeatures: [FeatureKey] {
        let set = touched.withLock { $0 }.filter { store.bool(forKey: $0.rawValue) != nil }
        return set.union(defaults.keys).sorted { $0.rawValue < $1.rawValue }
    }

    /// Whether a flag is on; `false` for an unknown flag.
    public func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey)?.value ?? false }

    /// Whether a flag was set, or is one of the provider's own.
    public func hasFeature(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey) != nil }

    /// The value that was set, as `STATIC`, or the default until one is, as `DEFAULT`.
    public func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        if let value = store.bool(forKey: featureKey.rawValue) { return FlagEvaluation(value: value, reason: .static) }
        return unsetEvaluation(of: featureKey)
    }

    /// The provider's answer about a flag once what was set for it is removed.
    package func unsetEvaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        defaults[featureKey].map { FlagEvaluation(value: $0, reason: .default) }
    }

    /// Why what was set is forgotten when the process ends, or `nil` if it is remembered as far as the store can
    /// determine.
    public var savingProblem: String? {
        guard let file = store as? FileKeyValueStore, !file.isSaved else { return nil }
        return file.problem
    }

    /// Turns a flag on or off and remembers it.
    public func setFeatureEnabled(feature: FeatureFlag, enabled: Bool) {
        set(enabled, for: FeatureKey(rawValue: feature.key))
    }

    /// Forgets what was set for a flag, which always can be done.
    public func clearFeature(feature: FeatureFlag) -> Bool {
        set(nil, for: FeatureKey(rawValue: feature.key))
        return true
    }

    /// Calls a handler with the flags after changes made here or, if the store announces those, elsewhere.
    public func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        let tokens = [
            observers.add(handler),
            store.observeChanges { keys in handler(keys.sorted().map(FeatureKey.init(rawValue:))) },
        ]
        return ObservationToken { for token in tokens { token?.cancel() } }
    }

    /// Sets or forgets a flag, and announces it also if the store has the value already: another program may have
    /// written it, and observers may not know.
    private func set(_ value: Bool?, for key: FeatureKey) {
        let isAnnounced = store.announcesChanges && store.bool(forKey: key.rawValue) != value
        store.set(value, forKey: key.rawValue)
        _ = touched.withLock { $0.insert(key) }
        if !isAnnounced { observers.notify([key]) }
    }
}
