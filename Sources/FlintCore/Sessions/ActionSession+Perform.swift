public import Dispatch

extension ActionSession {
    /// Performs an action, saying who asked and where.
    ///
    /// - Parameters:
    ///   - binding: The action and its feature.
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - userInitiated: Whether a person asked for it.
    ///   - source: Where the request came from.
    ///   - completion: Called once with how it ended.
    ///   - completionQueue: The queue to call it on; by default, the thread the action answers on.
    public func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType,
        presenter: ActionType.PresenterType, userInitiated: Bool, source: ActionSource,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) {
        _ = perform(
            binding, input: input, presenter: presenter, userInitiated: userInitiated, source: source,
            completionRequirement: requirement(completion, on: completionQueue))
    }

    /// Performs an action whose request has been granted, saying who asked and where.
    ///
    /// - Parameters:
    ///   - binding: The granted request.
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - userInitiated: Whether a person asked for it.
    ///   - source: Where the request came from.
    ///   - completion: Called once with how it ended.
    ///   - completionQueue: The queue to call it on; by default, the thread the action answers on.
    public func perform<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: VerifiedActionBinding<FeatureType, ActionType>, input: ActionType.InputType,
        presenter: ActionType.PresenterType, userInitiated: Bool, source: ActionSource,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) {
        _ = perform(
            binding, input: input, presenter: presenter, userInitiated: userInitiated, source: source,
            completionRequirement: requirement(completion, on: completionQueue))
    }

    /// Performs an action as the session's kind of request.
    public func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType,
        presenter: ActionType.PresenterType, completion: ((ActionOutcome) -> Void)? = nil,
        completionQueue: DispatchQueue? = nil
    ) {
        perform(
            binding, input: input, presenter: presenter, userInitiated: userInitiatedActions, source: .application,
            completion: completion, completionQueue: completionQueue)
    }

    /// Performs an action that presents nothing.
    public func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) where ActionType.PresenterType == NoPresenter {
        perform(binding, input: input, presenter: (), completion: completion, completionQueue: completionQueue)
    }

    /// Performs an action that takes no input.
    public func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, presenter: ActionType.PresenterType,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) where ActionType.InputType == NoInput {
        perform(
            binding, input: .noInput, presenter: presenter, completion: completion, completionQueue: completionQueue)
    }

    /// Performs an action that takes no input and presents nothing.
    public func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, completion: ((ActionOutcome) -> Void)? = nil,
        completionQueue: DispatchQueue? = nil
    ) where ActionType.InputType == NoInput, ActionType.PresenterType == NoPresenter {
        perform(binding, input: .noInput, presenter: (), completion: completion, completionQueue: completionQueue)
    }

    /// Performs an action whose request has been granted, as the session's kind of request.
    public func perform<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: VerifiedActionBinding<FeatureType, ActionType>, input: ActionType.InputType,
        presenter: ActionType.PresenterType, completion: ((ActionOutcome) -> Void)? = nil,
        completionQueue: DispatchQueue? = nil
    ) {
        perform(
            binding, input: input, presenter: presenter, userInitiated: userInitiatedActions, source: .application,
            completion: completion, completionQueue: completionQueue)
    }

    /// Performs a granted action that presents nothing.
    public func perform<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: VerifiedActionBinding<FeatureType, ActionType>, input: ActionType.InputType,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) where ActionType.PresenterType == NoPresenter {
        perform(binding, input: input, presenter: (), completion: completion, completionQueue: completionQueue)
    }

    /// Performs a granted action that takes no input.
    public func perform<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: VerifiedActionBinding<FeatureType, ActionType>, presenter: ActionType.PresenterType,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) where ActionType.InputType == NoInput {
        perform(
            binding, input: .noInput, presenter: presenter, completion: completion, completionQueue: completionQueue)
    }

    /// Performs a granted action that takes no input and presents nothing.
    public func perform<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: VerifiedActionBinding<FeatureType, ActionType>, completion: ((ActionOutcome) -> Void)? = nil,
        completionQueue: DispatchQueue? = nil
    ) where ActionType.InputType == NoInput, ActionType.PresenterType == NoPresenter {
        perform(binding, input: .noInput, presenter: (), completion: completion, completionQueue: completionQueue)
    }

    /// A promise that passes its answer to a caller's handler, in the session's runtime.
    private func requirement(
        _ completion: ((ActionOutcome) -> Void)?, on queue: DispatchQueue?
    ) -> CompletionRequirement<ActionPerformOutcome> {
        let runtime = self.runtime
        guard let completion else { return CompletionRequirement(in: runtime, completionHandler: nil) }
        return CompletionRequirement(in: runtime) { outcome, _ in
            let outcome = outcome.simplifiedOutcome
            guard let queue else { return completion(outcome) }
            let delivery = UncheckedSendable(completion)
            queue.async {
                runtime.bind { delivery.value(outcome) }
            }
        }
    }
}
