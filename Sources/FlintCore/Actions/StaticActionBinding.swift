/// An action bound to a feature that is always available, ready to be performed.
public struct StaticActionBinding<FeatureType: FeatureDefinition, ActionType: Action>: Sendable,
    CustomDebugStringConvertible
{
    init() {}

    /// The topic of the action: the feature's path, then `#` and the action's type.
    public var logTopicPath: TopicPath {
        FeatureType.identifier.appending("#" + TypeNames.short(ActionType.self))
    }

    /// The binding in words.
    public var debugDescription: String {
        "\(TypeNames.short(ActionType.self)) of \(TypeNames.short(FeatureType.self))"
    }
}
