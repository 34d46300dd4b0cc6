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
    @inlinable
    public func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType,
        presenter: ActionType.PresenterType, userInitiated: Bool, source: ActionSource,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) {
        perform(
            FeatureType.self, ActionType.self, input: input, presenter: presenter, userInitiated: userInitiated,
            source: source, listener: CompletionObserver(completion, on: completionQueue))
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
    @inlinable
    public func perform<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: VerifiedActionBinding<FeatureType, ActionType>, input: ActionType.InputType,
        presenter: ActionType.PresenterType, userInitiated: Bool, source: ActionSource,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) {
        perform(
            FeatureType.self, ActionType.self, input: input, presenter: presenter, userInitiated: userInitiated,
            source: source, listener: CompletionObserver(completion, on: completionQueue))
    }

    /// Performs an action as the session's kind of request.
    @inlinable
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
    @inlinable
    public func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) where ActionType.PresenterType == NoPresenter {
        perform(binding, input: input, presenter: (), completion: completion, completionQueue: completionQueue)
    }

    /// Performs an action that takes no input.
    @inlinable
    public func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, presenter: ActionType.PresenterType,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) where ActionType.InputType == NoInput {
        perform(
            binding, input: .noInput, presenter: presenter, completion: completion, completionQueue: completionQueue)
    }

    /// Performs an action that takes no input and presents nothing.
    @inlinable
    public func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, completion: ((ActionOutcome) -> Void)? = nil,
        completionQueue: DispatchQueue? = nil
    ) where ActionType.InputType == NoInput, ActionType.PresenterType == NoPresenter {
        perform(binding, input: .noInput, presenter: (), completion: completion, completionQueue: completionQueue)
    }

    /// Performs an action whose request has been granted, as the session's kind of request.
    @inlinable
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
    @inlinable
    public func perform<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: VerifiedActionBinding<FeatureType, ActionType>, input: ActionType.InputType,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) where ActionType.PresenterType == NoPresenter {
        perform(binding, input: input, presenter: (), completion: completion, completionQueue: completionQueue)
    }

    /// Performs a granted action that takes no input.
    @inlinable
    public func perform<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: VerifiedActionBinding<FeatureType, ActionType>, presenter: ActionType.PresenterType,
        completion: ((ActionOutcome) -> Void)? = nil, completionQueue: DispatchQueue? = nil
    ) where ActionType.InputType == NoInput {
        perform(
            binding, input: .noInput, presenter: presenter, completion: completion, completionQueue: completionQueue)
    }

    /// Performs a granted action that takes no input and presents nothing.
    @inlinable
    public func perform<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: VerifiedActionBinding<FeatureType, ActionType>, completion: ((ActionOutcome) -> Void)? = nil,
        completionQueue: DispatchQueue? = nil
    ) where ActionType.InputType == NoInput, ActionType.PresenterType == NoPresenter {
        perform(binding, input: .noInput, presenter: (), completion: completion, completionQueue: completionQueue)
    }
}
