/// Finds the presenter for an action that is performed from outside the app's own screens, or cancels the action.
///
/// The router is asked for every such action, also for those that present nothing (``NoPresenter``): it can answer that
/// the user or the app does not want the action now. ``PresentationResult/unsupported`` lets an action be performed
/// that presents nothing.
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

/// What a presentation router answers.
public enum PresentationResult<PresenterType> {
    /// The router knows no presenter of this type; an action that presents nothing is performed without one.
    case unsupported
    /// The user did not want the current screen to be left.
    case userCancelled
    /// The app did not want the current screen to be left.
    case appCancelled
    /// The app has done by itself what the action would do.
    case appPerformed
    /// Here is the presenter.
    case appReady(presenter: PresenterType)
}
