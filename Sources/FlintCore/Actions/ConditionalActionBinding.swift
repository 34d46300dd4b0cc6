/// An action bound to a conditional feature, which must be requested before it can be performed.
public struct ConditionalActionBinding<FeatureType: ConditionalFeature, ActionType: Action>: Sendable,
    CustomDebugStringConvertible
{
    init() {}

    /// Asks to perform the action.
    ///
    /// Only a certain yes is granted. A denial is recorded in the journal with the whole explanation.
    ///
    /// - Returns: A binding that can be performed, or `nil` if the feature is unavailable or not known to be
    ///   available. Callable from any thread.
    public func request() -> VerifiedActionBinding<FeatureType, ActionType>? {
        guard let bound = TaskScope.boundRuntime else {
            let isOpen = FlintRuntime.processGates.areOpen(feature: FeatureType.self, action: ActionType.self)
            guard isOpen || FlintRuntime.process.grantsAfterAsking(FeatureType.self, action: ActionType.self) else {
                return nil
            }
            return VerifiedActionBinding(actionBinding: self, bound: nil)
        }
        guard bound.grants(FeatureType.self, action: ActionType.self) else { return nil }
        return VerifiedActionBinding(actionBinding: self, bound: bound)
    }

    /// The topic of the action: the feature's path, then `#` and the action's type.
    public var logTopicPath: TopicPath {
        FeatureType.identifier.appending("#" + TypeNames.short(ActionType.self))
    }

    /// The binding in words.
    public var debugDescription: String {
        "\(TypeNames.short(ActionType.self)) of \(TypeNames.short(FeatureType.self))"
    }
}
