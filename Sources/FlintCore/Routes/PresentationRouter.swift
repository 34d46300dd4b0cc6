/// A router that provides presenters for actions performed from outside the app's own screens.
///
/// URLs and activities, for example, lead to such actions. The router is called for every one of them, including
/// actions without a presenter (``NoPresenter``), so that it can cancel an action that the user or the app does not
/// want at the moment. An action without a presenter is performed if the router returns
/// ``PresentationResult/unsupported``.
public protocol PresentationRouter {
    /// Returns the presenter for an action of a feature, or the reason the action must not be performed.
    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType>

    /// Returns the presenter for an action of a conditional feature, or the reason the action must not be performed.
    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType>
}

/// The answer of a presentation router.
public enum PresentationResult<PresenterType> {
    /// The router has no presenter of this type.
    ///
    /// An action that requires no presenter is still performed.
    case unsupported
    /// The user chose to stay on the current screen.
    case userCancelled
    /// The app chose to stay on the current screen.
    case appCancelled
    /// The app has already performed the work of the action.
    case appPerformed
    /// The presenter is ready, and the action is performed with it.
    case appReady(presenter: PresenterType)
}

/// The result of opening a URL or continuing an activity.
public enum MappedActionResult: Sendable, Equatable {
    /// An action was performed successfully.
    case success
    /// An action has begun and will answer later.
    case completingAsync
    /// An action failed, or could not be performed.
    case failure(error: (any Error)?)
    /// No feature declares a mapping for the URL or activity.
    case noMappingFound
    /// The framework's feature for URLs or activities is not available.
    case featureDisabled

    /// Returns whether two results are equal.
    ///
    /// Failures are equal if their errors have the same type and text.
    public static func == (lhs: MappedActionResult, rhs: MappedActionResult) -> Bool {
        switch (lhs, rhs) {
        case (.success, .success), (.completingAsync, .completingAsync), (.noMappingFound, .noMappingFound),
            (.featureDisabled, .featureDisabled), (.failure(nil), .failure(nil)):
            true
        case (.failure(let left?), .failure(let right?)):
            ActionOutcome.failure(error: left) == .failure(error: right)
        default: false
        }
    }
}

extension MappedActionResult {
    /// Creates the result from the outcome of the framework's own action that performs another action.
    fileprivate init(_ outcome: ActionOutcome) {
        switch outcome {
        case .success:
            self = .success
        case .failure(PerformIncomingURLAction.URLActionError.noURLMappingFound),
            .failure(ActivityExecutionError.unknownActivity):
            self = .noMappingFound
        case .failure(let error):
            self = .failure(error: error)
        }
    }
}

extension FlintRuntime {
    /// Performs a framework action that in turn performs the action a URL or an activity leads to.
    ///
    /// - Parameters:
    ///   - binding: The framework's action.
    ///   - input: The URL or the activity.
    ///   - router: The router that provides the other action's presenter.
    ///   - source: The source of the request.
    ///   - isMapped: Returns whether the input leads to another action. Called before any action is performed.
    ///   - completion: Called once with the final result.
    /// - Returns: The result if it is known when the call returns.
    func performMapped<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType,
        router: any PresentationRouter, source: ActionSource, isMapped: () -> Bool,
        completion: (@Sendable (MappedActionResult) -> Void)?
    ) -> MappedActionResult where ActionType.PresenterType == any PresentationRouter {
        guard let granted = binding.request() else {
            completion?(.featureDisabled)
            return .featureDisabled
        }
        let isMapped = isMapped()
        let known = Protected<MappedActionResult?>(nil)
        granted.perform(withInput: input, presenter: router, userInitiated: true, source: source) { outcome in
            let result = MappedActionResult(outcome)
            known.withLock { $0 = result }
            completion?(result)
        }
        return known.withLock { $0 } ?? (isMapped ? .completingAsync : .noMappingFound)
    }
}
