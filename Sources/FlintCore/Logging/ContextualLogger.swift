/// Writes lines about one topic.
///
/// A message is made only if some output takes it, so writing one that no output takes costs next to nothing:
///
/// ```swift
/// context.logs.development?.debug("\(episodes.count) episodes: \(episodes.expensiveSummary())")
/// ```
///
/// It may be used from any thread; outputs are called on the caller's.
public protocol ContextSpecificLogger: Sendable {
    /// How much of the topic is let through at this moment.
    var level: LoggerLevel { get }
    /// The name of the factory that made the logger.
    var ownerName: String { get }
    /// Where its lines come from.
    var context: LogEventContext { get }

    /// Logs that something worth knowing happened.
    func info(_ message: @autoclosure () -> String)
    /// Logs that something went wrong.
    func error(_ message: @autoclosure () -> String)
    /// Logs that something may go wrong.
    func warning(_ message: @autoclosure () -> String)
    /// Logs something of use for debugging.
    func debug(_ message: @autoclosure () -> String)
}

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

    /// Combines two loggers.
    public init(development: (any ContextSpecificLogger)?, production: (any ContextSpecificLogger)?) {
        self.development = development
        self.production = production
    }
}

/// A logger that leaves all decisions to the factory that made it.
///
/// The source is read when a line is written, on the thread that writes it, as the action itself reads its input.
struct FactoryLogger: ContextSpecificLogger, @unchecked Sendable {
    let factory: DefaultLoggerFactory
    let source: any LogContextSource

    var level: LoggerLevel { factory.threshold(for: source.logTopic) }
    var ownerName: String { factory.name }
    var context: LogEventContext { source.logContext }

    func info(_ message: @autoclosure () -> String) { factory.log(.info, from: source, message) }
    func error(_ message: @autoclosure () -> String) { factory.log(.error, from: source, message) }
    func warning(_ message: @autoclosure () -> String) { factory.log(.warning, from: source, message) }
    func debug(_ message: @autoclosure () -> String) { factory.log(.debug, from: source, message) }
}

/// Describes where lines come from, on demand.
protocol LogContextSource: AnyObject {
    /// The topic alone, which decides how much is let through.
    var logTopic: TopicPath { get }
    /// The full context.
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

extension FeatureDefinition {
    /// Loggers for what a feature does outside of its actions.
    ///
    /// ```swift
    /// let logs = DownloadsFeature.logs(for: "Cleaning up")
    /// logs.development?.info("Removed \(count) files")
    /// ```
    ///
    /// - Parameter activity: What is being done.
    /// - Returns: The loggers there are.
    public static func logs(for activity: String) -> ContextualLoggers {
        FlintRuntime.current.logging.loggers {
            KnownLogContext(
                LogEventContext(
                    session: DefaultLoggerFactory.noSessionName, activity: activity, topicPath: identifier))
        }
    }

    /// Sets how much is let through of what is logged about the feature and everything under it.
    ///
    /// It counts for both loggers of the current runtime, and for those that take their place.
    public static func setLoggingLevel(_ level: LoggerLevel) {
        FlintRuntime.current.logging.setLevel(for: identifier, to: level)
    }

    /// Lets nothing through of what is logged about the feature and everything under it.
    public static func disableLogging() {
        setLoggingLevel(.off)
    }
}

extension ActionContext {
    /// Loggers for what the action does.
    ///
    /// Their lines record the session, the step of an action, and the input.
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
