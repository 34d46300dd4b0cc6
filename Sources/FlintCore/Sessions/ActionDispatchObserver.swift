/// Sees every action that a dispatcher performs.
///
/// Observers are called on the thread of the action, in the order in which they were added, with no lock held.
public protocol ActionDispatchObserver: AnyObject {
    /// An action is about to be performed.
    func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>)

    /// An action has answered.
    func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome)
}
