import Logging

/// Writes lines as text, one after another.
///
/// By default they go to swift-log with the whole line as the message, so an app that has chosen no logging system sees
/// them on standard error. What an app prints is its own choice:
///
/// ```swift
/// PrintLoggerImplementation(formatter: VerboseLogEventFormatter(prefix: "app")) { line in print(line) }
/// ```
public final class PrintLoggerImplementation: LoggerOutput {
    private let formatter: any LogEventFormattingStrategy
    private let write: (@Sendable (String) -> Void)?
    private let logger = Logger(label: "flint.print")

    /// Creates an output whose lines begin with a word and the time.
    ///
    /// - Parameters:
    ///   - prefix: What every line begins with.
    ///   - timeOnly: Whether the day is left out.
    ///   - write: Gets each line, without a line end, on the thread that writes it; by default, swift-log does.
    public convenience init(prefix: String? = nil, timeOnly: Bool, write: (@Sendable (String) -> Void)? = nil) {
        self.init(
            prefix: prefix, dateFormat: timeOnly ? "HH:mm:ss.SSS" : "yyyy-MM-dd HH:mm:ss.SSS", write: write)
    }

    /// Creates an output whose lines begin with a word and the date.
    ///
    /// - Parameters:
    ///   - prefix: What every line begins with.
    ///   - dateFormat: How the date is written, as for ``VerboseLogEventFormatter``.
    ///   - write: Gets each line, without a line end, on the thread that writes it; by default, swift-log does.
    public convenience init(
        prefix: String? = nil, dateFormat: String, write: (@Sendable (String) -> Void)? = nil
    ) {
        self.init(formatter: VerboseLogEventFormatter(prefix: prefix, dateFormat: dateFormat), write: write)
    }

    /// Creates an output with lines of the app's own making.
    ///
    /// - Parameters:
    ///   - formatter: Makes the lines.
    ///   - write: Gets each line, without a line end, on the thread that writes it; by default, swift-log does.
    public init(formatter: any LogEventFormattingStrategy, write: (@Sendable (String) -> Void)? = nil) {
        self.formatter = formatter
        self.write = write
    }

    /// Everything, or as much as swift-log takes.
    public var threshold: LoggerLevel { write == nil ? LoggerLevel(reaching: logger.logLevel) : .debug }

    /// Writes a line.
    public func log(event: LogEvent) {
        guard let line = formatter.format(event) else { return }
        if let write { write(line) } else { logger.log(level: event.level.swiftLogLevel, "\(line)") }
    }
}

/// Another name for the output that writes text.
public typealias PrintLoggerOutput = PrintLoggerImplementation
