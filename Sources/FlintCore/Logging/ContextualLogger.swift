// SPDX-License-Identifier: MIT

/// A logger that writes lines about one topic.
///
/// A message is evaluated only if an output accepts its level. Otherwise, the call costs very little:
///
/// ```swift
/// context.logs.development?.debug("\(episodes.count) episodes: \(episodes.expensiveSummary())")
/// ```
///
/// A logger can be used from any thread. Outputs are called on the caller's thread.
public protocol ContextSpecificLogger: Sendable {
    /// The current level of the logger's topic.
    var level: LoggerLevel { get }
    /// The name of the factory that created the logger.
    var ownerName: String { get }
    /// The session, activity, and topic that the logger attaches to each line.
    var context: LogEventContext { get }

    /// Logs a message about a notable event.
    func info(_ message: @autoclosure () -> String)
    /// Logs a message about an error.
    func error(_ message: @autoclosure () -> String)
    /// Logs a message about a potential problem.
    func warning(_ message: @autoclosure () -> String)
    /// Logs a message for debugging.
    func debug(_ message: @autoclosure () -> String)
}

/// A factory that creates loggers and determines the level of each topic.
///
/// A runtime has up to two factories, ``Logging/development`` and ``Logging/production``. A topic has the level that
/// was set for it or, if none was set, for the nearest topic above it. All other topics have the factory's ``level``. A
/// factory can be used from any thread.
public protocol ContextualLoggerFactory: AnyObject, Sendable {
    /// The default level, for topics that neither have a level nor inherit one from a topic above them.
    var level: LoggerLevel { get set }
    /// The display name of the factory.
    var name: String { get }

    /// Sets the level of a topic, which also applies to topics below it that have no level.
    ///
    /// - Parameters:
    ///   - topicPath: The topic.
    ///   - level: The level, or `nil` to remove the topic's level.
    func setLevel(for topicPath: TopicPath, to level: LoggerLevel?)

    /// Returns a logger that attaches the given session, activity, and topic to each line.
    func contextualLogger(with context: LogEventContext) -> any ContextSpecificLogger

    /// Returns a logger for use outside of any session.
    ///
    /// - Parameters:
    ///   - activity: A description of the current work.
    ///   - topicPath: The topic of the lines.
    /// - Returns: The logger.
    func contextualLogger(activity: String, topicPath: TopicPath) -> any ContextSpecificLogger

    /// Adds an output, which receives all later lines.
    func add(output: any LoggerOutput)
}

/// The development logger and the production logger for one topic.
///
/// A logger is `nil` unless its outputs have been set, so use optional chaining:
///
/// ```swift
/// context.logs.development?.debug("Fetched \(items.count) items")
/// context.logs.production?.error("The feed could not be read")
/// ```
public struct ContextualLoggers: Sendable {
    /// The logger for the app's developers.
    public let development: (any ContextSpecificLogger)?
    /// The logger for lines that are also recorded when the app is in production.
    public let production: (any ContextSpecificLogger)?

    /// Creates a pair of loggers.
    public init(development: (any ContextSpecificLogger)?, production: (any ContextSpecificLogger)?) {
        self.development = development
        self.production = production
    }
}

/// A logger that leaves all decisions to the factory that created it.
///
/// The context is computed when a line is written, on the thread that writes the line, because it may include a
/// description of an action's input.
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

/// A source of the context for log lines, which is computed only if a line is written.
///
/// The topic is a separate property, because it suffices to determine the level and costs less to compute.
protocol LogContextSource: AnyObject {
    var logTopic: TopicPath { get }
    var logContext: LogEventContext { get }
}

final class KnownLogContext: LogContextSource {
    let logContext: LogEventContext
    var logTopic: TopicPath { logContext.topicPath }

    init(_ context: LogEventContext) {
        logContext = context
    }
}

extension FeatureDefinition {
    /// Returns loggers for work that the feature does outside of its actions.
    ///
    /// ```swift
    /// let logs = DownloadsFeature.logs(for: "Cleaning up")
    /// logs.development?.info("Removed \(count) files")
    /// ```
    ///
    /// - Parameter activity: A description of the current work.
    /// - Returns: The loggers, each `nil` unless its outputs have been set.
    public static func logs(for activity: String) -> ContextualLoggers {
        FlintRuntime.current.logging.loggers {
            KnownLogContext(
                LogEventContext(
                    session: DefaultLoggerFactory.noSessionName, activity: activity, topicPath: identifier))
        }
    }

    /// Sets the log level of the feature, which also applies to topics below it that have no level.
    ///
    /// The level applies to both loggers of the current runtime. It remains set when the outputs are replaced.
    public static func setLoggingLevel(_ level: LoggerLevel) {
        FlintRuntime.current.logging.setLevel(for: identifier, to: level)
    }

    /// Turns off logging for the feature and for topics below it that have no level.
    public static func disableLogging() {
        setLoggingLevel(.off)
    }
}

extension ActionContext {
    /// The loggers for the action.
    ///
    /// Each line's context contains the session, the step in the action stack, and the input.
    ///
    /// ```swift
    /// context.logs.development?.debug("Fetched \(items.count) items")
    /// ```
    public var logs: ContextualLoggers {
        runtime.logging.loggers { ActionLogContext(record) }
    }
}

final class ActionLogContext: LogContextSource {
    private let record: ActionRecord

    init(_ record: ActionRecord) {
        self.record = record
    }

    var logTopic: TopicPath { record.action.topicPath }
    var logContext: LogEventContext { record.logContext }
}

extension ActionRecord {
    fileprivate var logContext: LogEventContext {
        LogEventContext(
            session: sessionName, activity: activity, topicPath: action.topicPath, arguments: inputDescription,
            presenter: action.hasPresenter ? TypeNames.short(action.presenterType) : nil, userInitiated: userInitiated)
    }

    var activity: String {
        stackID.map { "Stack #\($0) \(featureName) - step #\(requestID): \(step)" } ?? "Dispatch"
    }
}
