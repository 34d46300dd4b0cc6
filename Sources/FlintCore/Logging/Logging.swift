import Synchronization

/// The loggers of one runtime.
package final class RuntimeLogging: Sendable {
    /// Both factories, each `nil` while it has no outputs.
    struct Factories: Sendable {
        /// For those who make the app.
        var development: DefaultLoggerFactory?
        /// For what is kept when the app is in use.
        var production: DefaultLoggerFactory?

        /// Those there are.
        var all: [DefaultLoggerFactory] { [development, production].compactMap { $0 } }
    }

    private struct State {
        var factories = Factories()
        /// The levels features have set, for factories still to come.
        var topicLevels: [TopicPath: LoggerLevel] = [:]
        var logsActions = false
    }

    /// What the loggers share.
    let site: LogSite
    private let focusLogging: FocusLogging
    private let state = Protected(State())

    /// Creates loggers without outputs.
    ///
    /// - Parameters:
    ///   - site: What the loggers share.
    ///   - focusLogging: Is given what every logger writes.
    init(site: LogSite, focusLogging: FocusLogging) {
        self.site = site
        self.focusLogging = focusLogging
    }

    /// The factories in use.
    var factories: Factories { state.withLock { $0.factories } }

    /// Puts factories with outputs in place of those before.
    func install(
        development: (outputs: [any LoggerOutput], level: LoggerLevel)?,
        production: (outputs: [any LoggerOutput], level: LoggerLevel)?
    ) {
        state.withLock { state in
            func factory(_ name: String, _ part: (outputs: [any LoggerOutput], level: LoggerLevel)?)
                -> DefaultLoggerFactory?
            {
                part.map {
                    DefaultLoggerFactory(
                        name: name, level: $0.level, outputs: $0.outputs + [focusLogging],
                        topicLevels: state.topicLevels, site: site)
                }
            }
            state.factories = Factories(
                development: factory("development", development), production: factory("production", production))
            site.install(state.factories.all)
        }
    }

    /// Gives a topic a level in both factories, and in those that take their place.
    func setLevel(for topicPath: TopicPath, to level: LoggerLevel?) {
        let factories = state.withLock { state in
            state.topicLevels[topicPath] = level
            return state.factories
        }
        for factory in factories.all { factory.setLevel(for: topicPath, to: level) }
    }

    /// The loggers for what a source describes.
    ///
    /// - Parameter makeSource: Makes the source, if there are loggers.
    /// - Returns: The loggers there are.
    func loggers(for makeSource: () -> any LogContextSource) -> ContextualLoggers {
        let factories = factories
        guard factories.development != nil || factories.production != nil else {
            return ContextualLoggers(development: nil, production: nil)
        }
        let source = makeSource()
        return ContextualLoggers(
            development: factories.development.map { FactoryLogger(factory: $0, source: source) },
            production: factories.production.map { FactoryLogger(factory: $0, source: source) })
    }

    /// Whether a line about an action may go anywhere, found out in less time than it takes to make one.
    func mayLog(_ level: LoggerLevel, about action: ActionMetadata) -> Bool {
        guard !site.isClosed(to: level) else { return false }
        return site.focus.isSelected || allowed(of: action) >= level && site.hasTaker(of: level)
    }

    /// Writes a line about what a source describes with both loggers; nothing is made unless one takes it.
    ///
    /// - Parameters:
    ///   - level: How important it is.
    ///   - source: Describes where it comes from.
    ///   - text: Its text.
    func log(_ level: LoggerLevel, from source: any LogContextSource, _ text: () -> String) {
        let factories = factories
        factories.development?.log(level, from: source, text)
        factories.production?.log(level, from: source, text)
    }

    /// The most that is let through of an action's topic while nothing is in focus, remembered with the action.
    private func allowed(of action: ActionMetadata) -> LoggerLevel {
        let generation = site.generation
        let known = action.logDecision.load(ordering: .relaxed)
        if known >> 3 == generation { return LoggerLevel(rawValue: known & 7) ?? .off }
        let topic = action.topicPath
        let level = factories.all.map { $0.plainThreshold(for: topic) }.max() ?? .off
        action.logDecision.store(generation << 3 | level.rawValue, ordering: .relaxed)
        return level
    }

    /// Whether actions are to be logged from now on for the first time.
    func startLoggingActions() -> Bool {
        state.withLock { state in
            defer { state.logsActions = true }
            return !state.logsActions
        }
    }

    /// Removes the factories and every level.
    func reset() {
        state.withLock { $0 = State() }
        site.install([])
    }
}

/// The loggers of the current runtime.
///
/// ```swift
/// let file = try FileLoggerOutput(name: "podcasts", folderName: "Logs")
/// Logging.setLoggerOutputs(
///     development: [SwiftLogOutput()], developmentLevel: .debug, production: [file], productionLevel: .warning)
/// ```
///
/// ``Flint/quickSetup(_:domains:initialDebugLogLevel:initialProductionLogLevel:briefLogging:configuration:)`` sends
/// both to swift-log unless outputs have been set before. The module of swift-log has this name too; a file that
/// imports both means this type by it, and finds swift-log's types by theirs.
public struct Logging {
    private init() {}

    /// Makes loggers for those who make the app; `nil` while there are no outputs for them.
    public static var development: (any ContextualLoggerFactory)? {
        FlintRuntime.current.logging.factories.development
    }

    /// Makes loggers for what is kept when the app is in use; `nil` while there are no outputs for them.
    public static var production: (any ContextualLoggerFactory)? {
        FlintRuntime.current.logging.factories.production
    }

    /// Sets where lines go, in place of the previous outputs.
    ///
    /// Levels that features have set for their topics remain.
    ///
    /// - Parameters:
    ///   - development: Where lines for those who make the app go; `nil` for no such logger.
    ///   - developmentLevel: How much of them is let through.
    ///   - production: Where lines go that are kept when the app is in use; `nil` for no such logger.
    ///   - productionLevel: How much of them is let through.
    public static func setLoggerOutputs(
        development: [any LoggerOutput]?, developmentLevel: LoggerLevel = .debug,
        production: [any LoggerOutput]?, productionLevel: LoggerLevel = .info
    ) {
        FlintRuntime.current.logging.install(
            development: development.map { ($0, developmentLevel) },
            production: production.map { ($0, productionLevel) })
    }

    /// Sets where lines go, in place of the previous outputs.
    ///
    /// - Parameters:
    ///   - development: Where lines for those who make the app go; `nil` for no such logger.
    ///   - developmentLevel: How much of them is let through.
    ///   - production: Where lines go that are kept when the app is in use; `nil` for no such logger.
    ///   - productionLevel: How much of them is let through.
    public static func setLoggerOutputs(
        development: [any LoggerOutput]?, level developmentLevel: LoggerLevel,
        production: [any LoggerOutput]?, level productionLevel: LoggerLevel
    ) {
        setLoggerOutputs(
            development: development, developmentLevel: developmentLevel, production: production,
            productionLevel: productionLevel)
    }
}

/// Writes a line when an action begins and when it has answered.
///
/// What goes well is written for debugging, what fails as an error. ``ActionSession/quickSetupMainSession()`` adds it.
public final class ActionLoggingDispatchObserver: ActionDispatchObserver, Sendable {
    /// The only one needed: it keeps nothing.
    public static let instance = ActionLoggingDispatchObserver()

    private init() {}

    /// Writes that an action begins.
    public func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {
        logBeginning(of: request.record, in: request.runtime)
    }

    /// Writes how an action ended.
    public func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {
        logEnd(of: request.record, outcome, in: request.runtime)
    }

    /// Writes that an action begins.
    func logBeginning(of record: ActionRecord, in runtime: FlintRuntime) {
        let logging = runtime.logging
        guard logging.mayLog(.debug, about: record.action) else { return }
        logging.log(.debug, from: ActionLogContext(record)) { "Began \(record.actionName)" }
    }

    /// Writes how an action ended.
    func logEnd(of record: ActionRecord, _ outcome: ActionPerformOutcome, in runtime: FlintRuntime) {
        let logging = runtime.logging
        let level = outcome.isSuccess ? LoggerLevel.debug : .error
        guard logging.mayLog(level, about: record.action) else { return }
        logging.log(level, from: ActionLogContext(record)) { "Completed \(record.actionName), \(outcome)" }
    }
}
