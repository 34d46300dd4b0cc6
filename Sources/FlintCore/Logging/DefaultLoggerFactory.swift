import Logging
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The loggers behind ``Logging/development`` and ``Logging/production``.
///
/// A topic's own level determines how much of it is let through, or else that of the nearest topic above it that has
/// one, or else the factory's. While the focus is on something, everything about it is let through, and of everything
/// else errors only. `.off` lets nothing through, focus or not.
public final class DefaultLoggerFactory: ContextualLoggerFactory {
    fileprivate struct State {
        var level: LoggerLevel
        var topicLevels: [TopicPath: LoggerLevel]
        var outputs: [any LoggerOutput]

        var ceiling: LoggerLevel { max(level, topicLevels.values.max() ?? .off) }
    }

    /// What stands in the place of a session's name outside of one.
    public static let noSessionName = "N/A"

    /// What people call it: "development" or "production".
    public let name: String

    private let site: LogSite
    private let state: Protected<State>
    /// The most it lets through of any topic while the focus is on nothing.
    private let mostAllowed: Atomic<Int>

    init(
        name: String, level: LoggerLevel, outputs: [any LoggerOutput], topicLevels: [TopicPath: LoggerLevel] = [:],
        site: LogSite
    ) {
        let state = State(level: level, topicLevels: topicLevels, outputs: outputs)
        self.name = name
        self.site = site
        mostAllowed = Atomic(state.ceiling.rawValue)
        self.state = Protected(state)
    }

    /// Has the current runtime write to swift-log.
    ///
    /// Its loggers let everything through that these levels do, also if the handler's own level, as that of swift-log's
    /// default handler, would not.
    ///
    /// - Parameters:
    ///   - initialDevelopmentLogLevel: How much is let through of what is written for those who make the app.
    ///   - initialProductionLogLevel: How much of what is kept when the app is in use.
    ///   - briefLogging: Whether lines go without an action's input and presenter.
    public static func setup(
        initialDevelopmentLogLevel: LoggerLevel, initialProductionLogLevel: LoggerLevel, briefLogging: Bool
    ) {
        Logging.setLoggerOutputs(
            development: [SwiftLogOutput(logger: logger("flint.development"), isBrief: briefLogging)],
            developmentLevel: initialDevelopmentLogLevel,
            production: [SwiftLogOutput(logger: logger("flint.production"), isBrief: briefLogging)],
            productionLevel: initialProductionLogLevel)
    }

    /// Returns a logger that leaves it to the factory how much is let through.
    private static func logger(_ label: String) -> Logger {
        var logger = Logger(label: label)
        logger.logLevel = LoggerLevel.debug.swiftLogLevel
        return logger
    }

    /// How much is let through of topics that have no level of their own and are under none that has.
    public var level: LoggerLevel {
        get { state.withLock { $0.level } }
        set { change { $0.level = newValue } }
    }

    /// Gives a topic, and everything under it that has none of its own, a level, or takes it away with `nil`.
    public func setLevel(for topicPath: TopicPath, to level: LoggerLevel?) {
        change { $0.topicLevels[topicPath] = level }
    }

    /// Adds an output, which gets every later line that is let through.
    public func add(output: any LoggerOutput) {
        change { $0.outputs.append(output) }
    }

    /// A logger for a context.
    public func contextualLogger(with context: LogEventContext) -> any ContextSpecificLogger {
        FactoryLogger(factory: self, source: KnownLogContext(context))
    }

    /// A logger outside of any session.
    public func contextualLogger(activity: String, topicPath: TopicPath) -> any ContextSpecificLogger {
        contextualLogger(
            with: LogEventContext(session: Self.noSessionName, activity: activity, topicPath: topicPath))
    }

    /// Where its lines go.
    var outputs: [any LoggerOutput] { state.withLock { $0.outputs } }

    /// The most it lets through of any topic while the focus is on nothing.
    var ceiling: LoggerLevel { LoggerLevel(rawValue: mostAllowed.load(ordering: .relaxed)) ?? .off }

    /// How much of a topic is let through while the focus is on nothing.
    func plainThreshold(for topic: TopicPath) -> LoggerLevel {
        state.withLock { $0.threshold(for: topic) }
    }

    /// How much of a topic is let through at this moment; errors about what is not in focus are not counted.
    func threshold(for topic: TopicPath) -> LoggerLevel {
        let level = plainThreshold(for: topic)
        guard level != .off, site.focus.isActive else { return level }
        return site.focus.isFocused(topic) ? .debug : .off
    }

    /// Writes a line, if it is let through and some output takes it.
    ///
    /// - Parameters:
    ///   - level: How important it is.
    ///   - source: Describes where it comes from; asked only if need be.
    ///   - text: Its text; made only if an output takes it, and once.
    func log(_ level: LoggerLevel, from source: any LogContextSource, _ text: () -> String) {
        let ceiling = ceiling
        guard ceiling >= level || (ceiling != .off && site.focus.isSelected) else { return }
        // Outputs are an app's code, so they are asked with no lock held; and first, because it takes no time.
        let (outputs, plainLevel) = state.withLock { ($0.outputs, $0.topicLevels.isEmpty ? $0.level : nil) }
        guard outputs.contains(where: { $0.threshold >= level }) else { return }
        guard lets(level, through: plainLevel, source: source) else { return }
        let event = LogEvent(
            date: Date(), sequenceID: site.nextSequenceID(), level: level, context: source.logContext, text: text())
        site.bind {
            for output in outputs where output.threshold >= level { output.log(event: event) }
        }
    }

    /// Whether a line is let through, given the level of every topic if no topic has one of its own.
    private func lets(_ level: LoggerLevel, through plainLevel: LoggerLevel?, source: any LogContextSource) -> Bool {
        let allowed = plainLevel ?? state.withLock { $0.threshold(for: source.logTopic) }
        guard allowed != .off else { return false }
        guard site.focus.isActive else { return level <= allowed }
        return level == .error || site.focus.isFocused(source.logTopic)
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            mostAllowed.store(state.ceiling.rawValue, ordering: .relaxed)
        }
        site.update(self)
    }
}

extension DefaultLoggerFactory.State {
    /// The level of a topic: its own, or that of the nearest one above it, or the factory's.
    fileprivate func threshold(for topic: TopicPath) -> LoggerLevel {
        guard !topicLevels.isEmpty else { return level }
        for count in stride(from: topic.path.count, through: 0, by: -1) {
            if let level = topicLevels[TopicPath(Array(topic.path.prefix(count)))] { return level }
        }
        return level
    }
}
