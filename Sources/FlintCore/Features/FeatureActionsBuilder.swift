/// Collects the actions a feature declares while it is being registered.
public protocol FeatureActionsBuilder: AnyObject {
    /// Declares an action the app performs itself.
    func declare<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>)

    /// Declares an action of a conditional feature the app performs itself.
    func declare<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>)

    /// Declares an action the app offers to its users, in a palette or a menu for example.
    func publish<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>)

    /// Declares an action of a conditional feature the app offers to its users.
    func publish<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>)

    /// Declares an action the app performs itself and whose input activities can hold.
    func declare<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>) where ActionType.InputType: ActivityCodable

    /// Declares an action of a conditional feature the app performs itself and whose input activities can hold.
    func declare<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>) where ActionType.InputType: ActivityCodable

    /// Declares an action the app offers to its users and whose input activities can hold.
    func publish<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>) where ActionType.InputType: ActivityCodable

    /// Declares an action of a conditional feature the app offers to its users and whose input activities can hold.
    func publish<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>) where ActionType.InputType: ActivityCodable
}
