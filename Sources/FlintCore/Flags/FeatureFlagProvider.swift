/// Knows which feature flags are on.
///
/// The engine asks on any thread and never while it holds a lock. Of several providers the one with the highest
/// ``priority`` that has a flag answers; of equal ones the one that was given first.
///
/// A ``DetailedFeatureFlagProvider`` that announces every change of an answer declares that with
/// ``ChangeAnnouncing/announcesChanges``, and so may one whose answers never change. If any provider does not, all of
/// them are asked at every use.
public protocol FeatureFlagProvider: ChangeAnnouncing, AnyObject {
    /// The rank among providers; see ``FeaturePriority`` for the usual ones.
    var priority: Int { get }

    /// The type of source the values come from.
    var type: FeatureFlagProviderType { get }

    /// Whether a flag is on. Asked only for flags the provider has.
    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool

    /// Whether the provider knows a flag at all.
    func hasFeature(_ featureKey: FeatureKey) -> Bool
}

/// A flag provider that reports why a flag has its value, and can announce changes.
///
/// A plain ``FeatureFlagProvider`` answers yes or no; the engine words its answers as `STATIC`.
public protocol DetailedFeatureFlagProvider: FeatureFlagProvider {
    /// What people call the provider, such as `remote` or `flags.json`.
    var name: String { get }

    /// Every flag the provider knows, for lists; flags missing here still answer if
    /// ``FeatureFlagProvider/hasFeature(_:)`` returns `true`.
    var knownFeatures: [FeatureKey] { get }

    /// The provider's answer about a flag and the reason, or `nil` if it does not know the flag.
    ///
    /// An evaluation without a value (an error) leaves the answer to the next provider.
    func evaluation(of featureKey: FeatureKey) -> FlagEvaluation?

    /// Calls a handler after changes, until the token is cancelled or released.
    ///
    /// - Parameter handler: Gets the flags that may have changed, or `nil` if that could be any.
    /// - Returns: The handle on the observation.
    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken
}

/// A flag provider whose values can be set while the app runs.
public protocol MutatingFeatureFlagProvider: FeatureFlagProvider {
    /// Turns a flag on or off.
    func setFeatureEnabled(feature: FeatureFlag, enabled: Bool)

    /// Forgets what was set for a flag.
    ///
    /// - Returns: Whether the provider can do that; by default it cannot.
    func clearFeature(feature: FeatureFlag) -> Bool
}

extension MutatingFeatureFlagProvider {
    /// Returns that the provider cannot forget.
    public func clearFeature(feature: FeatureFlag) -> Bool { false }
}

/// The usual priorities of flag providers; of those that know a flag, the one with the highest answers.
public struct FeaturePriority: Sendable {
    /// For values built into the app, which everything else overrules.
    public static let minPriority = 1
    /// For values a developer sets.
    public static let mediumPriority = 5
    /// For values that overrule all others in a running app.
    public static let maxPriority = 10
    /// For values a test sets, which overrule even those.
    public static let testPriority = 15
}

/// The type of source a flag's value comes from.
public enum FeatureFlagProviderType: String, Sendable, Hashable, Codable, CaseIterable {
    /// Values a developer sets while the app runs; for debug builds.
    case debug
    /// Values built into the app.
    case release
    /// The type of the provider.
    case remote
    /// Values a test sets.
    case test
}

/// Makes the provider for a type of flag source.
///
/// ```swift
/// config.featureFlagProviders = [
///     FeatureFlagProviderFactory.createProvider(type: .release, with: [FeaturePair(.newPlayer, isEnabled: false)]),
///     FeatureFlagProviderFactory.createProvider(type: .debug, userDefaults: store),
/// ]
/// ```
public enum FeatureFlagProviderFactory {
    /// Makes a provider.
    ///
    /// - Parameters:
    ///   - type: The type of source.
    ///   - featurePairs: The answers it starts with: those built in for `release` and, until the server answers, for
    ///     `remote`; the defaults until they are set for `debug`; those already set for `test`.
    ///   - userDefaults: Where `debug` remembers what is set; without it, until the process ends. No other type
    ///     remembers anything.
    ///   - remoteSync: Where `remote` gets the server's answers from; without it, the built-in ones are all there is.
    /// - Returns: The provider.
    @_disfavoredOverload  // So that `FlintUserDefaults` can take a call without a store, or with `nil` for it.
    public static func createProvider(
        type: FeatureFlagProviderType, with featurePairs: [FeaturePair] = [], userDefaults: (any KeyValueStore)? = nil,
        remoteSync: (any RemoteFlagSource)? = nil
    ) -> any FeatureFlagProvider {
        switch type {
        case .debug:
            DebugFeatureFlagProvider(
                userDefaults: userDefaults ?? InMemoryKeyValueStore(), defaultValues: featurePairs.values)
        case .release: ReleaseFeatureFlagProvider(featurePairs.values)
        case .remote: RemoteFeatureFlagProvider(featurePairs: featurePairs, remoteSync: remoteSync)
        case .test: TestFeatureFlagProvider(featurePairs.values)
        }
    }
}
