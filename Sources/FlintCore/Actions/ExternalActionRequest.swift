/// A request from outside the app's own code and screens to perform an action: a command, a URL or an activity.
struct ExternalActionRequest {
    /// What the action's input is made from.
    enum Input {
        /// Named values, typed on a command line or in a form.
        case typed(RouteParameters)
        /// The values of a URL, and the mapping it arrived by.
        case url(RouteParameters, URLMapping)
        /// The values of an activity.
        case activity(Activity)
    }

    /// What the action's input is made from.
    let input: Input
    /// Finds the presenter.
    let router: (any PresentationRouter)?
    /// Whether the user initiated the action.
    let userInitiated: Bool
    /// Where the request comes from.
    let source: ActionSource
    /// Called once with the result.
    let completion: @Sendable (ExternalActionResult) -> Void

    /// Makes the input and finds the presenter, and performs the action if both are there.
    ///
    /// - Parameters:
    ///   - binding: The action, which is available.
    ///   - presentation: Asks the router for the presenter.
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
        // The router is asked also if nothing is presented, because it may want to cancel.
        let presenter: Binding.ActionType.PresenterType
        switch router.map({ presentation($0, input) }) ?? .unsupported {
        case .appReady(let found): presenter = found
        case .appPerformed: return completion(.appPerformed)
        case .userCancelled: return completion(.userCancelled)
        case .appCancelled: return completion(.appCancelled)
        case .unsupported:
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
        // In two steps: a missing value cast to an optional input would be that input without a value.
        guard let type = ActionType.InputType.self as? any RouteParametersDecodable.Type,
            let input = type.init(from: parameters, mapping: mapping)
        else { return nil }
        return input as? ActionType.InputType
    }
}

// MARK: Performing

extension StaticActionBinding {
    /// Performs the action on request from outside, if the groups above its feature let it be available.
    func handle(_ external: ExternalActionRequest) {
        let runtime = FlintRuntime.current
        guard runtime.refusal(of: ActionType.self, feature: FeatureType.self, session: nil) == nil else {
            return external.completion(.unavailable(runtime.explanation(of: FeatureType.self)))
        }
        external.perform(self) { $0.presentation(for: self, input: $1) }
    }
}

extension ConditionalActionBinding where FeatureType: ConditionalFeature {
    /// Performs the action on request from outside, if its feature is available.
    func handle(_ external: ExternalActionRequest) {
        // Requested before anything else, so that a denial is recorded whatever the input is.
        guard let granted = request() else {
            let explanation = FlintRuntime.current.explanation(of: FeatureType.self)
            return external.completion(explanation.verdict == .true ? .declined : .unavailable(explanation))
        }
        external.perform(granted) { $0.presentation(for: self, input: $1) }
    }
}

extension FlintRuntime {
    /// Performs an action that is known by name only.
    ///
    /// - Parameters:
    ///   - action: The action's metadata.
    ///   - parameters: The values its input is made from.
    ///   - router: Finds its presenter.
    ///   - userInitiated: Whether the user initiated it.
    ///   - completion: Called once with the result, on the thread the action answers on.
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

/// The action a URL or an activity leads to, and what its input is made from.
struct ExternalDestination {
    /// What the action's input is made from.
    let input: ExternalActionRequest.Input
    /// The route, if it is a URL that leads there.
    let route: Route?
    /// Performs the action; holds nothing but types.
    let perform: (ExternalActionRequest) -> Void

    /// Performs the action at the user's request, and answers a completion with its outcome.
    ///
    /// - Parameters:
    ///   - router: Finds the presenter.
    ///   - source: Where the request comes from.
    ///   - errors: What the outcome is if nothing was performed.
    ///   - completion: The completion to answer.
    /// - Returns: The proof that it is or will be answered.
    func perform(
        router: any PresentationRouter, source: ActionSource, errors: ExternalActionErrors,
        completion: CompletionRequirement<ActionPerformOutcome>
    ) -> CompletionRequirement<ActionPerformOutcome>.Status {
        CompletionForwarder.answer(completion) { answer in
            perform(
                ExternalActionRequest(input: input, router: router, userInitiated: true, source: source) {
                    answer(errors.outcome(of: $0))
                })
        }
    }
}

/// The result of a request from outside the app's own code and screens to perform an action.
package enum ExternalActionResult: Sendable {
    /// The action was performed, with this outcome.
    case performed(ActionOutcome)
    /// The app has done by itself what the action would do.
    case appPerformed
    /// The feature is not available; nothing ran.
    case unavailable(AvailabilityExplanation)
    /// The feature's own `request(_:)` denied the action; nothing ran.
    case declined
    /// No input could be made; the error describes why and what is needed.
    case invalidInput(any Error)
    /// The action, by its name, presents something, and nothing was found to present it.
    case noPresenter(action: String)
    /// The user did not want the current screen to be left.
    case userCancelled
    /// The app did not want the current screen to be left.
    case appCancelled

    /// The reason for which nothing was performed, as text; `nil` if something was.
    package var refusal: String? {
        switch self {
        case .performed, .appPerformed: nil
        case .unavailable(let explanation): explanation.summary
        case .declined: "The feature declines the request."
        case .invalidInput(let error): "\(error)"
        case .noPresenter(let action): "Nothing here can present \(action)."
        case .userCancelled: "The user did not want to leave the current screen."
        case .appCancelled: "The app did not want to leave the current screen."
        }
    }
}

/// The errors that a kind of request from outside has for its results.
struct ExternalActionErrors: Sendable {
    /// The feature is not available.
    let unavailable: any Error
    /// Nothing was found to present the action.
    let noPresenter: any Error
    /// The user did not want the current screen to be left.
    let userCancelled: any Error
    /// The app did not want the current screen to be left.
    let appCancelled: any Error
    /// The app has done by itself what the action would do.
    let appPerformed: any Error

    /// Those of URLs.
    static let url = {
        typealias Problem = PerformIncomingURLAction.URLActionError
        return Self(
            unavailable: Problem.notAvailable, noPresenter: Problem.presenterNotSupported,
            userCancelled: Problem.presenterUserCancelled, appCancelled: Problem.presenterAppCancelled,
            appPerformed: Problem.presenterAppPerformed)
    }()

    /// Those of activities.
    static let activity = {
        typealias Problem = ActivityExecutionError
        return Self(
            unavailable: Problem.featureNotAvailable, noPresenter: Problem.noPresenter,
            userCancelled: Problem.userCancelled, appCancelled: Problem.appCancelled,
            appPerformed: Problem.appAlreadyPerformed)
    }()

    /// The outcome of an action that performs another, which had this result.
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
