/// An action of a conditional feature whose request has been granted.
///
/// The grant is checked again when the action is performed: if the feature has become unavailable meanwhile, nothing
/// runs and the outcome is ``ActionPerformError/requiredFeatureNotAvailable(feature:)``.
public struct VerifiedActionBinding<FeatureType: ConditionalFeature, ActionType: Action>: Sendable {
    /// The binding the request was made with.
    public let actionBinding: ConditionalActionBinding<FeatureType, ActionType>

    /// The runtime the request was granted in, where the action will be performed wherever that happens; `nil` for
    /// that of the process, references to which need not be counted.
    private let bound: FlintRuntime?

    /// The runtime the request was granted in.
    var runtime: FlintRuntime { bound ?? .process }

    init(actionBinding: ConditionalActionBinding<FeatureType, ActionType>, bound: FlintRuntime?) {
        self.actionBinding = actionBinding
        self.bound = bound
    }
}
