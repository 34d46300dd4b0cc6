/// What the journal keeps of a request that was not granted.
public struct RequestDenial: Sendable {
    /// The path of the feature.
    public let feature: FeaturePath
    /// The feature's name for people.
    public let featureName: String
    /// The action's type name.
    public let actionID: String
    /// The action's name for people.
    public let actionName: String
    /// The name of the session, if the request was made through one.
    public let sessionName: String?
    /// Why, requirement by requirement.
    public let explanation: AvailabilityExplanation
}
