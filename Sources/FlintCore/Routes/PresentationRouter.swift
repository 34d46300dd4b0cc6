/// Finds the presenter for an action that is performed from outside the app's own screens.
public protocol PresentationRouter {
    /// Finds the presenter for an action of a feature.
    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType>

    /// Finds the presenter for an action of a conditional feature.
    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType>
}
