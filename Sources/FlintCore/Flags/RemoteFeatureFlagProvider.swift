/// The flags as a server decides them, over built-in answers until the server has answered.
///
/// The source's answers are passed on unchanged, reasons such as `STALE` and `CACHED` included. Where the source has
/// no value for a flag, the built-in answer stands as `DEFAULT`, together with what went wrong, if something did.
///
/// It may be used from any thread.
public final class RemoteFeatureFlagProvider: DetailedFeatureFlagProvider, Sendable {
    /// The highest of the usual ranks in a running app.
    public let priority = FeaturePriority.maxPriority
    /// Values a server decides.
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

    /// Every flag the server has spoken of or an answer is built in for, in order of the keys.
    public var knownFeatures: [FeatureKey] {
        Set(fallback.keys).union((source?.evaluations ?? [:]).keys).sorted { $0.rawValue < $1.rawValue }
    }

    /// Whether a flag is on; one the provider does not have is not.
    public func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey)?.value ?? false }

    /// Whether the server has spoken of a flag or an answer is built in for it.
    public func hasFeature(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey) != nil }

    /// The server's answer, or else the built-in one.
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
