public import Logging

extension Flint {
    /// A handler of swift-log that keeps what everything in the process writes in ``FlintRuntime/logs``.
    ///
    /// An app that keeps its log for the console and nothing else says so before its first line:
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
