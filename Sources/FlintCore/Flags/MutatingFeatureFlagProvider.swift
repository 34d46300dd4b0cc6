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
    /// Says that the provider cannot forget.
    public func clearFeature(feature: FeatureFlag) -> Bool { false }
}
