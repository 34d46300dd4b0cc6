/// A wish to perform an action that is known by name only, with its input as named values.
struct DynamicPerform {
    /// The values the input is made from.
    let parameters: RouteParameters
    /// Finds the presenter.
    let router: (any PresentationRouter)?
    /// Whether a person asked for it.
    let userInitiated: Bool
    /// Called once with what came of it.
    let completion: @Sendable (DynamicPerformResult) -> Void
}
