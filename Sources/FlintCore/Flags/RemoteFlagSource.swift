/// Where a remote flag provider gets its values from.
public protocol RemoteFlagSource: AnyObject, Sendable {
    /// What the source says of each flag it knows.
    var evaluations: [FeatureKey: FlagEvaluation] { get }

    /// Calls a handler after every change, until the token is cancelled or released.
    ///
    /// - Parameter handler: Gets the flags that may have changed, or `nil` if that could be any.
    /// - Returns: The handle on the observation.
    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken
}
