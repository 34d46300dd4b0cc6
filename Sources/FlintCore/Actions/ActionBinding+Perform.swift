// SPDX-License-Identifier: MIT

extension PerformableActionBinding {
    /// Performs the action in its default session.
    ///
    /// - Parameters:
    ///   - input: The action's input.
    ///   - presenter: The object that presents the action's results.
    ///   - userInitiated: Whether the user initiated the action. The default is the session's
    ///     ``ActionSession/userInitiatedActions``.
    ///   - source: The source of the request.
    ///   - completion: A closure to call once with the outcome, on the thread on which the action completes.
    @inlinable
    public func perform(
        withInput input: ActionType.InputType, presenter: ActionType.PresenterType, userInitiated: Bool? = nil,
        source: ActionSource = .application, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        start(
            input: input, presenter: presenter, userInitiated: userInitiated, source: source,
            observer: CompletionObserver(completion))
    }

    /// Performs the action in its default session and calls the caller's completion with the outcome.
    ///
    /// - Parameters:
    ///   - input: The action's input.
    ///   - presenter: The object that presents the action's results.
    ///   - userInitiated: Whether the user initiated the action.
    ///   - source: The source of the request.
    ///   - completion: The completion to call with the outcome.
    /// - Returns: A status that proves that `completion` was or will be called.
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

    @inlinable
    func start(
        input: ActionType.InputType, presenter: ActionType.PresenterType, userInitiated: Bool?, source: ActionSource,
        observer: CompletionObserver?
    ) {
        withRuntime {
            guard let session = ActionType.defaultSession else {
                FlintRuntime.current.failWithoutSession(ActionType.self, observer: observer)
                return
            }
            session.perform(
                FeatureType.self, ActionType.self, input: input, presenter: presenter,
                userInitiated: userInitiated ?? session.userInitiatedActions, source: source, on: instance,
                observer: observer)
        }
    }
}

extension PerformableActionBinding where ActionType.PresenterType == NoPresenter {
    /// Performs an action that has no presenter.
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
    /// Performs an action that has no input.
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
    /// Performs an action that has neither input nor presenter.
    @inlinable
    public func perform(withCompletion completion: ((ActionOutcome) -> Void)? = nil) {
        perform(withInput: .noInput, presenter: (), completion: completion)
    }

    /// Performs an action that has neither input nor presenter, with a given initiator and source.
    @inlinable
    public func perform(
        userInitiated: Bool, source: ActionSource = .application, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        perform(
            withInput: .noInput, presenter: (), userInitiated: userInitiated, source: source, completion: completion)
    }
}

extension VerifiedActionBinding where ActionType.InputType == NoInput, ActionType.PresenterType == NoPresenter {
    /// Performs a granted action that has neither input nor presenter.
    ///
    /// An older spelling of `perform(userInitiated:source:completion:)`.
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
    /// Canceling the waiting task also cancels the work of an ``AsyncAction``. It has no effect on other actions.
    ///
    /// - Parameters:
    ///   - input: The action's input.
    ///   - presenter: The object that presents the action's results.
    ///   - userInitiated: Whether the user initiated the action. The default is the session's
    ///     ``ActionSession/userInitiatedActions``.
    ///   - source: The source of the request.
    /// - Returns: The outcome, once the action has completed.
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
    /// Performs an action that has no presenter and returns the outcome.
    @discardableResult
    public func perform(withInput input: ActionType.InputType) async -> ActionOutcome {
        await perform(withInput: input, presenter: ())
    }
}

extension PerformableActionBinding where ActionType.InputType == NoInput {
    /// Performs an action that has no input and returns the outcome.
    @discardableResult
    public func perform(withPresenter presenter: ActionType.PresenterType) async -> ActionOutcome {
        await perform(withInput: .noInput, presenter: presenter)
    }
}

extension PerformableActionBinding where ActionType.InputType == NoInput, ActionType.PresenterType == NoPresenter {
    /// Performs an action that has neither input nor presenter and returns the outcome.
    @discardableResult
    public func perform() async -> ActionOutcome {
        await perform(withInput: .noInput, presenter: ())
    }
}
