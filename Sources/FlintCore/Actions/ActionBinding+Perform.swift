extension PerformableActionBinding {
    /// Performs the action in its default session.
    ///
    /// - Parameters:
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - userInitiated: Whether the user initiated it; by default, as the session is set up.
    ///   - source: Where the request came from.
    ///   - completion: Called once with the outcome, on the thread the action answers on.
    @inlinable
    public func perform(
        withInput input: ActionType.InputType, presenter: ActionType.PresenterType, userInitiated: Bool? = nil,
        source: ActionSource = .application, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        start(
            input: input, presenter: presenter, userInitiated: userInitiated, source: source,
            observer: CompletionObserver(completion))
    }

    /// Performs the action in its default session and answers a completion that belongs to the caller.
    ///
    /// - Parameters:
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - userInitiated: Whether the user initiated it.
    ///   - source: Where the request came from.
    ///   - completion: The completion to answer.
    /// - Returns: The proof that it is or will be answered.
    public func perform(
        withInput input: ActionType.InputType, presenter: ActionType.PresenterType, userInitiated: Bool,
        source: ActionSource = .application, completion: ActionType.Completion
    ) -> ActionType.Completion.Status {
        withRuntime {
            guard let session = ActionType.defaultSession else {
                let error = ActionPerformError.noSession(action: ActionType.name)
                FlintRuntime.current.advise(error.description)
                return completion.completedSync(.failure(error: error))
            }
            return session.perform(
                self, input: input, presenter: presenter, userInitiated: userInitiated, source: source,
                completionRequirement: completion)
        }
    }

    /// Performs the action in its default session and passes the outcome to an observer.
    @inlinable
    func start(
        input: ActionType.InputType, presenter: ActionType.PresenterType, userInitiated: Bool?, source: ActionSource,
        observer: CompletionObserver?
    ) {
        withRuntime {
            guard let session = ActionType.defaultSession else {
                FlintRuntime.current.refuseWithoutSession(ActionType.self, observer: observer)
                return
            }
            session.perform(
                FeatureType.self, ActionType.self, input: input, presenter: presenter,
                userInitiated: userInitiated ?? session.userInitiatedActions, source: source, observer: observer)
        }
    }
}

extension PerformableActionBinding where ActionType.PresenterType == NoPresenter {
    /// Performs an action that presents nothing.
    @inlinable
    public func perform(
        withInput input: ActionType.InputType, userInitiated: Bool? = nil, source: ActionSource = .application,
        completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(
            withInput: input, presenter: (), userInitiated: userInitiated, source: source, completion: completion)
    }
}

extension PerformableActionBinding where ActionType.InputType == NoInput {
    /// Performs an action that takes no input.
    @inlinable
    public func perform(
        withPresenter presenter: ActionType.PresenterType, userInitiated: Bool? = nil,
        source: ActionSource = .application, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(
            withInput: .noInput, presenter: presenter, userInitiated: userInitiated, source: source,
            completion: completion)
    }
}

extension PerformableActionBinding where ActionType.InputType == NoInput, ActionType.PresenterType == NoPresenter {
    /// Performs an action that takes no input and presents nothing.
    @inlinable
    public func perform(withCompletion completion: ((ActionOutcome) -> Void)? = nil) {
        perform(withInput: .noInput, presenter: (), completion: completion)
    }

    /// Performs an action that takes no input and presents nothing, with the initiator and the source of the request.
    @inlinable
    public func perform(
        userInitiated: Bool, source: ActionSource = .application, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(
            withInput: .noInput, presenter: (), userInitiated: userInitiated, source: source, completion: completion)
    }
}

extension VerifiedActionBinding where ActionType.InputType == NoInput, ActionType.PresenterType == NoPresenter {
    /// Performs an action that takes no input and presents nothing; an older spelling of the same for granted actions.
    @inlinable
    public func perform(
        withUserInitiated userInitiated: Bool, source: ActionSource, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(userInitiated: userInitiated, source: source, completion: completion)
    }
}

extension PerformableActionBinding {
    /// Performs the action in its default session and returns the outcome.
    ///
    /// If the waiting task is cancelled, so is the work of an ``AsyncAction``; other actions do not learn of it.
    ///
    /// - Parameters:
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - userInitiated: Whether the user initiated it; by default, as the session is set up.
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
