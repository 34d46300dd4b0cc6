/// Has the system ask for the permissions a feature needs, one after the other.
///
/// Obtain one with `permissionAuthorisationController(using:)` of a conditional feature. It serves for one flow and
/// stays alive by itself until that has ended.
public protocol AuthorisationController {
    /// Starts the flow. Only the first call has an effect.
    ///
    /// - Parameter retryHandler: Called on the main queue after the flow if every permission the feature requires is
    ///   authorised, so that the app can resume what the user wanted to do.
    func begin(retryHandler: (() -> Void)?)

    /// Ends the flow; harmless at any time and any number of times.
    ///
    /// The coordinator is told that the flow was cancelled, and answers that are still to come are ignored.
    func cancel()
}
