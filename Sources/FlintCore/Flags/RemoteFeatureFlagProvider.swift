// SPDX-License-Identifier: MIT

/// A provider of flag values from a server, with built-in values until the server responds.
///
/// The provider returns the source's evaluations unchanged, including reasons such as `STALE` and `CACHED`. If the
/// source has no value for a flag, the built-in value applies with the reason `DEFAULT`, together with the source's
/// error, if any.
///
/// The provider can be used from any thread.
public final class RemoteFeatureFlagProvider: DetailedFeatureFlagProvider, Sendable {
    /// Always ``FeaturePriority/maxPriority``, above built-in values and the values of a debug provider.
    public let priority = FeaturePriority.maxPriority
    /// Always ``FeatureFlagProviderType/remote``.
    public let type = FeatureFlagProviderType.remote
    /// The display name of the provider, `remote`.
    public let name = FeatureFlagProviderType.remote.rawValue

    private let fallback: [FeatureKey: Bool]
    let source: (any RemoteFlagSource)?

    /// Creates a provider of a server's values.
    ///
    /// - Parameters:
    ///   - featurePairs: The built-in values. If a flag is repeated, the last value applies.
    ///   - remoteSync: The source of the server's values. Without a source, the provider has only built-in values.
    public init(featurePairs: [FeaturePair] = [], remoteSync: (any RemoteFlagSource)? = nil) {
        fallback = featurePairs.values
        source = remoteSync
    }

    /// Whether the source announces every change.
    ///
    /// The value is `true` without a source.
    public var announcesChanges: Bool { source?.announcesChanges ?? true }

    /// The flags with an evaluation from the source or a built-in value, sorted by key.
    public var knownFeatures: [FeatureKey] {
        Set(fallback.keys).union((source?.evaluations ?? [:]).keys).sorted { $0.rawValue < $1.rawValue }
    }

    /// Returns whether a flag is on, or `false` for an unknown flag.
    public func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey)?.value ?? false }

    /// Returns whether a flag has an evaluation from the source, even a failed one, or a built-in value.
    public func hasFeature(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey) != nil }

    /// Returns the source's evaluation of a flag or, if the evaluation has no value or failed, the built-in value.
    ///
    /// For a flag without a built-in value, the result is the source's failed evaluation. If the source has no
    /// evaluation, the result is its ``RemoteFlagSource/missingFlagError``, such as `PROVIDER_NOT_READY`, or `nil`.
    public func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        let remote = source.flatMap { $0.evaluations[featureKey] ?? $0.missingFlagError }
        if let remote, remote.value != nil, remote.reason != .error { return remote }
        guard let value = fallback[featureKey] else { return remote }
        var evaluation = FlagEvaluation(value: value, reason: .default, metadata: remote?.metadata ?? [:])
        evaluation.errorCode = remote.flatMap { $0.errorCode ?? ($0.reason == .error ? .general : nil) }
        evaluation.errorMessage = remote?.errorMessage
        return evaluation
    }

    /// Calls a handler after every change that the source announces, until the token is canceled or released.
    public func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        source?.observeChanges(handler) ?? ObservationToken {}
    }
}

/// A source of flag values for a ``RemoteFeatureFlagProvider``.
///
/// A source fetches values independently of the engine and stores the latest ones in ``evaluations``. A source that
/// calls the handlers of ``observeChanges(_:)`` after every change of an evaluation sets
/// ``ChangeAnnouncing/announcesChanges`` to `true`.
public protocol RemoteFlagSource: ChangeAnnouncing, AnyObject, Sendable {
    /// The latest evaluations of all flags that the source has.
    var evaluations: [FeatureKey: FlagEvaluation] { get }

    /// The error for flags that ``evaluations`` does not contain, or `nil` if such flags do not exist.
    ///
    /// A source that has not received an answer yet returns ``FlagErrorCode/providerNotReady``, so that its flags are
    /// pending instead of missing. When the value of this property changes, a source calls its observers' handlers with
    /// `nil`, because the change can affect any flag. The default is `nil`.
    var missingFlagError: FlagEvaluation? { get }

    /// Calls a handler after every change, until the token is canceled or released.
    ///
    /// - Parameter handler: Receives the flags that may have changed, or `nil` if any flag may have changed.
    /// - Returns: The token that keeps the observation active.
    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken
}

extension RemoteFlagSource {
    /// By default, a flag without an evaluation does not exist.
    public var missingFlagError: FlagEvaluation? { nil }
}
