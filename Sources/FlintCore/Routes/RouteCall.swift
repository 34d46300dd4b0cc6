/// A wish to perform the action of a route.
struct RouteCall {
    /// The values the input is made from.
    let parameters: RouteParameters
    /// How they arrived.
    let mapping: URLMapping
    /// Finds the presenter.
    let router: (any PresentationRouter)?
    /// Where the wish comes from.
    let source: ActionSource
    /// Called once with what came of it.
    let completion: @Sendable (ExternalActionResult) -> Void

    /// The wish as one for a certain action.
    ///
    /// - Parameter decode: Makes the action's input.
    /// - Returns: The wish.
    func entry<ActionType: Action>(
        _ decode: @escaping (RouteParameters, URLMapping) -> ActionType.InputType?
    ) -> ExternalActionRequest<ActionType> {
        ExternalActionRequest(router: router, userInitiated: true, source: source, completion: completion) {
            guard let input = decode(parameters, mapping) else {
                throw PerformIncomingURLAction.URLActionError.invalidParameters
            }
            return input
        }
    }
}
