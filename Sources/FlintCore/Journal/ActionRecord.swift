/// What the journal keeps of one performed action.
public struct ActionRecord: Sendable, Hashable {
    /// The number of the request, unique within the runtime.
    public let requestID: UInt
    /// The path of the feature.
    public let feature: FeaturePath
    /// The feature's name for people.
    public let featureName: String
    /// The action's type name.
    public let actionID: String
    /// The action's name for people.
    public let actionName: String
    /// The name of the session.
    public let sessionName: String
    /// Whether a person asked for it.
    public let userInitiated: Bool
    /// Where the request came from.
    public let source: ActionSource
    /// The input in words, or `nil` if the action takes none.
    public let inputDescription: String?
    /// The input's parts by name, if it has any.
    public let inputInfo: [String: String]?
}
