// SPDX-License-Identifier: MIT

import FlintFoundation
public import Logging

/// A swift-log handler that stores lines in a runtime's log.
///
/// ``Flint/logHandler(label:runtime:metadataProvider:)`` creates it. Messages and metadata are converted to strings on
/// the thread that logs them, before the log's lock is acquired.
struct RuntimeLogHandler: LogHandler {
    /// The runtime, or `nil` for the runtime that is current when a line is written.
    private let runtime: FlintRuntime?
    private let label: String

    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.debug

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
        // Converting messages and metadata to strings may call the app's code, which must not run while the log's lock
        // is held.
        let text = event.message.description
        let line = LogLine(event, text: text, metadata: all, label: label, date: Date())
        (runtime ?? .current).logs.append { line.numbered($0) }
    }
}

/// The event type of swift-log under another name, because its own name is also used by this module.
typealias SwiftLogEvent = SwiftLogNoOpLogHandler.Delivered

/// A protocol that infers swift-log's event type from the signature of its handler.
protocol SwiftLogDelivery {
    associatedtype Delivered
    func log(event: Delivered)
}

extension SwiftLogNoOpLogHandler: SwiftLogDelivery {}

extension Flint {
    /// Returns a swift-log handler that stores the process's log lines for the console and for reports.
    ///
    /// An app that needs its log only in the console installs the handler before it logs the first line:
    ///
    /// ```swift
    /// LoggingSystem.bootstrap { label in Flint.logHandler(label: label) }
    /// ```
    ///
    /// An app that also sends its log elsewhere combines handlers:
    ///
    /// ```swift
    /// LoggingSystem.bootstrap { label in
    ///     MultiplexLogHandler([
    ///         Flint.logHandler(label: label), StreamLogHandler.standardError(label: label),
    ///     ])
    /// }
    /// ```
    ///
    /// The handler's default level is `.debug`.
    ///
    /// - Parameters:
    ///   - label: The label of the logger.
    ///   - runtime: The runtime that stores the lines; by default, the runtime that is current when a line is written.
    ///   - metadataProvider: A provider of metadata for every line.
    /// - Returns: The handler.
    public static func logHandler(
        label: String, runtime: FlintRuntime? = nil, metadataProvider: Logger.MetadataProvider? = nil
    ) -> any LogHandler {
        RuntimeLogHandler(label: label, runtime: runtime, metadataProvider: metadataProvider)
    }
}

/// An output that sends lines to swift-log.
///
/// Each line's metadata contains its context: `session`, `activity`, `topic`, `feature`, `action`, `user-initiated`
/// and, unless the output is brief, `input` and `presenter`. Each line is sent at the swift-log level with the same
/// name.
public final class SwiftLogOutput: LoggerOutput {
    private let logger: Logger
    private let isBrief: Bool

    /// Creates an output that sends lines to a logger.
    ///
    /// - Parameters:
    ///   - logger: The logger that receives the lines. Lines that it would ignore because of its level are not created.
    ///     The default logger uses the process's logging system.
    ///   - isBrief: Whether lines omit an action's input and presenter.
    public init(logger: Logger = Logger(label: "flint"), isBrief: Bool = false) {
        self.logger = logger
        self.isBrief = isBrief
    }

    /// The highest level that the logger accepts.
    public var threshold: LoggerLevel { LoggerLevel(reaching: logger.logLevel) }

    /// Sends a line to the logger.
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
