// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLocks
import Logging

/// The factory of the loggers behind ``Logging/development`` and ``Logging/production``.
///
/// A topic has the level that was set for it or, if none was set, for the nearest topic above it. All other topics have
/// the factory's level. While topics are in focus, the factory writes all lines about them but only errors about other
/// topics. The level `.off` suppresses all lines, regardless of the focus.
///
/// ``Logging/setLoggerOutputs(development:developmentLevel:production:productionLevel:)`` creates the factories, and
/// ``setup(initialDevelopmentLogLevel:initialProductionLogLevel:briefLogging:)`` creates factories that write to
/// swift-log. A factory can be used from any thread. It calls outputs with no lock held.
public final class DefaultLoggerFactory: ContextualLoggerFactory {
    fileprivate struct State {
        var level: LoggerLevel
        var topicLevels: [TopicPath: LoggerLevel]
        var outputs: [any LoggerOutput]

        var ceiling: LoggerLevel { max(level, topicLevels.values.max() ?? .off) }
    }

    /// The session name of lines that are written outside of any session.
    public static let noSessionName = "N/A"

    /// The display name of the factory, which is "development" or "production".
    public let name: String

    private let site: LoggerSharedState
    private let state: Protected<State>
    /// The highest level of any topic, disregarding the focus.
    private let ceilingValue: Atomic<Int>

    init(
        name: String, level: LoggerLevel, outputs: [any LoggerOutput], topicLevels: [TopicPath: LoggerLevel] = [:],
        site: LoggerSharedState
    ) {
        let state = State(level: level, topicLevels: topicLevels, outputs: outputs)
        self.name = name
        self.site = site
        ceilingValue = Atomic(state.ceiling.rawValue)
        self.state = Protected(state)
    }

    /// Sends the current runtime's log lines to swift-log.
    ///
    /// The method creates swift-log loggers at the debug level, so the given levels alone determine the lines that are
    /// written, even if the log handler's initial level is more restrictive.
    ///
    /// - Parameters:
    ///   - initialDevelopmentLogLevel: The level of the development logger.
    ///   - initialProductionLogLevel: The level of the production logger.
    ///   - briefLogging: Whether lines omit an action's input and presenter.
    public static func setup(
        initialDevelopmentLogLevel: LoggerLevel, initialProductionLogLevel: LoggerLevel, briefLogging: Bool
    ) {
        Logging.setLoggerOutputs(
            development: [SwiftLogOutput(logger: logger("flint.development"), isBrief: briefLogging)],
            developmentLevel: initialDevelopmentLogLevel,
            production: [SwiftLogOutput(logger: logger("flint.production"), isBrief: briefLogging)],
            productionLevel: initialProductionLogLevel)
    }

    package func sendToSwiftLog() {
        guard !outputs.contains(where: { $0 is SwiftLogOutput }) else { return }
        add(output: SwiftLogOutput(logger: Self.logger("flint.\(name)"), isBrief: false))
    }

    private static func logger(_ label: String) -> Logger {
        // Only the factory filters lines.
        var logger = Logger(label: label)
        logger.logLevel = LoggerLevel.debug.swiftLogLevel
        return logger
    }

    /// The default level, for topics that neither have a level nor inherit one from a topic above them.
    public var level: LoggerLevel {
        get { state.withLock { $0.level } }
        set { change { $0.level = newValue } }
    }

    /// Sets the level of a topic, or removes it if the level is `nil`.
    ///
    /// The level also applies to topics below it that have no level.
    public func setLevel(for topicPath: TopicPath, to level: LoggerLevel?) {
        change { $0.topicLevels[topicPath] = level }
    }

    /// Adds an output, which receives all later lines.
    public func add(output: any LoggerOutput) {
        change { $0.outputs.append(output) }
    }

    /// Returns a logger that attaches the given session, activity, and topic to each line.
    public func contextualLogger(with context: LogEventContext) -> any ContextSpecificLogger {
        FactoryLogger(factory: self, source: KnownLogContext(context))
    }

    /// Returns a logger for use outside of any session.
    public func contextualLogger(activity: String, topicPath: TopicPath) -> any ContextSpecificLogger {
        contextualLogger(
            with: LogEventContext(session: Self.noSessionName, activity: activity, topicPath: topicPath))
    }

    var outputs: [any LoggerOutput] { state.withLock { $0.outputs } }

    var ceiling: LoggerLevel { LoggerLevel(rawValue: ceilingValue.load(ordering: .relaxed)) ?? .off }

    func plainThreshold(for topic: TopicPath) -> LoggerLevel {
        state.withLock { $0.threshold(for: topic) }
    }

    /// Returns a topic's current level, taking the focus into account.
    ///
    /// While other topics are in focus, the result is `.off`, although the topic's errors are still written.
    func threshold(for topic: TopicPath) -> LoggerLevel {
        let level = plainThreshold(for: topic)
        guard level != .off, site.focus.isActive else { return level }
        return site.focus.isFocused(topic) ? .debug : .off
    }

    /// Writes a line if the topic's level includes it and an output accepts it.
    ///
    /// The context and the text are computed at most once, and only if the line is written.
    func log(_ level: LoggerLevel, from source: any LogContextSource, _ text: () -> String) {
        let ceiling = ceiling
        // While topics are in focus, lines of every level may be written.
        guard ceiling >= level || (ceiling != .off && site.focus.isSelected) else { return }
        // Outputs are the app's code, so they are called with no lock held. Checking their thresholds is cheapest, so
        // it comes first.
        let (outputs, plainLevel) = state.withLock { ($0.outputs, $0.topicLevels.isEmpty ? $0.level : nil) }
        guard outputs.contains(where: { $0.threshold >= level }) else { return }
        guard allows(level, through: plainLevel, source: source) else { return }
        let event = LogEvent(
            date: Date(), sequenceID: site.nextSequenceID(), level: level, context: source.logContext, text: text())
        site.bind {
            for output in outputs where output.threshold >= level { output.log(event: event) }
        }
    }

    /// Returns whether the level and the focus allow a line to be written.
    ///
    /// `plainLevel` is the factory's level if no topic has a level, and `nil` if the topic's level must be looked up.
    private func allows(_ level: LoggerLevel, through plainLevel: LoggerLevel?, source: any LogContextSource) -> Bool {
        let allowed = plainLevel ?? state.withLock { $0.threshold(for: source.logTopic) }
        guard allowed != .off else { return false }
        guard site.focus.isActive else { return level <= allowed }
        // The errors of topics that are not in focus are still written.
        return level == .error || site.focus.isFocused(source.logTopic)
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            ceilingValue.store(state.ceiling.rawValue, ordering: .relaxed)
        }
        site.update(self)
    }
}

extension DefaultLoggerFactory.State {
    fileprivate func threshold(for topic: TopicPath) -> LoggerLevel {
        guard !topicLevels.isEmpty else { return level }
        // The level of the nearest topic on the path applies.
        for count in stride(from: topic.path.count, through: 0, by: -1) {
            if let level = topicLevels[TopicPath(Array(topic.path.prefix(count)))] { return level }
        }
        return level
    }
}
