/// The loggers for one topic: one for those who make the app, one for what is kept when it is in use.
///
/// Either is `nil` if it has no outputs, so a call is made with `?.`:
///
/// ```swift
/// context.logs.development?.debug("Fetched \(items.count) items")
/// context.logs.production?.error("The feed could not be read")
/// ```
public struct ContextualLoggers: Sendable {
    /// For those who make the app.
    public let development: (any ContextSpecificLogger)?
    /// For what is kept when the app is in use.
    public let production: (any ContextSpecificLogger)?

    /// Puts two loggers together.
    public init(development: (any ContextSpecificLogger)?, production: (any ContextSpecificLogger)?) {
        self.development = development
        self.production = production
    }
}
