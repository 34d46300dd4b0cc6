extension VerifiedActionBinding {
    /// Performs the action in its default session.
    ///
    /// - Parameters:
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - completion: Called once with how it ended, on the thread the action answers on.
    public func perform(
        withInput input: ActionType.InputType, presenter: ActionType.PresenterType,
        completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(
            withInput: input, presenter: presenter, userInitiated: nil, source: .application,
            listener: CompletionObserver(completion))
    }

    /// Performs the action in its default session, saying who asked and where.
    ///
    /// - Parameters:
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - userInitiated: Whether a person asked for it.
    ///   - source: Where the request came from.
    ///   - completion: Called once with how it ended.
    public func perform(
        withInput input: ActionType.InputType, presenter: ActionType.PresenterType, userInitiated: Bool,
        source: ActionSource = .application, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(
            withInput: input, presenter: presenter, userInitiated: userInitiated, source: source,
            listener: CompletionObserver(completion))
    }

    /// Performs the action in its default session, on behalf of a completion that is already promised elsewhere.
    ///
    /// - Parameters:
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - userInitiated: Whether a person asked for it.
    ///   - source: Where the request came from.
    ///   - completion: The promise to keep.
    /// - Returns: The proof that it is kept.
    public func perform(
        withInput input: ActionType.InputType, presenter: ActionType.PresenterType, userInitiated: Bool,
        source: ActionSource = .application, completion: ActionType.Completion
    ) -> ActionType.Completion.Status {
        runtime.bind {
            guard let session = ActionType.defaultSession else {
                let error = ActionPerformError.noSession(action: ActionType.name)
                runtime.advise(error.description)
                return completion.completedSync(.failure(error: error))
            }
            return session.perform(
                self, input: input, presenter: presenter, userInitiated: userInitiated, source: source,
                completionRequirement: completion)
        }
    }

    /// Performs the action in its default session on behalf of whoever waits for the outcome.
    func perform(
        withInput input: ActionType.InputType, presenter: ActionType.PresenterType, userInitiated: Bool?,
        source: ActionSource, listener: CompletionObserver?
    ) {
        runtime.bind {
            guard let session = ActionType.defaultSession else {
                return runtime.refuseWithoutSession(ActionType.self, listener: listener)
            }
            session.perform(
                FeatureType.self, ActionType.self, input: input, presenter: presenter,
                userInitiated: userInitiated ?? session.userInitiatedActions, source: source, listener: listener)
        }
    }
}

extension VerifiedActionBinding where ActionType.PresenterType == NoPresenter {
    /// Performs an action that presents nothing.
    public func perform(withInput input: ActionType.InputType, completion: ((ActionOutcome) -> Void)? = nil) {
        perform(withInput: input, presenter: (), completion: completion)
    }

    /// Performs an action that presents nothing, saying who asked and where.
    public func perform(
        withInput input: ActionType.InputType, userInitiated: Bool, source: ActionSource,
        completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(
            withInput: input, presenter: (), userInitiated: userInitiated, source: source, completion: completion)
    }
}

extension VerifiedActionBinding where ActionType.InputType == NoInput {
    /// Performs an action that takes no input.
    public func perform(
        withPresenter presenter: ActionType.PresenterType, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(withInput: .noInput, presenter: presenter, completion: completion)
    }

    /// Performs an action that takes no input, saying who asked and where.
    public func perform(
        withPresenter presenter: ActionType.PresenterType, userInitiated: Bool, source: ActionSource,
        completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(
            withInput: .noInput, presenter: presenter, userInitiated: userInitiated, source: source,
            completion: completion)
    }
}

extension VerifiedActionBinding where ActionType.InputType == NoInput, ActionType.PresenterType == NoPresenter {
    /// Performs an action that takes no input and presents nothing.
    public func perform(withCompletion completion: ((ActionOutcome) -> Void)? = nil) {
        perform(withInput: .noInput, presenter: (), completion: completion)
    }

    /// Performs an action that takes no input and presents nothing, saying who asked and where.
    public func perform(
        withUserInitiated userInitiated: Bool, source: ActionSource, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(
            withInput: .noInput, presenter: (), userInitiated: userInitiated, source: source, completion: completion)
    }
}
