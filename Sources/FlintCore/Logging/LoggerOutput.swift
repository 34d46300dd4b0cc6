// SPDX-License-Identifier: MIT

import FlintFoundation
import Logging

/// A destination for log lines.
///
/// Set outputs with ``Logging/setLoggerOutputs(development:developmentLevel:production:productionLevel:)``. An output
/// is called on the thread that writes a line, with the line's runtime as the current one and no lock held. It should
/// return quickly. An output that has to wait, for example for a file, should use a private queue.
public protocol LoggerOutput: AnyObject, Sendable {
    /// The highest level that the output accepts; `.debug` by default.
    ///
    /// The level is read before a message is evaluated. A message that no output accepts is not evaluated.
    var threshold: LoggerLevel { get }

    /// Writes a line.
    func log(event: LogEvent)

    /// Copies the output's stored lines for a report.
    ///
    /// - Parameter folder: An existing folder for the copies.
    /// - Throws: An error that prevents the copy. The report lists the error.
    func copyForArchiving(to folder: URL) throws
}

extension LoggerOutput {
    /// The level `.debug`, at which the output accepts all lines.
    public var threshold: LoggerLevel { .debug }

    /// Copies no files, because the output does not store lines.
    public func copyForArchiving(to folder: URL) throws {}
}

/// The severity of a log line, and the threshold of a logger or output.
///
/// A higher level includes more lines: a logger with the level `.info` writes errors, warnings and information. No line
/// has the level `.off`.
public enum LoggerLevel: Int, Sendable, Codable, CaseIterable, Comparable, CustomStringConvertible {
    /// No lines, not even errors.
    case off
    /// A failure or another error.
    case error
    /// A potential problem.
    case warning
    /// A notable event.
    case info
    /// Information for debugging.
    case debug

    /// Returns whether the first level includes fewer lines than the second.
    public static func < (lhs: LoggerLevel, rhs: LoggerLevel) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The name of the level, such as "warning".
    public var description: String {
        switch self {
        case .off: "off"
        case .error: "error"
        case .warning: "warning"
        case .info: "info"
        case .debug: "debug"
        }
    }
}

extension LoggerLevel {
    var swiftLogLevel: Logger.Level {
        switch self {
        case .off: .critical
        case .error: .error
        case .warning: .warning
        case .info: .info
        case .debug: .debug
        }
    }

    /// Creates the highest level whose lines are written by a swift-log logger with the given level.
    init(reaching level: Logger.Level) {
        switch level {
        case .trace, .debug: self = .debug
        case .info: self = .info
        case .notice, .warning: self = .warning
        case .error: self = .error
        case .critical: self = .off
        }
    }
}

/// An output that passes lines to several other outputs.
///
/// Use it where a single output is expected. Each output receives the lines that its threshold includes.
public final class AggregatingLoggerOutput: LoggerOutput {
    private let outputs: [any LoggerOutput]

    /// Creates an output that passes lines to other outputs.
    public init(outputs: [any LoggerOutput]) {
        self.outputs = outputs
    }

    /// The highest threshold of the other outputs, or `.off` if the list is empty.
    public var threshold: LoggerLevel { outputs.map(\.threshold).max() ?? .off }

    /// Passes a line to each output that accepts its level.
    public func log(event: LogEvent) {
        for output in outputs where output.threshold >= event.level { output.log(event: event) }
    }

    /// Copies the stored lines of each output.
    ///
    /// If an output fails, the others still copy their lines, and the first error is thrown at the end.
    public func copyForArchiving(to folder: URL) throws {
        var failure: (any Error)?
        for output in outputs {
            do { try output.copyForArchiving(to: folder) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}

/// An output that formats lines as text and writes them to swift-log or to a closure.
///
/// By default, each formatted line is the message of a swift-log line. If the app has not bootstrapped a logging
/// system, swift-log writes the lines to standard error. To print lines, pass a closure:
///
/// ```swift
/// PrintLoggerImplementation(formatter: VerboseLogEventFormatter(prefix: "app")) { line in print(line) }
/// ```
public final class PrintLoggerImplementation: LoggerOutput {
    private let formatter: any LogEventFormattingStrategy
    private let write: (@Sendable (String) -> Void)?
    private let logger = Logger(label: "flint.print")

    /// Creates an output whose lines start with a prefix and the time.
    ///
    /// - Parameters:
    ///   - prefix: A string to put at the beginning of every line.
    ///   - timeOnly: Whether the date is omitted.
    ///   - write: A closure that receives each line without a line ending, on the thread that writes the line. If the
    ///     value is `nil`, lines go to swift-log.
    public convenience init(prefix: String? = nil, timeOnly: Bool, write: (@Sendable (String) -> Void)? = nil) {
        self.init(
            prefix: prefix, dateFormat: timeOnly ? "HH:mm:ss.SSS" : "yyyy-MM-dd HH:mm:ss.SSS", write: write)
    }

    /// Creates an output whose lines start with a prefix and the date.
    ///
    /// - Parameters:
    ///   - prefix: A string to put at the beginning of every line.
    ///   - dateFormat: The date format, as for ``VerboseLogEventFormatter``.
    ///   - write: A closure that receives each line without a line ending, on the thread that writes the line. If the
    ///     value is `nil`, lines go to swift-log.
    public convenience init(
        prefix: String? = nil, dateFormat: String, write: (@Sendable (String) -> Void)? = nil
    ) {
        self.init(formatter: VerboseLogEventFormatter(prefix: prefix, dateFormat: dateFormat), write: write)
    }

    /// Creates an output with a custom line format.
    ///
    /// - Parameters:
    ///   - formatter: The strategy that formats the lines.
    ///   - write: A closure that receives each line without a line ending, on the thread that writes the line. If the
    ///     value is `nil`, lines go to swift-log.
    public init(formatter: any LogEventFormattingStrategy, write: (@Sendable (String) -> Void)? = nil) {
        self.formatter = formatter
        self.write = write
    }

    /// The highest level that the swift-log logger accepts, or `.debug` if lines go to a closure.
    public var threshold: LoggerLevel { write == nil ? LoggerLevel(reaching: logger.logLevel) : .debug }

    /// Formats and writes a line, unless the formatter omits it.
    public func log(event: LogEvent) {
        guard let line = formatter.format(event) else { return }
        if let write { write(line) } else { logger.log(level: event.level.swiftLogLevel, "\(line)") }
    }
}

/// An alternative name for ``PrintLoggerImplementation``.
public typealias PrintLoggerOutput = PrintLoggerImplementation
