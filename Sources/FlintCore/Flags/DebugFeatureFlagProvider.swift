// SPDX-License-Identifier: MIT

import FlintLocks

/// A provider of flags that a developer sets, for debug builds.
///
/// The provider knows the flags that have been set and the new flags passed to its initializer. It leaves all other
/// flags to the providers with lower priorities. If it claimed every flag, it would hide those providers: a flag whose
/// built-in value is off would be on in every debug build, and so would a misspelled flag.
///
/// ```swift
/// let debug = DebugFeatureFlagProvider(userDefaults: store, newFeatures: [.newPlayer])
/// debug.isFeatureEnabled(.newPlayer)                                          // true, the default of a new flag
/// debug.setFeatureEnabled(feature: FeatureFlag(key: .newPlayer), enabled: false)
/// debug.isFeatureEnabled(.newPlayer)                                          // false, also after a restart
/// ```
///
/// Values are stored in a key-value store. If the store reports changes, the provider also announces changes that other
/// code makes in the store. The provider can be used from any thread.
public final class DebugFeatureFlagProvider: MutatingFeatureFlagProvider, DetailedFeatureFlagProvider, Sendable {
    /// Always ``FeaturePriority/mediumPriority``, above built-in values and below a server's values.
    public let priority = FeaturePriority.mediumPriority
    /// Always ``FeatureFlagProviderType/debug``.
    public let type = FeatureFlagProviderType.debug
    /// The display name of the provider, `debug`.
    public let name = FeatureFlagProviderType.debug.rawValue

    let store: any KeyValueStore
    private let defaults: [FeatureKey: Bool]
    /// The flags that were set in this process, because a key-value store cannot list its keys.
    private let keysSetInProcess = Protected<Set<FeatureKey>>([])
    /// The handlers to call for changes that the store does not announce.
    private let observers = ObserverList<[FeatureKey]?>()

    /// Creates a provider with new flags and their default values.
    ///
    /// - Parameters:
    ///   - userDefaults: The store for flags that are set, under their keys.
    ///   - defaultValues: The new flags, with the values that apply until they are set. Other flags are unknown to the
    ///     provider until they are set.
    public init(userDefaults: any KeyValueStore, defaultValues: [FeatureKey: Bool]) {
        store = userDefaults
        defaults = defaultValues
    }

    /// Creates a provider with new flags that share one default value.
    ///
    /// - Parameters:
    ///   - userDefaults: The store for flags that are set, under their keys.
    ///   - newFeatures: The new flags. Other flags are unknown to the provider until they are set.
    ///   - newFeaturesInitiallyEnabled: Whether the new flags are on until they are set.
    public convenience init(
        userDefaults: any KeyValueStore, newFeatures: [FeatureKey] = [], newFeaturesInitiallyEnabled: Bool = true
    ) {
        let values = newFeatures.map { ($0, newFeaturesInitiallyEnabled) }
        self.init(userDefaults: userDefaults, defaultValues: Dictionary(values, uniquingKeysWith: { $1 }))
    }

    /// Whether the store announces every change.
    public var announcesChanges: Bool { store.announcesChanges }

    /// The new flags and the flags that were set in this process, sorted by key.
    public var knownFeatures: [FeatureKey] {
        let set = keysSetInProcess.withLock { $0 }.filter { store.bool(forKey: $0.rawValue) != nil }
        return set.union(defaults.keys).sorted { $0.rawValue < $1.rawValue }
    }

    /// Returns whether a flag is on, or `false` for an unknown flag.
    public func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey)?.value ?? false }

    /// Returns whether a flag has been set, or is one of the provider's new flags.
    public func hasFeature(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey) != nil }

    /// Returns a flag's value with the reason `STATIC`, or the default value of a new flag with the reason `DEFAULT`.
    ///
    /// The result is `nil` if the provider does not know the flag.
    public func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        if let value = store.bool(forKey: featureKey.rawValue) { return FlagEvaluation(value: value, reason: .static) }
        return unsetEvaluation(of: featureKey)
    }

    /// Returns the evaluation of a flag as if its value had been removed.
    package func unsetEvaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        defaults[featureKey].map { FlagEvaluation(value: $0, reason: .default) }
    }

    /// The reason that flags cannot be saved, or `nil` if they are saved.
    ///
    /// Only a ``FileKeyValueStore`` reports such a reason. Flags that are not saved are lost when the process ends.
    public var savingProblem: String? {
        guard let file = store as? FileKeyValueStore, !file.isSaved else { return nil }
        return file.problem
    }

    /// Turns a flag on or off and stores the value.
    public func setFeatureEnabled(feature: FeatureFlag, enabled: Bool) {
        set(enabled, for: FeatureKey(rawValue: feature.key))
    }

    /// Removes the value that was set for a flag.
    ///
    /// - Returns: `true`, because the provider supports removing values.
    public func clearFeature(feature: FeatureFlag) -> Bool {
        set(nil, for: FeatureKey(rawValue: feature.key))
        return true
    }

    /// Calls a handler with the changed flags until the token is canceled or released.
    ///
    /// The handler is called after changes by this provider and, if the store announces them, after changes by other
    /// code.
    public func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        let tokens = [
            observers.add(handler),
            store.observeChanges { keys in handler(keys.sorted().map(FeatureKey.init(rawValue:))) },
        ]
        return ObservationToken { for token in tokens { token?.cancel() } }
    }

    private func set(_ value: Bool?, for key: FeatureKey) {
        // The change is announced even if the store already has the value, because another program may have stored it
        // without notifying the observers.
        let isAnnounced = store.announcesChanges && store.bool(forKey: key.rawValue) != value
        store.set(value, forKey: key.rawValue)
        _ = keysSetInProcess.withLock { $0.insert(key) }
        if !isAnnounced { observers.notify([key]) }
    }
}
