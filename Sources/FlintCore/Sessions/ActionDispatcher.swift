/// Performs the actions of sessions and tells observers about them.
public protocol ActionDispatcher: AnyObject, Sendable {
    /// Adds an observer; the observation ends when the token is cancelled, or with the dispatcher if it is dropped.
    @discardableResult
    func add(observer: any ActionDispatchObserver) -> ActionDispatchObservation

    /// Performs the action of a request on the action's queue.
    ///
    /// - Parameters:
    ///   - request: The action, its input and its presenter.
    ///   - completion: The promise to keep.
    /// - Returns: The proof that it is kept.
    func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        request: ActionRequest<FeatureType, ActionType>, completion: ActionType.Completion
    ) -> ActionType.Completion.Status
}
