/// The flag providers of an app, asked in the order of their priorities.
///
/// It may be used from any thread. Providers are the app's code and are called with no lock held.
package final class FeatureFlags: ChangeAnnouncing, @unchecked Sendable {
    /// The providers in the order in which they are asked; read only, so safe from any thread.
    package let providers: [any FeatureFlagProvider]
    /// The rank of each when the order was made, so that one that changes its mind cannot contradict the order.
    private let priorities: [Int]

    /// Puts providers in order: the highest priority first, equal ones as they are given.
    package init(_ providers: [any FeatureFlagProvider] = []) {
        let ranked = providers.enumerated()
            .map { (offset: $0.offset, priority: $0.element.priority, provider: $0.element) }
            .sorted { ($1.priority, $0.offset) < ($0.priority, $1.offset) }
        self.providers = ranked.map(\.provider)
        priorities = ranked.map(\.priority)
    }

    /// Whether every provider announces every change of an answer.
    package var announcesChanges: Bool { providers.allSatisfy { $0.announcesChanges } }

    /// Every flag that some provider lists, in order of the keys.
    package var knownFeatures: [FeatureKey] {
        let keys = providers.flatMap { ($0 as? any DetailedFeatureFlagProvider)?.knownFeatures ?? [] }
        return Set(keys).sorted { $0.rawValue < $1.rawValue }
    }

    /// Asks every provider for a flag.
    ///
    /// The first that has a value answers. One that does not know the flag, or could not find out, leaves the answer
    /// to the next; where none has a value the flag is unknown, which is not the same as off.
    package func resolve(_ key: FeatureKey) -> FlagResolution {
        let answers = zip(providers, priorities).map { provider, priority in
            FlagAnswer(
                provider: Self.name(of: provider), type: provider.type, priority: priority,
                isMutable: provider is any MutatingFeatureFlagProvider,
                evaluation: Self.evaluation(of: key, by: provider))
        }
        return FlagResolution(key: key, answers: answers, winner: answers.firstIndex { $0.evaluation?.value != nil })
    }

    /// Calls a handler after every change a provider announces, until the token is cancelled or released.
    ///
    /// - Parameter handler: Gets the flags that may have changed, or `nil` if that could be any.
    /// - Returns: The handle on the observation.
    package func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        observeProviders { _, keys in handler(keys) }
    }

    /// Calls a handler with the name of the provider and the flags that may have changed, after every change.
    func observeProviders(
        _ handler: @escaping @Sendable (_ provider: String, _ keys: [FeatureKey]?) -> Void
    ) -> ObservationToken {
        let tokens = providers.compactMap { provider in
            let name = Self.name(of: provider)
            return (provider as? any DetailedFeatureFlagProvider)?.observeChanges { handler(name, $0) }
        }
        return ObservationToken { for token in tokens { token.cancel() } }
    }

    /// The display name of a provider: its own name, or that of its type.
    static func name(of provider: any FeatureFlagProvider) -> String {
        let name = (provider as? any DetailedFeatureFlagProvider)?.name ?? ""
        return name.isEmpty ? TypeNames.short(type(of: provider)) : name
    }

    /// One provider's answer about a flag, with contradictions corrected; plain providers give no reasons.
    static func evaluation(of key: FeatureKey, by provider: any FeatureFlagProvider) -> FlagEvaluation? {
        guard provider.hasFeature(key) else { return nil }
        guard let detailed = provider as? any DetailedFeatureFlagProvider else {
            return FlagEvaluation(value: provider.isFeatureEnabled(key))
        }
        guard var evaluation = detailed.evaluation(of: key) else {
            return FlagEvaluation(
                errorCode: .general, message: "It has the flag, but no value of it.")
        }
        // A value that comes with an error is a guess, and a guess must not turn anything on or off.
        if evaluation.reason == .error { evaluation.value = nil }
        if evaluation.value == nil {
            evaluation.reason = .error
            evaluation.errorCode = evaluation.errorCode ?? .general
        }
        return evaluation
    }
}

extension FlintRuntime {
    /// The resolution of every flag that a feature requires or a provider lists, sorted by key.
    public var flags: [FlagResolution] {
        let flags = dependencies.featureFlags
        let required = catalog.declarations.flagged.keys
        return bind {
            Set(flags.knownFeatures).union(required).sorted { $0.rawValue < $1.rawValue }.map(flags.resolve)
        }
    }

    /// What the providers' value is of one flag, whether or not anything requires it.
    public func resolution(of flag: FeatureKey) -> FlagResolution {
        bind { dependencies.featureFlags.resolve(flag) }
    }
}
