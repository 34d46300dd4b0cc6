extension ActionContext {
    /// Loggers for what the action does.
    ///
    /// Their lines say in which session it was done, as which step of what, and what was worked on.
    ///
    /// ```swift
    /// context.logs.development?.debug("Fetched \(items.count) items")
    /// ```
    public var logs: ContextualLoggers {
        runtime.logging.loggers { ActionLogContext(record, stack: stack) }
    }
}

/// Describes where lines about one action come from.
final class ActionLogContext: LogContextSource {
    private let record: ActionRecord
    private let stack: ActionStack?

    /// Keeps what is known of the action.
    init(_ record: ActionRecord, stack: ActionStack?) {
        self.record = record
        self.stack = stack
    }

    var logTopic: TopicPath { record.action.topicPath }
    var logContext: LogEventContext { record.logContext(stack) }
}

extension AnyActionRequest: LogContextSource {
    var logTopic: TopicPath { record.action.topicPath }
    var logContext: LogEventContext { record.logContext(run.stack) }
}

extension ActionRecord {
    /// Where a line about the action comes from.
    ///
    /// - Parameter stack: Where the action is listed, if action stacks are kept.
    /// - Returns: Everything there is to say.
    fileprivate func logContext(_ stack: ActionStack?) -> LogEventContext {
        LogEventContext(
            session: sessionName, activity: activity(stack), topicPath: action.topicPath,
            arguments: inputDescription,
            presenter: action.presents ? TypeNames.short(action.presenterType) : nil, userInitiated: userInitiated)
    }

    /// What is going on: the step of an action stack, or else the mere dispatch.
    func activity(_ stack: ActionStack?) -> String {
        guard let stack else { return "Dispatch" }
        let first = stack.first.map { ": \($0.details)" } ?? ""
        return "Stack #\(stack.id) \(featureName) - step #\(requestID)\(first)"
    }
}
