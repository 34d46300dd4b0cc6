public import Logging

/// Sends lines to swift-log, where an app decides what becomes of them.
///
/// Everything a line's context says goes along as metadata: `session`, `activity`, `topic`, `feature`, `action`,
/// `user-initiated`, and unless it is brief, `input` and `presenter`. Levels keep their names.
public final class SwiftLogOutput: LoggerOutput {
    private let logger: Logger
    private let isBrief: Bool

    /// Creates an output with a logger of the process's logging system.
    ///
    /// - Parameters:
    ///   - label: The label of the logger.
    ///   - isBrief: Whether an action's input and presenter are left out.
    public convenience init(label: String = "flint", isBrief: Bool = false) {
        self.init(logger: Logger(label: label), isBrief: isBrief)
    }

    /// Creates an output with a logger of the app's own.
    ///
    /// - Parameters:
    ///   - logger: Takes the lines; what is below its level is never made.
    ///   - isBrief: Whether an action's input and presenter are left out.
    public init(logger: Logger, isBrief: Bool = false) {
        self.logger = logger
        self.isBrief = isBrief
    }

    /// As much as the logger takes.
    public var threshold: LoggerLevel { LoggerLevel(reaching: logger.logLevel) }

    /// Sends a line.
    public func log(event: LogEvent) {
        logger.log(level: event.level.swiftLogLevel, "\(event.text)", metadata: metadata(of: event.context))
    }

    private func metadata(of context: LogEventContext) -> Logger.Metadata {
        var metadata: Logger.Metadata = [
            LogMetadataKey.session: .string(context.session),
            LogMetadataKey.activity: .string(context.activity),
            LogMetadataKey.topic: .string(context.topicPath.description),
            LogMetadataKey.feature: .string(context.featurePath.description),
        ]
        if let action = context.action { metadata[LogMetadataKey.action] = .string(action) }
        if let byUser = context.userInitiated { metadata[LogMetadataKey.userInitiated] = .stringConvertible(byUser) }
        guard !isBrief else { return metadata }
        if let arguments = context.arguments { metadata[LogMetadataKey.input] = .string(arguments.description) }
        if let presenter = context.presenter { metadata[LogMetadataKey.presenter] = .string(presenter) }
        return metadata
    }
}
