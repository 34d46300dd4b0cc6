/// A flag provider that can say why a flag has its value, and can announce changes.
///
/// A plain ``FeatureFlagProvider`` answers yes or no; the engine words its answers as `STATIC`.
public protocol DetailedFeatureFlagProvider: FeatureFlagProvider {
    /// What people call the provider, such as `remote` or `flags.json`.
    var name: String { get }

    /// Every flag the provider knows, for lists; flags missing here still answer if ``FeatureFlagProvider/hasFeature(_:)``
    /// says so.
    var knownFeatures: [FeatureKey] { get }

    /// What the provider says of a flag and why, or `nil` if it does not know it.
    ///
    /// An evaluation without a value (an error) leaves the answer to the next provider.
    func evaluation(of featureKey: FeatureKey) -> FlagEvaluation?

    /// Calls a handler after changes, until the token is cancelled or released.
    ///
    /// - Parameter handler: Gets the flags that may have changed, or `nil` if that could be any.
    /// - Returns: The handle on the observation.
    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken
}
