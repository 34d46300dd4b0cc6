// SPDX-License-Identifier: MIT

/// A request from outside the app's code and user interface to perform an action.
///
/// Such a request comes from a command line, a form, a URL, or an activity. It contains everything except the action.
/// The action's binding handles the request: it checks the availability, decodes the input, asks the router for a
/// presenter, performs the action, and reports an ``ExternalActionResult``.
struct ExternalActionRequest {
    enum Input {
        case typed(RouteParameters)
        case url(RouteParameters, URLMapping)
        case activity(Activity)
    }

    let input: Input
    let router: (any PresentationRouter)?
    let userInitiated: Bool
    let source: ActionSource
    /// The handler to call once, on the thread on which the action completes or the request fails.
    let completion: @Sendable (ExternalActionResult) -> Void

    fileprivate func perform<Binding: PerformableActionBinding>(
        _ binding: Binding,
        presentation: (any PresentationRouter, Binding.ActionType.InputType) -> PresentationResult<
            Binding.ActionType.PresenterType
        >
    ) {
        let input: Binding.ActionType.InputType
        do {
            input = try makeInput(of: Binding.ActionType.self)
        } catch {
            return completion(.invalidInput(error))
        }
        // The router is consulted even for an action without a presenter, because it may cancel the request.
        let presenter: Binding.ActionType.PresenterType
        switch router.map({ presentation($0, input) }) ?? .unsupported {
        case .appReady(let found): presenter = found
        case .appPerformed: return completion(.appPerformed)
        case .userCancelled: return completion(.userCancelled)
        case .appCancelled: return completion(.appCancelled)
        case .unsupported:
            // An action without a presenter receives an empty tuple as its presenter.
            guard let nothing = () as? Binding.ActionType.PresenterType else {
                return completion(.noPresenter(action: Binding.ActionType.name))
            }
            presenter = nothing
        }
        let completion = self.completion
        binding.perform(withInput: input, presenter: presenter, userInitiated: userInitiated, source: source) {
            completion(.performed($0))
        }
    }
}

// MARK: Input

extension ExternalActionRequest {
    private func makeInput<ActionType: Action>(of action: ActionType.Type) throws -> ActionType.InputType {
        switch input {
        case .typed(let parameters):
            return try TypedInput.input(of: action, from: parameters)
        case .url(let parameters, let mapping):
            guard let input = Self.decode(action, from: parameters, mapping: mapping) else {
                throw PerformIncomingURLAction.URLActionError.invalidParameters
            }
            return input
        case .activity(let activity):
            let values = activity.userInfo
            let type = ActionType.InputType.self as? any ActivityCodable.Type
            guard let input = try type?.init(activityUserInfo: values.isEmpty ? nil : values) as? ActionType.InputType
            else { throw ActivityExecutionError.unknownActivity }
            return input
        }
    }

    private static func decode<ActionType: Action>(
        _ action: ActionType.Type, from parameters: RouteParameters, mapping: URLMapping
    ) -> ActionType.InputType? {
        // In two steps, because casting `nil` directly to an optional input type would succeed.
        guard let type = ActionType.InputType.self as? any RouteParametersDecodable.Type,
            let input = type.init(from: parameters, mapping: mapping)
        else { return nil }
        return input as? ActionType.InputType
    }
}

// MARK: Performing

extension StaticActionBinding {
    func handle(_ external: ExternalActionRequest) {
        let runtime = FlintRuntime.current
        guard runtime.refusal(of: ActionType.self, feature: FeatureType.self, session: nil) == nil else {
            return external.completion(.unavailable(runtime.explanation(of: FeatureType.self)))
        }
        external.perform(self) { $0.presentation(for: self, input: $1) }
    }
}

extension ConditionalActionBinding where FeatureType: ConditionalFeature {
    func handle(_ external: ExternalActionRequest) {
        // The action is requested first, so that a denial is recorded even if the input is invalid.
        guard let granted = request() else {
            let explanation = FlintRuntime.current.explanation(of: FeatureType.self)
            return external.completion(explanation.verdict == .true ? .declined : .unavailable(explanation))
        }
        external.perform(granted) { $0.presentation(for: self, input: $1) }
    }
}

extension FlintRuntime {
    /// Performs an action that is known only by its metadata.
    ///
    /// The completion is called once, on the thread on which the action completes or the request fails.
    package func perform(
        _ action: ActionMetadata, parameters: RouteParameters, router: (any PresentationRouter)?,
        userInitiated: Bool, completion: @escaping @Sendable (ExternalActionResult) -> Void
    ) {
        requireSetUp(for: action.feature.feature)
        bind {
            action.perform(
                ExternalActionRequest(
                    input: .typed(parameters), router: router, userInitiated: userInitiated, source: .application,
                    completion: completion))
        }
    }
}

/// The action to which a URL or an activity leads, with the data for its input.
struct ExternalDestination {
    let input: ExternalActionRequest.Input
    let route: Route?
    /// A closure that performs the action; it captures only types.
    let perform: (ExternalActionRequest) -> Void

    func perform(
        router: any PresentationRouter, source: ActionSource, errors: ExternalActionErrors,
        completion: CompletionRequirement<ActionPerformOutcome>
    ) -> CompletionRequirement<ActionPerformOutcome>.Status {
        // The action may complete before or after `perform` returns.
        let deferred = completion.willCompleteAsync()
        perform(
            ExternalActionRequest(input: input, router: router, userInitiated: true, source: source) {
                deferred.completed(errors.outcome(of: $0))
            })
        return deferred
    }
}

/// The result of an external request to perform an action.
///
/// The completion handler of an ``ExternalActionRequest`` receives exactly one result. Only ``performed(_:)`` means
/// that the action has run.
package enum ExternalActionResult: Sendable {
    case performed(ActionOutcome)
    /// The app has already done the action's work.
    case appPerformed
    case unavailable(AvailabilityExplanation)
    /// The feature's own `request(_:)` denied the request.
    case declined
    /// The input could not be decoded. The error describes the problem and the expected values.
    case invalidInput(any Error)
    case noPresenter(action: String)
    case userCancelled
    case appCancelled

    /// The reason that no action was performed.
    ///
    /// The value is `nil` if the action was performed, even if it failed, or if the app has already done the action's
    /// work.
    package var refusal: String? {
        switch self {
        case .performed, .appPerformed: nil
        case .unavailable(let explanation): explanation.summary
        case .declined: "The feature declined the request."
        case .invalidInput(let error): "\(error)"
        case .noPresenter(let action): "No presenter was found for \(action)."
        case .userCancelled: "The user chose to stay on the current screen."
        case .appCancelled: "The app chose to stay on the current screen."
        }
    }
}

/// The errors that one kind of external request reports.
///
/// URLs and activities have separate error types. This type maps an ``ExternalActionResult`` to the error of either
/// kind.
struct ExternalActionErrors: Sendable {
    let unavailable: any Error
    let noPresenter: any Error
    let userCancelled: any Error
    let appCancelled: any Error
    let appPerformed: any Error

    static let url = {
        typealias Problem = PerformIncomingURLAction.URLActionError
        return Self(
            unavailable: Problem.notAvailable, noPresenter: Problem.presenterNotSupported,
            userCancelled: Problem.presenterUserCancelled, appCancelled: Problem.presenterAppCancelled,
            appPerformed: Problem.presenterAppPerformed)
    }()

    static let activity = {
        typealias Problem = ActivityExecutionError
        return Self(
            unavailable: Problem.featureNotAvailable, noPresenter: Problem.noPresenter,
            userCancelled: Problem.userCancelled, appCancelled: Problem.appCancelled,
            appPerformed: Problem.appAlreadyPerformed)
    }()

    func outcome(of result: ExternalActionResult) -> ActionPerformOutcome {
        switch result {
        case .performed(.success): .success
        case .performed(.failure(let error)), .invalidInput(let error): .failure(error: error)
        case .unavailable, .declined: .failure(error: unavailable)
        case .noPresenter: .failure(error: noPresenter)
        case .userCancelled: .failure(error: userCancelled)
        case .appCancelled: .failure(error: appCancelled)
        case .appPerformed: .failure(error: appPerformed)
        }
    }
}
