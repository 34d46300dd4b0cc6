/// An action bound to a feature that is always available, ready to be performed.
public struct StaticActionBinding<FeatureType: FeatureDefinition, ActionType: Action>: Sendable,
    CustomDebugStringConvertible
{
    init() {}

    /// The topic of the action: the feature's path, then `#` and the action's type.
    public var logTopicPath: TopicPath {
        FeatureType.identifier.appending("#" + String(describing: ActionType.self))
    }

    /// The binding in words.
    public var debugDescription: String {
        "\(String(describing: ActionType.self)) of \(String(describing: FeatureType.self))"
    }
}
