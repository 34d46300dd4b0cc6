/// Passes what people do in an app on to whoever counts it.
///
/// Called for every action that has an ``Action/analyticsID``: once before it is performed, and once when it has
/// answered, on the threads that ask and answer, with no lock held.
///
/// ```swift
/// final class Counter: AnalyticsProvider {
///     func analyticsEventWillBegin<ActionType: Action>(
///         feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
///         attributes: [String: Any?]?
///     ) { backend.count(ActionType.analyticsID, attributes) }
/// }
/// ```
///
/// Every requirement has a default, so that a provider implements those it needs: those with attributes call those
/// without, which do nothing.
public protocol AnalyticsProvider {
    /// An action is about to be performed.
    func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>)

    /// An action has answered.
    func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome)

    /// An action is about to be performed, of which the app says this.
    func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        attributes: [String: Any?]?)

    /// An action has answered, of which the app said this when it began.
    func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome, attributes: [String: Any?]?)
}

extension AnalyticsProvider {
    /// Does nothing.
    public func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>
    ) {}

    /// Does nothing.
    public func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome
    ) {}

    /// Leaves the attributes out.
    public func analyticsEventWillBegin<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        attributes: [String: Any?]?
    ) {
        analyticsEventWillBegin(feature: feature, action: action, context: context)
    }

    /// Leaves the attributes out.
    public func analyticsEventDidEnd<ActionType: Action>(
        feature: FeatureDefinition.Type, action: ActionType.Type, context: ActionContext<ActionType.InputType>,
        outcome: ActionPerformOutcome, attributes: [String: Any?]?
    ) {
        analyticsEventDidEnd(feature: feature, action: action, context: context, outcome: outcome)
    }
}
