// SPDX-License-Identifier: MIT

public import Dispatch

extension ActionSession {
    /// Performs an action with an explicit initiator and source.
    ///
    /// - Parameters:
    ///   - binding: The action's binding to its feature, or the granted request.
    ///   - input: The input of the action.
    ///   - presenter: The presenter of the action's results.
    ///   - userInitiated: Whether the user initiated the action. The default is ``userInitiatedActions``.
    ///   - source: The source of the request.
    ///   - completion: A closure to call once with the outcome.
    ///   - completionQueue: The queue on which `completion` is called. By default, it is called on the thread on which
    ///     the action completes.
    @inlinable
    public func perform<Binding: PerformableActionBinding>(
        _ binding: Binding, input: Binding.ActionType.InputType, presenter: Binding.ActionType.PresenterType,
        userInitiated: Bool? = nil, source: ActionSource = .application,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) {
        perform(
            Binding.FeatureType.self, Binding.ActionType.self, input: input, presenter: presenter,
            userInitiated: userInitiated ?? userInitiatedActions, source: source, on: binding.instance,
            observer: CompletionObserver(completion, on: completionQueue))
    }

    /// Performs an action without a presenter.
    @inlinable
    public func perform<Binding: PerformableActionBinding>(
        _ binding: Binding, input: Binding.ActionType.InputType, completion: ((ActionOutcome) -> Void)? = nil,
        completionQueue: DispatchQueue? = nil
    ) where Binding.ActionType.PresenterType == NoPresenter {
        perform(binding, input: input, presenter: (), completion: completion, completionQueue: completionQueue)
    }

    /// Performs an action without input.
    @inlinable
    public func perform<Binding: PerformableActionBinding>(
        _ binding: Binding, presenter: Binding.ActionType.PresenterType,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) where Binding.ActionType.InputType == NoInput {
        perform(
            binding, input: .noInput, presenter: presenter, completion: completion, completionQueue: completionQueue)
    }

    /// Performs an action without input or a presenter.
    @inlinable
    public func perform<Binding: PerformableActionBinding>(
        _ binding: Binding, completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) where Binding.ActionType.InputType == NoInput, Binding.ActionType.PresenterType == NoPresenter {
        perform(binding, input: .noInput, presenter: (), completion: completion, completionQueue: completionQueue)
    }

    /// Performs an action and passes its outcome to the caller's completion.
    ///
    /// - Parameters:
    ///   - binding: The action's binding to its feature, or the granted request.
    ///   - input: The input of the action.
    ///   - presenter: The presenter of the action's results.
    ///   - userInitiated: Whether the user initiated the action.
    ///   - source: The source of the request.
    ///   - completionRequirement: The completion that receives the outcome.
    /// - Returns: The status obtained from `completionRequirement`.
    public func perform<Binding: PerformableActionBinding>(
        _ binding: Binding, input: Binding.ActionType.InputType, presenter: Binding.ActionType.PresenterType,
        userInitiated: Bool, source: ActionSource, completionRequirement: Binding.ActionType.Completion
    ) -> Binding.ActionType.Completion.Status {
        performOnSlowPath(
            Binding.FeatureType.self, Binding.ActionType.self, input: input, presenter: presenter,
            userInitiated: userInitiated, source: source, on: binding.instance, observer: nil,
            promise: completionRequirement)
    }
}
