extension PerformableActionBinding {
    /// Performs the action in its default session and returns the outcome.
    ///
    /// If the waiting task is cancelled, so is the work of an ``AsyncAction``; other actions do not learn of it.
    ///
    /// - Parameters:
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - userInitiated: Whether the user asked for it; by default, as the session is set up.
    ///   - source: Where the request came from.
    /// - Returns: The outcome, once the action has answered.
    @discardableResult
    public func perform(
        withInput input: ActionType.InputType, presenter: ActionType.PresenterType, userInitiated: Bool? = nil,
        source: ActionSource = .application
    ) async -> ActionOutcome {
        await ActionCancellation.outcome { observer in
            start(
                input: input, presenter: presenter, userInitiated: userInitiated, source: source, observer: observer)
        }
    }
}

extension PerformableActionBinding where ActionType.PresenterType == NoPresenter {
    /// Performs an action that presents nothing and returns the outcome.
    @discardableResult
    public func perform(withInput input: ActionType.InputType) async -> ActionOutcome {
        await perform(withInput: input, presenter: ())
    }
}

extension PerformableActionBinding where ActionType.InputType == NoInput {
    /// Performs an action that takes no input and returns the outcome.
    @discardableResult
    public func perform(withPresenter presenter: ActionType.PresenterType) async -> ActionOutcome {
        await perform(withInput: .noInput, presenter: presenter)
    }
}

extension PerformableActionBinding where ActionType.InputType == NoInput, ActionType.PresenterType == NoPresenter {
    /// Performs an action that takes no input and presents nothing, and returns the outcome.
    @discardableResult
    public func perform() async -> ActionOutcome {
        await perform(withInput: .noInput, presenter: ())
    }
}
