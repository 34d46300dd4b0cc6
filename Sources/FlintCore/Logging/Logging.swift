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

    /// Says where lines go, in place of what was said before.
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

    /// Says where lines go, in place of what was said before.
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
