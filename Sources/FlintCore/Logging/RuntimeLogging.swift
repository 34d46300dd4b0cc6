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
    ///   - text: What it says.
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

    /// Drops the factories and every level.
    func reset() {
        state.withLock { $0 = State() }
        site.install([])
    }
}
