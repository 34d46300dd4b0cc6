public import Dispatch

extension ActionSession {
    /// Performs an action, with the initiator and the source of the request.
    ///
    /// - Parameters:
    ///   - binding: The action and its feature, or the granted request.
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - userInitiated: Whether the user initiated it; by default, as the session is set up.
    ///   - source: Where the request came from.
    ///   - completion: Called once with the outcome.
    ///   - completionQueue: The queue to call it on; by default, the thread the action answers on.
    @inlinable
    public func perform<Binding: PerformableActionBinding>(
        _ binding: Binding, input: Binding.ActionType.InputType, presenter: Binding.ActionType.PresenterType,
        userInitiated: Bool? = nil, source: ActionSource = .application,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) {
        perform(
            Binding.FeatureType.self, Binding.ActionType.self, input: input, presenter: presenter,
            userInitiated: userInitiated ?? userInitiatedActions, source: source,
            observer: CompletionObserver(completion, on: completionQueue))
    }

    /// Performs an action that presents nothing.
    @inlinable
    public func perform<Binding: PerformableActionBinding>(
        _ binding: Binding, input: Binding.ActionType.InputType, completion: ((ActionOutcome) -> Void)? = nil,
        completionQueue: DispatchQueue? = nil
    ) where Binding.ActionType.PresenterType == NoPresenter {
        perform(binding, input: input, presenter: (), completion: completion, completionQueue: completionQueue)
    }

    /// Performs an action that takes no input.
    @inlinable
    public func perform<Binding: PerformableActionBinding>(
        _ binding: Binding, presenter: Binding.ActionType.PresenterType,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) where Binding.ActionType.InputType == NoInput {
        perform(
            binding, input: .noInput, presenter: presenter, completion: completion, completionQueue: completionQueue)
    }

    /// Performs an action that takes no input and presents nothing.
    @inlinable
    public func perform<Binding: PerformableActionBinding>(
        _ binding: Binding, completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) where Binding.ActionType.InputType == NoInput, Binding.ActionType.PresenterType == NoPresenter {
        perform(binding, input: .noInput, presenter: (), completion: completion, completionQueue: completionQueue)
    }

    /// Performs an action and answers a completion that belongs to the caller.
    ///
    /// - Parameters:
    ///   - binding: The action and its feature, or the granted request.
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - userInitiated: Whether the user initiated it.
    ///   - source: Where the request came from.
    ///   - completionRequirement: The completion to answer.
    /// - Returns: The proof that it is or will be answered.
    public func perform<Binding: PerformableActionBinding>(
        _ binding: Binding, input: Binding.ActionType.InputType, presenter: Binding.ActionType.PresenterType,
        userInitiated: Bool, source: ActionSource, completionRequirement: Binding.ActionType.Completion
    ) -> Binding.ActionType.Completion.Status {
        performStepByStep(
            Binding.FeatureType.self, Binding.ActionType.self, input: input, presenter: presenter,
            userInitiated: userInitiated, source: source, observer: nil, promise: completionRequirement)
    }
}
