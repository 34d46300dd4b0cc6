/// A provider of flag values from a server, with built-in values until the server answers.
///
/// The provider passes the source's evaluations on unchanged, including reasons such as `STALE` and `CACHED`. If the
/// source has no value for a flag, the built-in value applies with the reason `DEFAULT`, together with the source's
/// error, if any.
///
/// The provider can be used from any thread.
public final class RemoteFeatureFlagProvider: DetailedFeatureFlagProvider, Sendable {
    /// The highest priority in a running app.
    public let priority = FeaturePriority.maxPriority
    /// The type for values from a server.
    public let type = FeatureFlagProviderType.remote
    /// The display name of the provider.
    public let name = FeatureFlagProviderType.remote.rawValue

    private let fallback: [FeatureKey: Bool]
    private let source: (any RemoteFlagSource)?

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - featurePairs: The built-in values. For repeated flags, the last value applies.
    ///   - remoteSync: The source of the server's values. Without a source, the provider has only built-in values.
    public init(featurePairs: [FeaturePair] = [], remoteSync: (any RemoteFlagSource)? = nil) {
        fallback = featurePairs.values
        source = remoteSync
    }

    /// Whether the source announces every change; `true` without a source.
    public var announcesChanges: Bool { source?.announcesChanges ?? true }

    /// The flags with a value from the server or a built-in value, sorted by key.
    public var knownFeatures: [FeatureKey] {
        Set(fallback.keys).union((source?.evaluations ?? [:]).keys).sorted { $0.rawValue < $1.rawValue }
    }

    /// Returns whether a flag is on, or `false` for an unknown flag.
    public func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey)?.value ?? false }

    /// Returns whether a flag has a value from the server or a built-in value.
    public func hasFeature(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey) != nil }

    /// Returns the server's evaluation of a flag, or the built-in value if the server has no value.
    public func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        let remote = source?.evaluations[featureKey]
        if let remote, remote.value != nil, remote.reason != .error { return remote }
        guard let value = fallback[featureKey] else { return remote }
        var evaluation = FlagEvaluation(value: value, reason: .default, metadata: remote?.metadata ?? [:])
        evaluation.errorCode = remote.flatMap { $0.errorCode ?? ($0.reason == .error ? .general : nil) }
        evaluation.errorMessage = remote?.errorMessage
        return evaluation
    }

    /// Calls a handler after every change that the source announces.
    public func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        source?.observeChanges(handler) ?? ObservationToken {}
    }
}

/// A source of flag values for a ``RemoteFeatureFlagProvider``.
///
/// A source fetches values independently of the engine and keeps the latest ones in ``evaluations``. A source that
/// calls the handlers of ``observeChanges(_:)`` after every change of an evaluation sets
/// ``ChangeAnnouncing/announcesChanges`` to `true`.
public protocol RemoteFlagSource: ChangeAnnouncing, AnyObject, Sendable {
    /// The latest evaluations of all flags that the source has.
    var evaluations: [FeatureKey: FlagEvaluation] { get }

    /// Calls a handler after every change, until the token is canceled or released.
    ///
    /// - Parameter handler: Receives the flags that may have changed, or `nil` if any flag may have changed.
    /// - Returns: The token of the observation.
    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken
}
