// SPDX-License-Identifier: MIT

import FlintLocks

/// The loggers of a runtime.
///
/// The object stores the development and production factories, and the levels that were set for topics. Replacing the
/// outputs creates new factories with the same topic levels. Each factory also writes to the focus output. The object
/// can be used from any thread.
package final class RuntimeLogging: Sendable {
    struct Factories: Sendable {
        var development: DefaultLoggerFactory?
        var production: DefaultLoggerFactory?

        var all: [DefaultLoggerFactory] { [development, production].compactMap { $0 } }
    }

    private struct State {
        var factories = Factories()
        /// The levels that were set for topics, which also apply to factories that are created later.
        var topicLevels: [TopicPath: LoggerLevel] = [:]
        var logsActions = false
    }

    let site: LoggerSharedState
    private let focusLogging: FocusLogging
    private let state = Protected(State())

    init(site: LoggerSharedState, focusLogging: FocusLogging) {
        self.site = site
        self.focusLogging = focusLogging
    }

    var factories: Factories { state.withLock { $0.factories } }

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

    func setLevel(for topicPath: TopicPath, to level: LoggerLevel?) {
        let factories = state.withLock { state in
            state.topicLevels[topicPath] = level
            return state.factories
        }
        for factory in factories.all { factory.setLevel(for: topicPath, to: level) }
    }

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

    func mayLog(_ level: LoggerLevel, about action: ActionMetadata) -> Bool {
        guard !site.isClosed(to: level) else { return false }
        return site.focus.isSelected || allowedLevel(of: action) >= level && site.hasOutput(accepting: level)
    }

    func log(_ level: LoggerLevel, from source: any LogContextSource, _ text: () -> String) {
        let factories = factories
        factories.development?.log(level, from: source, text)
        factories.production?.log(level, from: source, text)
    }

    private func allowedLevel(of action: ActionMetadata) -> LoggerLevel {
        let generation = site.generation
        let known = action.logDecision.load(ordering: .relaxed)
        // The lowest three bits are the level, and the others are the generation.
        if known >> 3 == generation { return LoggerLevel(rawValue: known & 7) ?? .off }
        let topic = action.topicPath
        let level = factories.all.map { $0.plainThreshold(for: topic) }.max() ?? .off
        action.logDecision.store(generation << 3 | level.rawValue, ordering: .relaxed)
        return level
    }

    /// Returns `true` on the first call, when the caller must add the observer that logs actions.
    func startLoggingActions() -> Bool {
        state.withLock { state in
            defer { state.logsActions = true }
            return !state.logsActions
        }
    }

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
/// Unless outputs have been set before,
/// ``Flint/quickSetup(_:domains:initialDebugLogLevel:initialProductionLogLevel:briefLogging:configuration:)`` sends the
/// lines of both loggers to swift-log. The swift-log module is also named `Logging`. In a file that imports both
/// modules, the name refers to this type, and swift-log's types are available under their own names.
public struct Logging {
    private init() {}

    /// The factory of loggers for the app's developers, or `nil` unless its outputs have been set.
    public static var development: (any ContextualLoggerFactory)? {
        FlintRuntime.current.logging.factories.development
    }

    /// The factory of loggers for production, or `nil` unless its outputs have been set.
    ///
    /// The lines of these loggers are recorded even when the app is in production.
    public static var production: (any ContextualLoggerFactory)? {
        FlintRuntime.current.logging.factories.production
    }

    /// Sets the log outputs, replacing the previous ones.
    ///
    /// Levels that were set for topics remain set.
    ///
    /// - Parameters:
    ///   - development: The outputs of the development logger, or `nil` for no development logger.
    ///   - developmentLevel: The level of the development logger.
    ///   - production: The outputs of the production logger, or `nil` for no production logger.
    ///   - productionLevel: The level of the production logger.
    public static func setLoggerOutputs(
        development: [any LoggerOutput]?, developmentLevel: LoggerLevel = .debug,
        production: [any LoggerOutput]?, productionLevel: LoggerLevel = .info
    ) {
        FlintRuntime.current.logging.install(
            development: development.map { ($0, developmentLevel) },
            production: production.map { ($0, productionLevel) })
    }

    /// Sets the log outputs, replacing the previous ones.
    ///
    /// - Parameters:
    ///   - development: The outputs of the development logger, or `nil` for no development logger.
    ///   - developmentLevel: The level of the development logger.
    ///   - production: The outputs of the production logger, or `nil` for no production logger.
    ///   - productionLevel: The level of the production logger.
    public static func setLoggerOutputs(
        development: [any LoggerOutput]?, level developmentLevel: LoggerLevel,
        production: [any LoggerOutput]?, level productionLevel: LoggerLevel
    ) {
        setLoggerOutputs(
            development: development, developmentLevel: developmentLevel, production: production,
            productionLevel: productionLevel)
    }
}

/// An observer that logs the beginning and the end of each action, and each denied request.
///
/// Beginnings and successes are logged at the debug level, denied requests at the info level, and failures at the error
/// level. Denied requests are logged only if the observer was added to the runtime's default dispatcher. A line about a
/// denied request ends with the command that explains it:
///
/// ```text
/// Denied Smart playlists: create. Premium subscription is not purchased (flint why SmartPlaylistsFeature)
/// ```
///
/// ``ActionSession/quickSetupMainSession()`` adds the observer to the current runtime's dispatcher.
public final class ActionLoggingDispatchObserver: ActionDispatchObserver, Sendable {
    /// The only instance, which has no state.
    public static let instance = ActionLoggingDispatchObserver()

    private init() {}

    /// Logs that an action begins.
    public func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {
        logBeginning(of: request.record, in: request.runtime)
    }

    /// Logs the outcome of an action.
    public func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {
        logEnd(of: request.record, outcome, in: request.runtime)
    }

    func logBeginning(of record: ActionRecord, in runtime: FlintRuntime) {
        let logging = runtime.logging
        guard logging.mayLog(.debug, about: record.action) else { return }
        logging.log(.debug, from: ActionLogContext(record)) { "Began \(record.actionName)" }
    }

    func logEnd(of record: ActionRecord, _ outcome: ActionPerformOutcome, in runtime: FlintRuntime) {
        let logging = runtime.logging
        let level = outcome.isSuccess ? LoggerLevel.debug : .error
        guard logging.mayLog(level, about: record.action) else { return }
        logging.log(level, from: ActionLogContext(record)) { "Completed \(record.actionName), \(outcome)" }
    }

    func logDenial(_ denial: RequestDenial, of action: ActionMetadata, in runtime: FlintRuntime) {
        let logging = runtime.logging
        guard logging.mayLog(.info, about: action) else { return }
        let context = LogEventContext(
            session: denial.sessionName ?? DefaultLoggerFactory.noSessionName, activity: LogLine.denialActivity,
            topicPath: action.topicPath)
        logging.log(.info, from: KnownLogContext(context)) { "Denied \(denial.reasonAndCommand)" }
    }
}

extension RequestDenial {
    fileprivate var reasonAndCommand: String {
        let reason = "\(featureName): \(actionName). \(summary(of: explanation))"
        // The line is meant to be copied into a shell, so it contains only names without special characters.
        guard let name = feature.lastName,
            name.unicodeScalars.allSatisfy({ $0.properties.isXIDContinue || $0 == "." })
        else { return reason }
        return "\(reason) (flint why \(name))"
    }
}
