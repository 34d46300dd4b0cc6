public import FlintCore
public import Foundation

extension FeatureFlagProviderFactory {
    /// Creates a provider that keeps what is switched in the user's defaults.
    ///
    /// A file that imports this module gets this one also where it names no store.
    ///
    /// - Parameters:
    ///   - type: The kind of provider. Only the one for debugging keeps anything.
    ///   - featurePairs: The answers to begin with.
    ///   - userDefaults: Where to keep what is switched, under the keys of the features; `nil` for the standard ones.
    ///   - remoteSync: Where a remote provider has its answers from.
    /// - Returns: The provider.
    public static func createProvider(
        type: FeatureFlagProviderType, with featurePairs: [FeaturePair] = [], userDefaults: UserDefaults? = nil,
        remoteSync: (any RemoteFlagSource)? = nil
    ) -> any FeatureFlagProvider {
        createProvider(
            type: type, with: featurePairs, userDefaults: UserDefaultsStore(userDefaults ?? .standard),
            remoteSync: remoteSync)
    }
}

extension DebugFeatureFlagProvider {
    /// Creates a provider that keeps what is switched in the user's defaults.
    ///
    /// ```swift
    /// let provider = DebugFeatureFlagProvider(userDefaults: .standard, newFeatures: [.routing])
    /// ```
    ///
    /// - Parameters:
    ///   - userDefaults: Where to keep what is switched, under the keys of the features.
    ///   - newFeatures: The features that have an answer before they are first switched.
    ///   - newFeaturesInitiallyEnabled: That answer.
    public convenience init(
        userDefaults: UserDefaults, newFeatures: [FeatureKey] = [], newFeaturesInitiallyEnabled: Bool = true
    ) {
        self.init(
            userDefaults: UserDefaultsStore(userDefaults), newFeatures: newFeatures,
            newFeaturesInitiallyEnabled: newFeaturesInitiallyEnabled)
    }
}
