extension FeatureDefinition {
    /// Loggers for what a feature does outside of its actions.
    ///
    /// ```swift
    /// let logs = DownloadsFeature.logs(for: "Cleaning up")
    /// logs.development?.info("Removed \(count) files")
    /// ```
    ///
    /// - Parameter activity: What is being done.
    /// - Returns: The loggers there are.
    public static func logs(for activity: String) -> ContextualLoggers {
        FlintRuntime.current.logging.loggers {
            KnownLogContext(
                LogEventContext(
                    session: DefaultLoggerFactory.noSessionName, activity: activity, topicPath: identifier))
        }
    }

    /// Says how much is let through of what is logged about the feature and everything under it.
    ///
    /// It counts for both loggers of the current runtime, and for those that take their place.
    public static func setLoggingLevel(_ level: LoggerLevel) {
        FlintRuntime.current.logging.setLevel(for: identifier, to: level)
    }

    /// Lets nothing through of what is logged about the feature and everything under it.
    public static func disableLogging() {
        setLoggingLevel(.off)
    }
}
