/// Makes loggers that know what they write about, and decides how much of each topic is let through.
///
/// It may be used from any thread.
public protocol ContextualLoggerFactory: AnyObject, Sendable {
    /// How much is let through of topics that have no level of their own and are under none that has.
    var level: LoggerLevel { get set }
    /// What people call it.
    var name: String { get }

    /// Gives a topic, and everything under it that has none of its own, a level.
    ///
    /// - Parameters:
    ///   - topicPath: The topic.
    ///   - level: The level, or `nil` to take the topic's own away again.
    func setLevel(for topicPath: TopicPath, to level: LoggerLevel?)

    /// A logger for a context.
    func contextualLogger(with context: LogEventContext) -> any ContextSpecificLogger

    /// A logger outside of any session.
    ///
    /// - Parameters:
    ///   - activity: What is being done.
    ///   - topicPath: What it is about.
    /// - Returns: The logger.
    func contextualLogger(activity: String, topicPath: TopicPath) -> any ContextSpecificLogger

    /// Adds an output, which gets every later line that is let through.
    func add(output: any LoggerOutput)
}
