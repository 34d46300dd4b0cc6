// SPDX-License-Identifier: MIT

/// A source of feature flags.
///
/// An app passes its providers to setup as ``Flint/DependenciesConfig/featureFlagProviders``. The provider with the
/// highest ``priority`` that has a value for a flag decides. Among providers with the same priority, the one listed
/// first decides. The engine calls providers on any thread and never while it holds a lock.
///
/// A ``DetailedFeatureFlagProvider`` that announces every change of a value sets ``ChangeAnnouncing/announcesChanges``
/// to `true`, and so does a provider whose values never change. If any provider does not announce its changes, the
/// engine queries all providers on every use of a flag.
public protocol FeatureFlagProvider: ChangeAnnouncing, AnyObject {
    /// The provider's priority; see ``FeaturePriority`` for the usual values.
    var priority: Int { get }

    /// The type of source that the provider's values come from.
    var type: FeatureFlagProviderType { get }

    /// Returns whether a flag is on.
    ///
    /// The engine calls this method only for flags that the provider has.
    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool

    /// Returns whether the provider has a flag.
    ///
    /// A plain provider has only the flags whose values it currently knows. A ``DetailedFeatureFlagProvider`` has the
    /// flags that ``DetailedFeatureFlagProvider/evaluation(of:)`` evaluates.
    func hasFeature(_ featureKey: FeatureKey) -> Bool
}

/// A flag provider that reports a reason for each value and can announce changes.
///
/// A plain ``FeatureFlagProvider`` only returns whether a flag is on, and the engine gives its values the reason
/// `STATIC`.
public protocol DetailedFeatureFlagProvider: FeatureFlagProvider {
    /// The display name of the provider, such as `remote` or `flags.json`.
    var name: String { get }

    /// The flags that the provider lists.
    ///
    /// The provider can also have flags that are not listed, if ``FeatureFlagProvider/hasFeature(_:)`` returns `true`
    /// for them.
    var knownFeatures: [FeatureKey] { get }

    /// Returns the evaluation of a flag, or `nil` if the provider does not have the flag.
    ///
    /// If the evaluation has an error and no value, the next provider decides. A provider that needs time to start has
    /// its flags from the beginning, with the error ``FlagErrorCode/providerNotReady`` until it has their values. For a
    /// flag without a value, ``FeatureFlagProvider/isFeatureEnabled(_:)`` returns `false`. The engine does not use that
    /// result.
    func evaluation(of featureKey: FeatureKey) -> FlagEvaluation?

    /// Calls a handler after changes, until the token is canceled or released.
    ///
    /// - Parameter handler: Receives the flags that may have changed, or `nil` if any flag may have changed.
    /// - Returns: The token that keeps the observation active.
    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken
}

/// A flag provider whose values can be set while the app runs.
///
/// ``DebugFeatureFlagProvider`` and ``TestFeatureFlagProvider`` conform to this protocol. A console sets flags through
/// such providers.
public protocol MutatingFeatureFlagProvider: FeatureFlagProvider {
    /// Turns a flag on or off.
    func setFeatureEnabled(feature: FeatureFlag, enabled: Bool)

    /// Removes the value that was set for a flag.
    ///
    /// - Returns: Whether the provider can remove values. The default implementation returns `false`.
    func clearFeature(feature: FeatureFlag) -> Bool
}

extension MutatingFeatureFlagProvider {
    /// Returns `false`, because the provider cannot remove values.
    public func clearFeature(feature: FeatureFlag) -> Bool { false }
}

/// The usual priorities of flag providers.
///
/// The provider with the highest priority that has a value for a flag decides. Providers can use any other number, for
/// example one between two of these.
public struct FeaturePriority: Sendable {
    /// The priority for values built into the app, which every other provider overrides.
    public static let minPriority = 1
    /// The priority for values that a developer sets.
    public static let mediumPriority = 5
    /// The priority for values that override all others in a running app.
    public static let maxPriority = 10
    /// The priority for values that a test sets, which override all other values.
    public static let testPriority = 15
}

/// The type of source that a flag's value comes from.
///
/// Front ends display the type with a provider's answer. It does not affect the decision, which depends on
/// ``FeatureFlagProvider/priority``.
public enum FeatureFlagProviderType: String, Sendable, Hashable, Codable, CaseIterable {
    /// Values that a developer sets while the app runs, for debug builds.
    case debug
    /// Values built into the app.
    case release
    /// Values from a server.
    case remote
    /// Values that a test sets.
    case test
}

/// A factory for the framework's flag providers.
///
/// ```swift
/// config.featureFlagProviders = [
///     FeatureFlagProviderFactory.createProvider(type: .release, with: [FeaturePair(.newPlayer, isEnabled: false)]),
///     FeatureFlagProviderFactory.createProvider(type: .debug, userDefaults: store),
/// ]
/// ```
public enum FeatureFlagProviderFactory {
    /// Creates a provider of the given type.
    ///
    /// - Parameters:
    ///   - type: The type of source, which determines the class and the priority of the provider.
    ///   - featurePairs: The initial values. They are the built-in values for `release`, the values until the server
    ///     responds for `remote`, the default values for `debug`, and the values already set for `test`.
    ///   - userDefaults: The store for the values of a `debug` provider; by default, an in-memory store. Other types
    ///     do not store values.
    ///   - remoteSync: The source of a `remote` provider's values. Without a source, the provider has only its built-in
    ///     values.
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
