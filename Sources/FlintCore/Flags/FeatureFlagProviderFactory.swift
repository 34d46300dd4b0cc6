/// Makes the provider for a sort of place that flags come from.
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
    ///   - type: The sort of place.
    ///   - featurePairs: The answers it starts with: those built in for `release` and, until the server answers, for
    ///     `remote`; those that hold until they are set for `debug`; those already set for `test`.
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
