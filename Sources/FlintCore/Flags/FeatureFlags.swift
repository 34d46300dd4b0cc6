/// The flag providers of an app, asked in the order of their priorities.
///
/// It may be used from any thread. Providers are the app's code and are called with no lock held.
public final class FeatureFlags: @unchecked Sendable {
    /// The providers in the order in which they are asked; read only, so safe from any thread.
    public let providers: [any FeatureFlagProvider]

    /// Puts providers in order: the highest priority first, equal ones as they are given.
    public init(_ providers: [any FeatureFlagProvider] = []) {
        self.providers = providers.enumerated()
            .sorted { ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset) }
            .map(\.element)
    }

    /// Asks every provider for a flag.
    public func resolve(_ key: FeatureKey) -> FlagResolution {
        let answers = providers.map { provider in
            FlagAnswer(
                provider: (provider as? any DetailedFeatureFlagProvider)?.name ?? provider.type.rawValue,
                type: provider.type, priority: provider.priority,
                isMutable: provider is any MutatingFeatureFlagProvider,
                evaluation: Self.evaluation(of: key, by: provider))
        }
        return FlagResolution(key: key, answers: answers, winner: answers.firstIndex { $0.evaluation?.value != nil })
    }

    /// Calls a handler after every change a provider announces, until the token is cancelled or released.
    ///
    /// - Parameter handler: Gets the flags that may have changed, or `nil` if that could be any.
    /// - Returns: The handle on the observation.
    public func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        let tokens = providers.compactMap { ($0 as? any DetailedFeatureFlagProvider)?.observeChanges(handler) }
        return ObservationToken { for token in tokens { token.cancel() } }
    }

    /// What one provider says of a flag; plain providers know no reasons.
    private static func evaluation(of key: FeatureKey, by provider: any FeatureFlagProvider) -> FlagEvaluation? {
        guard provider.hasFeature(key) else { return nil }
        if let detailed = provider as? any DetailedFeatureFlagProvider { return detailed.evaluation(of: key) }
        return FlagEvaluation(value: provider.isFeatureEnabled(key))
    }
}
