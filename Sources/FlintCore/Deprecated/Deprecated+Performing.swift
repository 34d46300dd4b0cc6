public import Dispatch

extension PerformableActionBinding {
    /// Performs the action in its default session.
    ///
    /// - Parameters:
    ///   - presenter: What the action shows its results through.
    ///   - input: What it works on.
    ///   - completion: Called once with the outcome.
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
    /// Performs an action that presents nothing.
    @available(*, deprecated, message: "Leave the presenter out.")
    public func perform(
        withInput input: ActionType.InputType, presenter: Never?, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(withInput: input, completion: completion)
    }
}

extension ActionSession {
    /// Performs an action that presents nothing.
    @available(*, deprecated, message: "Leave the presenter out.")
    public func perform<Binding: PerformableActionBinding>(
        _ binding: Binding, input: Binding.ActionType.InputType, presenter: Never?,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) where Binding.ActionType.PresenterType == NoPresenter {
        perform(binding, input: input, completion: completion, completionQueue: completionQueue)
    }

    /// Creates a session in the current runtime.
    ///
    /// - Parameters:
    ///   - name: The name, as people read it.
    ///   - userInitiatedActions: Whether a person is behind the session's actions.
    ///   - callerQueue: The queue on which actions are performed that name none of their own.
    @available(*, deprecated, message: "Use init(named:userInitiatedActions:callerQueue:).")
    public convenience init(name: String, userInitiatedActions: Bool, callerQueue: DispatchQueue = .main) {
        self.init(named: name, userInitiatedActions: userInitiatedActions, callerQueue: callerQueue)
    }
}

// MARK: Dismissing

extension PerformableActionBinding where ActionType: DismissingUIAction {
    /// Closes the fallback presenter of the action; without one the action fails.
    ///
    /// - Parameters:
    ///   - input: Whether the closing is animated.
    ///   - completion: Called once with the outcome.
    @available(*, deprecated, message: "Give the presenter to close.")
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

/// A dismissing action has neither a presenter nor a fallback.
private struct NothingToDismiss: Error, CustomStringConvertible {
    let action: String

    var description: String { "\(action) was given nothing to close; perform it with the presenter to close." }
}

// MARK: Outcomes

extension ActionPerformOutcome {
    /// The action did what it should.
    ///
    /// - Parameter closeActionStack: Whether the use of the feature is over.
    /// - Returns: The success.
    @available(*, deprecated, message: "Use success or successWithFeatureTermination.")
    public static func success(closeActionStack: Bool) -> ActionPerformOutcome {
        closeActionStack ? .successWithFeatureTermination : .success
    }

    /// The action failed.
    ///
    /// - Parameters:
    ///   - error: What went wrong, if that is known.
    ///   - closeActionStack: Whether the use of the feature is over.
    /// - Returns: The failure.
    @available(*, deprecated, message: "Use failure(error:) or failureWithFeatureTermination(error:).")
    public static func failure(error: (any Error)?, closeActionStack: Bool) -> ActionPerformOutcome {
        let error = error ?? UnknownFailure()
        return closeActionStack ? .failureWithFeatureTermination(error: error) : .failure(error: error)
    }
}

/// A failure of which nothing is known.
private struct UnknownFailure: Error, CustomStringConvertible {
    let description = "The action failed without a reason."
}
