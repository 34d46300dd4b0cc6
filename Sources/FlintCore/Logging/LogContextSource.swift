/// Describes where lines come from, once somebody wants to know.
protocol LogContextSource: AnyObject {
    /// The topic alone, which decides how much is let through.
    var logTopic: TopicPath { get }
    /// Everything there is to say.
    var logContext: LogEventContext { get }
}

/// A context that is known already.
final class KnownLogContext: LogContextSource {
    let logContext: LogEventContext
    var logTopic: TopicPath { logContext.topicPath }

    /// Keeps a context.
    init(_ context: LogEventContext) {
        logContext = context
    }
}
