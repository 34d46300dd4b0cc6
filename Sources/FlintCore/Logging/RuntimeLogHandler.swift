public import Logging

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps what goes through swift-log in the log of a runtime.
struct RuntimeLogHandler: LogHandler {
    /// The runtime, or `nil` for the one that is current where a line is written.
    private let runtime: FlintRuntime?
    private let label: String

    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.debug

    /// Creates a handler.
    init(label: String, runtime: FlintRuntime?, metadataProvider: Logger.MetadataProvider?) {
        self.label = label
        self.runtime = runtime
        self.metadataProvider = metadataProvider
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: SwiftLogEvent) {
        var all = metadata
        for more in [metadataProvider?.get(), event.metadata] {
            guard let more, !more.isEmpty else { continue }
            if all.isEmpty { all = more } else { all.merge(more) { $1 } }
        }
        if let error = event.error { all["error"] = "\(error)" }
        // Whatever describes itself does so here, because the log's lock is held below.
        let text = event.message.description
        let line = LogLine(event, text: text, metadata: all, label: label, date: Date())
        (runtime ?? .current).logs.append { line.numbered($0) }
    }
}

/// What swift-log delivers, whose name a type of this module has too.
typealias SwiftLogEvent = SwiftLogNoOpLogHandler.Delivered

/// Names the type that a handler of swift-log is given by what such a handler takes.
protocol SwiftLogDelivery {
    associatedtype Delivered
    func log(event: Delivered)
}

extension SwiftLogNoOpLogHandler: SwiftLogDelivery {}

extension Flint {
    /// A handler of swift-log that keeps what everything in the process writes for the console and the reports.
    ///
    /// An app that keeps its log for the console and nothing else installs it before its first line:
    ///
    /// ```swift
    /// LoggingSystem.bootstrap { label in Flint.logHandler(label: label) }
    /// ```
    ///
    /// One that sends it elsewhere too puts handlers together:
    ///
    /// ```swift
    /// LoggingSystem.bootstrap { label in
    ///     MultiplexLogHandler([
    ///         Flint.logHandler(label: label), StreamLogHandler.standardError(label: label),
    ///     ])
    /// }
    /// ```
    ///
    /// It takes everything but traces unless a logger's level is set to something else.
    ///
    /// - Parameters:
    ///   - label: The label of the logger.
    ///   - runtime: The runtime in whose log lines are kept; by default, the one that is current where a line is
    ///     written.
    ///   - metadataProvider: Adds metadata to every line.
    /// - Returns: The handler.
    public static func logHandler(
        label: String, runtime: FlintRuntime? = nil, metadataProvider: Logger.MetadataProvider? = nil
    ) -> any LogHandler {
        RuntimeLogHandler(label: label, runtime: runtime, metadataProvider: metadataProvider)
    }
}

/// Sends lines to swift-log, where an app decides what becomes of them.
///
/// Everything in a line's context is passed along as metadata: `session`, `activity`, `topic`, `feature`, `action`,
/// `user-initiated`, and unless it is brief, `input` and `presenter`. Levels keep their names.
public final class SwiftLogOutput: LoggerOutput {
    private let logger: Logger
    private let isBrief: Bool

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - logger: Takes the lines; what is below its level is never made. By default one of the process's logging
    ///     system.
    ///   - isBrief: Whether an action's input and presenter are left out.
    public init(logger: Logger = Logger(label: "flint"), isBrief: Bool = false) {
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

/// The names under which swift-log carries a line's context.
enum LogMetadataKey {
    static let session = "session"
    static let activity = "activity"
    static let topic = "topic"
    static let feature = "feature"
    static let action = "action"
    static let userInitiated = "user-initiated"
    static let input = "input"
    static let presenter = "presenter"
}
