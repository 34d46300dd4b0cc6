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
    /// The providers that take long to answer, by index.
    private let late = Protected<[Int: LateProvider]>([:])
    /// Whether there are any, so that the usual case takes no lock.
    private let isAnyLate = Atomic(false)

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
        let late = isAnyLate.load(ordering: .acquiring) ? late.withLock { $0 } : [:]
        let keys = providers.enumerated().flatMap { index, provider in
            late[index]?.knownFeatures ?? (provider as? any DetailedFeatureFlagProvider)?.knownFeatures ?? []
        }
        return Set(keys).sorted { $0.rawValue < $1.rawValue }
    }

    /// Queries every provider for a flag.
    ///
    /// The first provider with a value decides. A provider that doesn't have the flag, fails, or has not given its first
    /// answers, leaves the decision to the next provider. If no provider has a value, the flag is unknown, which is not
    /// the same as off.
    ///
    /// - Parameters:
    ///   - key: The key of the flag.
    ///   - waits: Whether to query providers that are known to take long. If `false`, their latest answers are used.
    ///   - announcer: The index of a provider that has just announced a change, and is queried in any case.
    /// - Returns: The answers of all providers.
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
            if unanswered[index] != nil { note([key: evaluation], of: index) }
            return evaluation
        }
    }

    /// Combines the evaluations of all providers.
    func resolution(of key: FeatureKey, _ evaluation: (_ provider: Int) -> FlagEvaluation?) -> FlagResolution {
        let answers = providers.indices.map { index in
            let provider = providers[index]
            return FlagAnswer(
                provider: Self.name(of: provider), type: provider.type, priority: priorities[index],
                isMutable: provider is any MutatingFeatureFlagProvider, evaluation: evaluation(index))
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
        _ handler: @escaping @Sendable (_ provider: Int, _ keys: [FeatureKey]?) -> Void
    ) -> ObservationToken {
        let tokens = providers.enumerated().compactMap { index, provider in
            (provider as? any DetailedFeatureFlagProvider)?.observeChanges { handler(index, $0) }
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

// MARK: - Late providers

/// A provider that takes long to answer.
private struct LateProvider {
    /// Whether the provider has not given its first answers.
    var isUnanswered = true
    /// Whether a flag was resolved without the provider's answer.
    var wasSkipped = false
    /// The latest answers, where `nil` means that the provider doesn't have the flag.
    var answers: [FeatureKey: FlagEvaluation?] = [:]
    var knownFeatures: [FeatureKey] = []
}

extension FlagEvaluation? {
    /// The evaluation of a provider that has not answered.
    fileprivate static var unanswered: FlagEvaluation? {
        FlagEvaluation(errorCode: .providerNotReady, message: "The provider has not answered.")
    }
}

extension FeatureFlags {
    /// Whether any provider takes long to answer.
    var haveLateProviders: Bool { late.withLock { !$0.isEmpty } }

    /// Notes that a provider's first answers are overdue.
    func noteLateness(of provider: Int) {
        late.withLock { late in
            if late[provider] == nil { late[provider] = LateProvider() }
        }
        isAnyLate.store(true, ordering: .releasing)
    }

    /// Notes the answers that a provider has given during a registration.
    ///
    /// - Parameters:
    ///   - answers: The answers by flag.
    ///   - known: The flags that the provider lists.
    ///   - provider: The provider's index.
    ///   - isLate: Whether the answers were overdue.
    /// - Returns: Whether a flag has been resolved without the provider, so that it has to be resolved again.
    func noteFirstAnswers(
        _ answers: [FeatureKey: FlagEvaluation?], known: [FeatureKey], of provider: Int, isLate: Bool
    ) -> Bool {
        late.withLock { late in
            guard let before = late[provider] else { return false }
            late[provider] = LateProvider(
                isUnanswered: false, answers: before.answers.merging(answers) { $1 }, knownFeatures: known)
            return before.wasSkipped
        }
    }

    /// Returns the latest answer of a provider that takes long, or `nil` for other providers.
    ///
    /// The answer is ``FlagErrorCode/providerNotReady`` if the provider has not been asked or has not answered.
    func latestAnswer(of provider: Int, about key: FeatureKey) -> FlagEvaluation?? {
        late.withLock { late in
            guard let known = late[provider] else { return nil }
            if let answer = known.answers[key] { return .some(answer) }
            late[provider]?.wasSkipped = true
            return .some(.unanswered)
        }
    }

    /// Notes new answers of a provider, if it takes long to answer.
    func note(_ answers: [FeatureKey: FlagEvaluation?], of provider: Int) {
        late.withLock { $0[provider]?.answers.merge(answers) { $1 } }
    }
}

extension FlintRuntime {
    /// The resolutions of all flags that features require or providers list, sorted by key.
    ///
    /// Providers that are known to take long are not queried again; their latest answers are used.
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
    /// Providers that are known to take long are not queried again; their latest answers are used.
    public func resolution(of flag: FeatureKey) -> FlagResolution {
        bind { dependencies.featureFlags.resolve(flag, waitsForSlowProviders: false) }
    }
}
