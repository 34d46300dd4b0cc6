/// Where a remote flag provider gets its values from.
///
/// A source that calls the handlers of ``observeChanges(_:)`` after every change of an answer declares that with
/// ``ChangeAnnouncing/announcesChanges``.
public protocol RemoteFlagSource: ChangeAnnouncing, AnyObject, Sendable {
    /// What the source says of each flag it knows.
    var evaluations: [FeatureKey: FlagEvaluation] { get }

    /// Calls a handler after every change, until the token is cancelled or released.
    ///
    /// - Parameter handler: Gets the flags that may have changed, or `nil` if that could be any.
    /// - Returns: The handle on the observation.
    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken
}
