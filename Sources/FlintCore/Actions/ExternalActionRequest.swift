/// A wish from outside the app's own code and screens to perform an action: a command, a URL or an activity.
struct ExternalActionRequest<ActionType: Action> {
    /// Finds the presenter.
    let router: (any PresentationRouter)?
    /// Whether a person asked for it.
    let userInitiated: Bool
    /// Where the wish comes from.
    let source: ActionSource
    /// Called once with what came of it.
    let completion: @Sendable (ExternalActionResult) -> Void
    /// Makes the input, or says why it cannot.
    let makeInput: () throws -> ActionType.InputType

    /// Makes the input and finds the presenter, and performs the action if both are there.
    ///
    /// - Parameters:
    ///   - presentation: Asks the router for the presenter.
    ///   - body: Performs the action.
    fileprivate func perform(
        presentation: (any PresentationRouter, ActionType.InputType) -> PresentationResult<ActionType.PresenterType>,
        body: (ActionType.InputType, ActionType.PresenterType, @escaping (ActionOutcome) -> Void) -> Void
    ) {
        let input: ActionType.InputType
        do {
            input = try makeInput()
        } catch {
            return completion(.badInput(error))
        }
        // The router is asked also if nothing is presented, because it may want to cancel.
        let presenter: ActionType.PresenterType
        switch router.map({ presentation($0, input) }) ?? .unsupported {
        case .appReady(let found): presenter = found
        case .appPerformed: return completion(.appPerformed)
        case .userCancelled: return completion(.userCancelled)
        case .appCancelled: return completion(.appCancelled)
        case .unsupported:
            guard let nothing = () as? ActionType.PresenterType else { return completion(.noPresenter) }
            presenter = nothing
        }
        let completion = self.completion
        body(input, presenter) { completion(.performed($0)) }
    }
}

extension StaticActionBinding {
    /// Performs the action on behalf of somebody outside, if the groups above its feature let it be available.
    func handle(_ entry: ExternalActionRequest<ActionType>) {
        let runtime = FlintRuntime.current
        guard runtime.refusal(of: ActionType.self, feature: FeatureType.self, session: nil) == nil else {
            return entry.completion(.unavailable(runtime.explanation(of: FeatureType.self)))
        }
        entry.perform(presentation: { $0.presentation(for: self, input: $1) }) { input, presenter, completion in
            perform(
                withInput: input, presenter: presenter, userInitiated: entry.userInitiated, source: entry.source,
                completion: completion)
        }
    }
}

extension ConditionalActionBinding {
    /// Performs the action on behalf of somebody outside, if its feature is available.
    func handle(_ entry: ExternalActionRequest<ActionType>) {
        // Asked for before anything else, so that a denial is recorded whatever the input is.
        guard let request = request() else {
            return entry.completion(.unavailable(FlintRuntime.current.explanation(of: FeatureType.self)))
        }
        entry.perform(presentation: { $0.presentation(for: self, input: $1) }) { input, presenter, completion in
            request.perform(
                withInput: input, presenter: presenter, userInitiated: entry.userInitiated, source: entry.source,
                completion: completion)
        }
    }
}
