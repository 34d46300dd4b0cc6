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
    /// Whether the user asked for it.
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
    /// The reason for which typed values make no input.
    private struct InvalidInput: Error, CustomStringConvertible {
        let description: String
    }

    private func makeInput<ActionType: Action>(of action: ActionType.Type) throws -> ActionType.InputType {
        switch input {
        case .typed(let parameters):
            return try Self.typedInput(of: action, from: parameters)
        case .url(let parameters, let mapping):
            guard let input = Self.decode(action, from: parameters, mapping: mapping) else {
                throw PerformIncomingURLAction.URLActionError.invalidParameters
            }
            return input
        case .activity(let activity):
            let values = activity.userInfoValues
            let type = ActionType.InputType.self as? any ActivityCodable.Type
            guard let input = try type?.init(activityUserInfo: values.isEmpty ? nil : values) as? ActionType.InputType
            else { throw ActivityExecutionError.unknownActivity }
            return input
        }
    }

    private static func typedInput<ActionType: Action>(
        of action: ActionType.Type, from parameters: RouteParameters
    ) throws -> ActionType.InputType {
        guard let decodable = ActionType.InputType.self as? any RouteParametersDecodable.Type else {
            throw InvalidInput(description: "The input of \(action.name) cannot be made from text.")
        }
        let fields = decodable.inputFields
        // An input that does not describe its values may know any.
        let isDescribed = !fields.isEmpty || ActionType.InputType.self == NoInput.self
        let known = Set(fields.map(\.name))
        if isDescribed, let stranger = parameters.keys.sorted().first(where: { !known.contains($0) }) {
            let names = fields.map(\.name).joined(separator: ", ")
            let offer = names.isEmpty ? "it takes none" : "it takes \(names)"
            throw InvalidInput(description: "\(action.name) takes no value called \(stranger); \(offer).")
        }
        guard let input = decode(action, from: parameters, mapping: .typed) else {
            let needed = fields.map { "\($0.name) (\($0.description))" }.joined(separator: ", ")
            let advice = needed.isEmpty ? "" : " It needs \(needed)."
            throw InvalidInput(description: "The input of \(action.name) is missing or wrong.\(advice)")
        }
        return input
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

extension ConditionalActionBinding {
    /// Performs the action on request from outside, if its feature is available.
    func handle(_ external: ExternalActionRequest) {
        // Requested before anything else, so that a denial is recorded whatever the input is.
        guard let granted = request() else {
            return external.completion(.unavailable(FlintRuntime.current.explanation(of: FeatureType.self)))
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
    ///   - userInitiated: Whether the user asked for it.
    ///   - completion: Called once with the result, on the thread the action answers on.
    public func perform(
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
