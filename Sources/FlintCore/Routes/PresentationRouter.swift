// SPDX-License-Identifier: MIT

import FlintLocks

/// A router that provides presenters for actions that are performed from outside the app's screens.
///
/// For example, URLs and activities lead to such actions. The router is called for each of these actions, even if the
/// action needs no presenter (``NoPresenter``), so that the router can cancel an action that the user or the app
/// does not currently want. An action that needs no presenter is performed if the router returns
/// ``PresentationResult/unsupported``.
public protocol PresentationRouter {
    /// Returns the presenter for an action of a feature, or the reason that the action must not be performed.
    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType>

    /// Returns the presenter for an action of a conditional feature, or the reason not to perform it.
    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType>
}

/// A presentation router's response to a request for a presenter.
public enum PresentationResult<PresenterType> {
    /// The router has no presenter of this type.
    ///
    /// An action that needs no presenter is still performed.
    case unsupported
    /// The user chose to stay on the current screen.
    case userCancelled
    /// The app chose to stay on the current screen.
    case appCancelled
    /// The app has already done the action's work.
    case appPerformed
    /// The presenter is ready, and the action is performed with it.
    case appReady(presenter: PresenterType)
}

/// The result of opening a URL or continuing an activity.
public enum MappedActionResult: Sendable, Equatable {
    /// The action succeeded.
    case success
    /// The action has begun and will complete later.
    case completingAsync
    /// The action failed or could not be performed.
    case failure(error: (any Error)?)
    /// No feature declares a mapping for the URL or activity.
    case noMappingFound
    /// The framework feature for URLs or activities is not available.
    case featureDisabled

    /// Returns whether two results are equal.
    ///
    /// Failures are equal if their errors have the same type and the same debug description.
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
    /// Performs a framework action, which in turn performs the action that a URL or an activity leads to.
    ///
    /// The result is final if it is known when the call returns. Otherwise, it is
    /// ``MappedActionResult/completingAsync`` if the input leads to an action, and
    /// ``MappedActionResult/noMappingFound`` if not. The completion handler is called once with the final result.
    func performMapped<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType,
        router: any PresentationRouter, source: ActionSource, isMapped: () -> Bool,
        completion: (@Sendable (MappedActionResult) -> Void)?
    ) -> MappedActionResult where ActionType.PresenterType == any PresentationRouter {
        guard let granted = binding.request() else {
            completion?(.featureDisabled)
            return .featureDisabled
        }
        // Determined before an action runs, because the app's code may change the routes.
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
