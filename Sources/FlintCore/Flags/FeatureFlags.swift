// SPDX-License-Identifier: MIT

/// An app's flag providers, in order of priority.
///
/// Setup creates this object from the configured providers. To resolve a flag, the object queries all providers, and
/// the first provider with a value decides. It can be used from any thread. Providers are the app's code and are called
/// with no lock held.
package final class FeatureFlags: ChangeAnnouncing, @unchecked Sendable {
    /// The providers, highest priority first.
    ///
    /// The array is immutable, so any thread can read it.
    package let providers: [any FeatureFlagProvider]
    /// The priorities that determined the order, in case a provider's priority changes later.
    private let priorities: [Int]

    /// Creates the list from providers in any order.
    ///
    /// Providers with the same priority keep their order.
    package init(_ providers: [any FeatureFlagProvider] = []) {
        let ranked = providers.enumerated()
            .map { (offset: $0.offset, priority: $0.element.priority, provider: $0.element) }
            .sorted { ($1.priority, $0.offset) < ($0.priority, $1.offset) }
        self.providers = ranked.map(\.provider)
        priorities = ranked.map(\.priority)
    }

    package var announcesChanges: Bool { providers.allSatisfy { $0.announcesChanges } }

    package var knownFeatures: [FeatureKey] {
        let keys = providers.flatMap { ($0 as? any DetailedFeatureFlagProvider)?.knownFeatures ?? [] }
        return Set(keys).sorted { $0.rawValue < $1.rawValue }
    }

    /// Queries every provider for a flag.
    ///
    /// The first provider with a value decides. A provider that doesn't have the flag, or fails, leaves the decision to
    /// the next provider. If no provider has a value, the flag is unknown, which is not the same as off.
    package func resolve(_ key: FeatureKey) -> FlagResolution {
        let answers = zip(providers, priorities).map { provider, priority in
            FlagAnswer(
                provider: Self.name(of: provider), type: provider.type, priority: priority,
                isMutable: provider is any MutatingFeatureFlagProvider,
                evaluation: Self.evaluation(of: key, by: provider))
        }
        return FlagResolution(key: key, answers: answers, winner: answers.firstIndex { $0.evaluation?.value != nil })
    }

    /// Calls a handler after every change that a provider announces, until the token is canceled or released.
    ///
    /// - Parameter handler: Receives the flags that may have changed, or `nil` if any flag may have changed.
    /// - Returns: The token that keeps the observation active.
    package func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        observeProviders { _, keys in handler(keys) }
    }

    func observeProviders(
        _ handler: @escaping @Sendable (_ provider: String, _ keys: [FeatureKey]?) -> Void
    ) -> ObservationToken {
        let tokens = providers.compactMap { provider in
            let name = Self.name(of: provider)
            return (provider as? any DetailedFeatureFlagProvider)?.observeChanges { handler(name, $0) }
        }
        return ObservationToken { for token in tokens { token.cancel() } }
    }

    /// Returns a provider's display name, or its type's name if the display name is missing or empty.
    static func name(of provider: any FeatureFlagProvider) -> String {
        let name = (provider as? any DetailedFeatureFlagProvider)?.name ?? ""
        return name.isEmpty ? TypeNames.short(type(of: provider)) : name
    }

    /// Returns a provider's evaluation of a flag, with contradictions corrected.
    ///
    /// A value with the reason `ERROR` is discarded. An evaluation without a value gets the reason `ERROR` and an error
    /// code. The values of plain providers get the reason `STATIC`.
    static func evaluation(of key: FeatureKey, by provider: any FeatureFlagProvider) -> FlagEvaluation? {
        guard provider.hasFeature(key) else { return nil }
        guard let detailed = provider as? any DetailedFeatureFlagProvider else {
            return FlagEvaluation(value: provider.isFeatureEnabled(key))
        }
        guard var evaluation = detailed.evaluation(of: key) else {
            return FlagEvaluation(
                errorCode: .general, message: "The provider has the flag but returned no value.")
        }
        // A value with the reason `ERROR` is a guess, which must not turn a feature on or off.
        if evaluation.reason == .error { evaluation.value = nil }
        if evaluation.value == nil {
            evaluation.reason = .error
            evaluation.errorCode = evaluation.errorCode ?? .general
        }
        return evaluation
    }
}

extension FlintRuntime {
    /// The resolutions of all flags that features require or providers list, sorted by key.
    public var flags: [FlagResolution] {
        let flags = dependencies.featureFlags
        let required = catalog.declarations.featuresByFlag.keys
        return bind {
            Set(flags.knownFeatures).union(required).sorted { $0.rawValue < $1.rawValue }.map(flags.resolve)
        }
    }

    /// Returns the resolution of a flag, whether or not a feature requires it.
    public func resolution(of flag: FeatureKey) -> FlagResolution {
        bind { dependencies.featureFlags.resolve(flag) }
    }
}
