/// Keeps what is logged while the focus is on something.
///
/// ``FocusFeature`` gives it to both loggers. What is logged while nothing is in focus is left to the other outputs.
public final class FocusLogging: LoggerOutput {
    /// The newest lines; ``FocusFeature/defaultMaxLogEvents`` of them unless its capacity says otherwise.
    public let history: LogHistory<LogEvent>

    private let focus: FocusState

    init(focus: FocusState) {
        self.focus = focus
        history = LogHistory(capacity: FocusFeature.defaultMaxLogEvents)
    }

    /// Everything while the focus is on something, else nothing.
    public var threshold: LoggerLevel { focus.isActive ? .debug : .off }

    /// Keeps a line.
    public func log(event: LogEvent) {
        history.append { _ in event }
    }
}
