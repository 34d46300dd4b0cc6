/// The flags as a server decides them, over built-in answers until the server has answered.
///
/// The source's answers are passed on unchanged, reasons such as `STALE` and `CACHED` included. Where the source has
/// no value for a flag, the built-in answer stands as `DEFAULT`, together with what went wrong, if something did.
///
/// It may be used from any thread.
public final class RemoteFeatureFlagProvider: DetailedFeatureFlagProvider, Sendable {
    /// The highest priority in a running app.
    public let priority = FeaturePriority.maxPriority
    /// The type of the provider.
    public let type = FeatureFlagProviderType.remote
    /// The display name of the provider.
    public let name = FeatureFlagProviderType.remote.rawValue

    private let fallback: [FeatureKey: Bool]
    private let source: (any RemoteFlagSource)?

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - featurePairs: The answers that are built in; of several for one flag the last counts.
    ///   - remoteSync: Where the server's answers come from; without it only the built-in ones are there.
    public init(featurePairs: [FeaturePair] = [], remoteSync: (any RemoteFlagSource)? = nil) {
        fallback = featurePairs.values
        source = remoteSync
    }

    /// Whether every change is announced, which the source decides.
    public var announcesChanges: Bool { source?.announcesChanges ?? true }

    /// Every flag with a value from the server or a built-in value, sorted by key.
    public var knownFeatures: [FeatureKey] {
        Set(fallback.keys).union((source?.evaluations ?? [:]).keys).sorted { $0.rawValue < $1.rawValue }
    }

    /// Whether a flag is on; `false` for an unknown flag.
    public func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey)?.value ?? false }

    /// Whether a flag has a value from the server or a built-in value.
    public func hasFeature(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey) != nil }

    /// Returns the server's answer or, without one, the built-in answer.
    public func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        let remote = source?.evaluations[featureKey]
        if let remote, remote.value != nil, remote.reason != .error { return remote }
        guard let value = fallback[featureKey] else { return remote }
        var evaluation = FlagEvaluation(value: value, reason: .default, metadata: remote?.metadata ?? [:])
        evaluation.errorCode = remote.flatMap { $0.errorCode ?? ($0.reason == .error ? .general : nil) }
        evaluation.errorMessage = remote?.errorMessage
        return evaluation
    }

    /// Calls a handler after every change the source announces.
    public func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        source?.observeChanges(handler) ?? ObservationToken {}
    }
}

/// Where a remote flag provider gets its values from.
///
/// A source that calls the handlers of ``observeChanges(_:)`` after every change of an answer declares that with
/// ``ChangeAnnouncing/announcesChanges``.
public protocol RemoteFlagSource: ChangeAnnouncing, AnyObject, Sendable {
    /// The source's answer about each flag it knows.
    var evaluations: [FeatureKey: FlagEvaluation] { get }

    /// Calls a handler after every change, until the token is cancelled or released.
    ///
    /// - Parameter handler: Gets the flags that may have changed, or `nil` if that could be any.
    /// - Returns: The handle on the observation.
    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken
}
