/// Finds the presenter for an action that is performed from outside the app's own screens, or cancels the action.
///
/// The router is called for every such action, also for those that present nothing (``NoPresenter``): it can answer
/// that the user or the app does not want the action now. ``PresentationResult/unsupported`` lets an action be
/// performed that presents nothing.
public protocol PresentationRouter {
    /// Finds the presenter for an action of a feature.
    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType>

    /// Finds the presenter for an action of a conditional feature.
    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType>
}

/// What a presentation router answers.
public enum PresentationResult<PresenterType> {
    /// The router knows no presenter of this type; an action that presents nothing is performed without one.
    case unsupported
    /// The user did not want the current screen to be left.
    case userCancelled
    /// The app did not want the current screen to be left.
    case appCancelled
    /// The app has done by itself what the action would do.
    case appPerformed
    /// Here is the presenter.
    case appReady(presenter: PresenterType)
}

/// What came of a URL or an activity.
public enum MappedActionResult: Sendable, Equatable {
    /// An action was performed and did what it should.
    case success
    /// An action has begun and will answer later.
    case completingAsync
    /// No action could be performed, or it failed.
    case failure(error: (any Error)?)
    /// No feature has declared that it takes such a thing.
    case noMappingFound
    /// The framework's feature that takes such things is not available.
    case featureDisabled

    /// Two failures are equal if their errors are of the same type and read the same.
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
    /// The result of the framework's own action that performs another.
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
    /// Performs one of the framework's own actions that perform another, at the user's request.
    ///
    /// - Parameters:
    ///   - binding: The framework's action.
    ///   - input: The URL or the activity.
    ///   - router: Finds the presenter of the other action.
    ///   - source: Where the request comes from.
    ///   - isMapped: Finds out whether there is another action at all; called before anything is performed.
    ///   - completion: Called once with the result.
    /// - Returns: The result as far as it is known when the call returns.
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
