/// Sees every action that a dispatcher performs.
///
/// Observers are called in the order in which they were added, with no lock held: at the beginning on the thread that
/// asks for the action, at the end on the one that answers. Whoever begins to observe while an action is under way is
/// not told of its end.
public protocol ActionDispatchObserver: AnyObject {
    /// An action is about to be performed.
    func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>)

    /// An action has answered.
    func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome)
}
