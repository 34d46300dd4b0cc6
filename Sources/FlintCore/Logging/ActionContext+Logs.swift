extension ActionContext {
    /// Loggers for what the action does.
    ///
    /// Their lines say in which session it was done, as which step of what, and what was worked on.
    ///
    /// ```swift
    /// context.logs.development?.debug("Fetched \(items.count) items")
    /// ```
    public var logs: ContextualLoggers {
        runtime.logging.loggers { ActionLogContext(record) }
    }
}

/// Describes where lines about one action come from.
final class ActionLogContext: LogContextSource {
    private let record: ActionRecord

    /// Keeps what is known of the action.
    init(_ record: ActionRecord) {
        self.record = record
    }

    var logTopic: TopicPath { record.action.topicPath }
    var logContext: LogEventContext { record.logContext }
}

extension ActionRecord {
    /// Where a line about the action comes from.
    fileprivate var logContext: LogEventContext {
        LogEventContext(
            session: sessionName, activity: activity, topicPath: action.topicPath, arguments: inputDescription,
            presenter: action.presents ? TypeNames.short(action.presenterType) : nil, userInitiated: userInitiated)
    }

    /// What is going on: the step of an action stack, or else the mere dispatch.
    var activity: String {
        stackID.map { "Stack #\($0) \(featureName) - step #\(requestID): \(step)" } ?? "Dispatch"
    }
}
