// SPDX-License-Identifier: MIT

import FlintLocks

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
    private let late = Protected<[Int: LateProvider]>([:])
    private let isAnyLate = Atomic(false)

    package init(_ providers: [any FeatureFlagProvider] = []) {
        // Providers with the same priority keep their order.
        let ranked = providers.enumerated()
            .map { (offset: $0.offset, priority: $0.element.priority, provider: $0.element) }
            .sorted { ($1.priority, $0.offset) < ($0.priority, $1.offset) }
        self.providers = ranked.map(\.provider)
        priorities = ranked.map(\.priority)
    }

    package var announcesChanges: Bool { providers.allSatisfy { $0.announcesChanges } }

    package var knownFeatures: [FeatureKey] {
        let late = isAnyLate.load(ordering: .acquiring) ? late.withLock { $0 } : [:]
        let keys = providers.enumerated().flatMap { index, provider in
            late[index]?.knownFeatures ?? (provider as? any DetailedFeatureFlagProvider)?.knownFeatures ?? []
        }
        return Set(keys).sorted { $0.rawValue < $1.rawValue }
    }

    /// Queries every provider for a flag.
    ///
    /// The first provider with a value decides. A provider that does not have the flag, that fails, or that has not
    /// given its first answers leaves the decision to the next provider. If no provider has a value, the flag is
    /// unknown, which is not the same as off.
    ///
    /// If `waits` is `false`, the latest answers of providers that are known to be slow are used. A provider that has
    /// just announced a change is always queried.
    package func resolve(
        _ key: FeatureKey, waitsForSlowProviders waits: Bool = true, announcedBy announcer: Int? = nil
    ) -> FlagResolution {
        guard isAnyLate.load(ordering: .acquiring) else {
            return resolution(of: key) { Self.evaluation(of: key, by: providers[$0]) }
        }
        let unanswered = late.withLock { $0.mapValues(\.isUnanswered) }
        return resolution(of: key) { index in
            if let isUnanswered = unanswered[index], index != announcer, isUnanswered || !waits,
                let answer = latestAnswer(of: index, about: key)
            {
                return answer
            }
            let evaluation = Self.evaluation(of: key, by: providers[index])
            if unanswered[index] != nil { storeAnswers([key: evaluation], of: index) }
            return evaluation
        }
    }

    func resolution(of key: FeatureKey, _ evaluation: (_ provider: Int) -> FlagEvaluation?) -> FlagResolution {
        let answers = providers.indices.map { index in
            let provider = providers[index]
            return FlagAnswer(
                provider: Self.name(of: provider), type: provider.type, priority: priorities[index],
                isMutable: provider is any MutatingFeatureFlagProvider, evaluation: evaluation(index))
        }
        return FlagResolution(key: key, answers: answers, winner: answers.firstIndex { $0.evaluation?.value != nil })
    }

    func observeProviders(
        _ handler: @escaping @Sendable (_ provider: Int, _ keys: [FeatureKey]?) -> Void
    ) -> ObservationToken {
        let tokens = providers.enumerated().compactMap { index, provider in
            (provider as? any DetailedFeatureFlagProvider)?.observeChanges { handler(index, $0) }
        }
        return ObservationToken { for token in tokens { token.cancel() } }
    }

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

// MARK: - Late providers

private struct LateProvider {
    var isUnanswered = true
    /// Whether a flag was resolved without the provider's answer.
    var wasSkipped = false
    /// The latest answers, where `nil` means that the provider does not have the flag.
    var answers: [FeatureKey: FlagEvaluation?] = [:]
    var knownFeatures: [FeatureKey] = []
}

extension FlagEvaluation? {
    fileprivate static var unanswered: FlagEvaluation? {
        FlagEvaluation(errorCode: .providerNotReady, message: "The provider has not answered.")
    }
}

extension FeatureFlags {
    var haveLateProviders: Bool { late.withLock { !$0.isEmpty } }

    func recordLateness(of provider: Int) {
        // Set first, so that no use calls the provider on the fast path.
        isAnyLate.store(true, ordering: .releasing)
        late.withLock { late in
            if late[provider] == nil { late[provider] = LateProvider() }
        }
    }

    /// Stores the answers that a late provider has given to a registration's questions.
    ///
    /// Returns whether a flag has been resolved without the provider and has to be resolved again. For a provider that
    /// has never been late, the answers are not stored, and the result is `false`.
    func storeFirstAnswers(
        _ answers: [FeatureKey: FlagEvaluation?], known: [FeatureKey], of provider: Int
    ) -> Bool {
        late.withLock { late in
            guard let before = late[provider] else { return false }
            late[provider] = LateProvider(
                isUnanswered: false, answers: before.answers.merging(answers) { $1 }, knownFeatures: known)
            return before.wasSkipped
        }
    }

    /// Returns the latest answer of a provider that has been late, or `nil` for other providers.
    ///
    /// If the provider has not been asked about the flag or has not answered, the answer is
    /// ``FlagErrorCode/providerNotReady``, and the provider counts as skipped.
    func latestAnswer(of provider: Int, about key: FeatureKey) -> FlagEvaluation?? {
        late.withLock { late in
            guard let known = late[provider] else { return nil }
            if let answer = known.answers[key] { return .some(answer) }
            late[provider]?.wasSkipped = true
            return .some(.unanswered)
        }
    }

    func storeAnswers(_ answers: [FeatureKey: FlagEvaluation?], of provider: Int) {
        late.withLock { $0[provider]?.answers.merge(answers) { $1 } }
    }
}

extension FlintRuntime {
    /// The resolutions of all flags that features require or providers list, sorted by key.
    ///
    /// Providers that are known to be slow are not queried again. Their latest answers are used.
    public var flags: [FlagResolution] {
        let flags = dependencies.featureFlags
        let required = catalog.declarations.featuresByFlag.keys
        return bind {
            Set(flags.knownFeatures).union(required).sorted { $0.rawValue < $1.rawValue }
                .map { flags.resolve($0, waitsForSlowProviders: false) }
        }
    }

    /// Returns the resolution of a flag, whether or not a feature requires it.
    ///
    /// Providers that are known to be slow are not queried again. Their latest answers are used.
    public func resolution(of flag: FeatureKey) -> FlagResolution {
        bind { dependencies.featureFlags.resolve(flag, waitsForSlowProviders: false) }
    }
}
