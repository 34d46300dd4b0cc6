// SPDX-License-Identifier: MIT

public import Dispatch

extension PerformableActionBinding {
    /// Performs the action in its default session.
    ///
    /// - Parameters:
    ///   - presenter: The object that presents the action's results.
    ///   - input: The action's input.
    ///   - completion: A closure to call once with the outcome.
    @available(*, deprecated, renamed: "perform(withInput:presenter:completion:)")
    public func perform(
        using presenter: ActionType.PresenterType, with input: ActionType.InputType,
        completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(withInput: input, presenter: presenter, completion: completion)
    }
}

// MARK: No presenter

extension PerformableActionBinding where ActionType.PresenterType == NoPresenter {
    /// Performs an action that has no presenter.
    @available(*, deprecated, message: "Omit the presenter.")
    public func perform(
        withInput input: ActionType.InputType, presenter: Never?, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(withInput: input, completion: completion)
    }
}

extension ActionSession {
    /// Performs an action that has no presenter.
    @available(*, deprecated, message: "Omit the presenter.")
    public func perform<Binding: PerformableActionBinding>(
        _ binding: Binding, input: Binding.ActionType.InputType, presenter: Never?,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) where Binding.ActionType.PresenterType == NoPresenter {
        perform(binding, input: input, completion: completion, completionQueue: completionQueue)
    }

    /// Creates a session in the current runtime.
    ///
    /// - Parameters:
    ///   - name: The name of the session, as shown to people.
    ///   - userInitiatedActions: Whether the user initiates the session's actions.
    ///   - callerQueue: The queue for actions that do not define a queue.
    @available(*, deprecated, message: "Use init(named:userInitiatedActions:callerQueue:).")
    public convenience init(name: String, userInitiatedActions: Bool, callerQueue: DispatchQueue = .main) {
        self.init(named: name, userInitiatedActions: userInitiatedActions, callerQueue: callerQueue)
    }
}

// MARK: Dismissing

extension PerformableActionBinding where ActionType: DismissingUIAction {
    /// Dismisses the action's fallback presenter.
    ///
    /// The outcome is a failure if the action has no fallback presenter.
    ///
    /// - Parameters:
    ///   - input: Whether to animate the dismissal.
    ///   - completion: A closure to call once with the outcome.
    @available(*, deprecated, message: "Pass the presenter to dismiss.")
    public func perform(withInput input: DismissUIInput, completion: ((ActionOutcome) -> Void)? = nil) {
        guard let presenter = ActionType.fallbackPresenter else {
            withRuntime {
                let error = NothingToDismiss(action: ActionType.name)
                FlintRuntime.current.advise(error.description)
                completion?(.failure(error: error))
            }
            return
        }
        perform(withInput: input, presenter: presenter, completion: completion)
    }
}

private struct NothingToDismiss: Error, CustomStringConvertible {
    let action: String

    var description: String { "\(action) has no presenter to dismiss; pass one to perform(withInput:presenter:)." }
}

// MARK: Outcomes

extension ActionPerformOutcome {
    /// Returns a successful outcome.
    ///
    /// - Parameter closeActionStack: Whether the action ends the use of the feature.
    /// - Returns: ``success`` or ``successWithFeatureTermination``.
    @available(*, deprecated, message: "Use success or successWithFeatureTermination.")
    public static func success(closeActionStack: Bool) -> ActionPerformOutcome {
        closeActionStack ? .successWithFeatureTermination : .success
    }

    /// Returns a failed outcome.
    ///
    /// - Parameters:
    ///   - error: The error, or `nil` for a failure without details.
    ///   - closeActionStack: Whether the action ends the use of the feature.
    /// - Returns: ``failure(error:)`` or ``failureWithFeatureTermination(error:)``.
    @available(*, deprecated, message: "Use failure(error:) or failureWithFeatureTermination(error:).")
    public static func failure(error: (any Error)?, closeActionStack: Bool) -> ActionPerformOutcome {
        let error = error ?? UnknownFailure()
        return closeActionStack ? .failureWithFeatureTermination(error: error) : .failure(error: error)
    }
}

private struct UnknownFailure: Error, CustomStringConvertible {
    let description = "The action failed without giving a reason."
}
