extension StaticActionBinding {
    /// Performs the action in its default session, as the session's kind of request.
    ///
    /// - Parameters:
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - completion: Called once with how it ended, on the thread the action answers on.
    @inlinable
    public func perform(
        withInput input: ActionType.InputType, presenter: ActionType.PresenterType,
        completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(
            withInput: input, presenter: presenter, userInitiated: nil, source: .application,
            listener: CompletionObserver(completion))
    }

    /// Performs the action in its default session.
    ///
    /// - Parameters:
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - userInitiated: Whether a person asked for it.
    ///   - source: Where the request came from.
    ///   - completion: Called once with how it ended.
    @inlinable
    public func perform(
        withInput input: ActionType.InputType, presenter: ActionType.PresenterType, userInitiated: Bool,
        source: ActionSource, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(
            withInput: input, presenter: presenter, userInitiated: userInitiated, source: source,
            listener: CompletionObserver(completion))
    }

    /// Performs the action in its default session on behalf of whoever waits for the outcome.
    @inlinable
    func perform(
        withInput input: ActionType.InputType, presenter: ActionType.PresenterType, userInitiated: Bool?,
        source: ActionSource, listener: CompletionObserver?
    ) {
        guard let session = ActionType.defaultSession else {
            FlintRuntime.current.refuseWithoutSession(ActionType.self, listener: listener)
            return
        }
        session.perform(
            FeatureType.self, ActionType.self, input: input, presenter: presenter,
            userInitiated: userInitiated ?? session.userInitiatedActions, source: source, listener: listener)
    }
}

extension StaticActionBinding where ActionType.PresenterType == NoPresenter {
    /// Performs an action that presents nothing.
    @inlinable
    public func perform(withInput input: ActionType.InputType, completion: ((ActionOutcome) -> Void)? = nil) {
        perform(withInput: input, presenter: (), completion: completion)
    }

    /// Performs an action that presents nothing, saying who asked and where.
    @inlinable
    public func perform(
        withInput input: ActionType.InputType, userInitiated: Bool, source: ActionSource,
        completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(
            withInput: input, presenter: (), userInitiated: userInitiated, source: source, completion: completion)
    }
}

extension StaticActionBinding where ActionType.InputType == NoInput {
    /// Performs an action that takes no input.
    @inlinable
    public func perform(
        withPresenter presenter: ActionType.PresenterType, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(withInput: .noInput, presenter: presenter, completion: completion)
    }

    /// Performs an action that takes no input, saying who asked and where.
    @inlinable
    public func perform(
        withPresenter presenter: ActionType.PresenterType, userInitiated: Bool, source: ActionSource,
        completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(
            withInput: .noInput, presenter: presenter, userInitiated: userInitiated, source: source,
            completion: completion)
    }
}

extension StaticActionBinding where ActionType.InputType == NoInput, ActionType.PresenterType == NoPresenter {
    /// Performs an action that takes no input and presents nothing.
    @inlinable
    public func perform(withCompletion completion: ((ActionOutcome) -> Void)? = nil) {
        perform(withInput: .noInput, presenter: (), completion: completion)
    }

    /// Performs an action that takes no input and presents nothing, saying who asked and where.
    @inlinable
    public func perform(
        userInitiated: Bool, source: ActionSource, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(
            withInput: .noInput, presenter: (), userInitiated: userInitiated, source: source, completion: completion)
    }
}
