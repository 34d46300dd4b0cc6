extension StaticActionBinding {
    /// Performs the action in its default session and returns how it ended.
    ///
    /// If the waiting task is cancelled, so is the work of an ``AsyncAction``; other actions do not learn of it.
    ///
    /// - Parameters:
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    /// - Returns: The outcome, once the action has answered.
    @discardableResult
    public func perform(
        withInput input: ActionType.InputType, presenter: ActionType.PresenterType
    ) async -> ActionOutcome {
        await ActionCancellation.outcome { listener in
            perform(
                withInput: input, presenter: presenter, userInitiated: nil, source: .application, listener: listener)
        }
    }

    /// Performs the action in its default session, saying who asked and where, and returns how it ended.
    ///
    /// - Parameters:
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - userInitiated: Whether a person asked for it.
    ///   - source: Where the request came from.
    /// - Returns: The outcome, once the action has answered.
    @discardableResult
    public func perform(
        withInput input: ActionType.InputType, presenter: ActionType.PresenterType, userInitiated: Bool,
        source: ActionSource
    ) async -> ActionOutcome {
        await ActionCancellation.outcome { listener in
            perform(
                withInput: input, presenter: presenter, userInitiated: userInitiated, source: source,
                listener: listener)
        }
    }
}

extension StaticActionBinding where ActionType.PresenterType == NoPresenter {
    /// Performs an action that presents nothing and returns how it ended.
    @discardableResult
    public func perform(withInput input: ActionType.InputType) async -> ActionOutcome {
        await perform(withInput: input, presenter: ())
    }
}

extension StaticActionBinding where ActionType.InputType == NoInput {
    /// Performs an action that takes no input and returns how it ended.
    @discardableResult
    public func perform(withPresenter presenter: ActionType.PresenterType) async -> ActionOutcome {
        await perform(withInput: .noInput, presenter: presenter)
    }
}

extension StaticActionBinding where ActionType.InputType == NoInput, ActionType.PresenterType == NoPresenter {
    /// Performs an action that takes no input and presents nothing, and returns how it ended.
    @discardableResult
    public func perform() async -> ActionOutcome {
        await perform(withInput: .noInput, presenter: ())
    }
}
