import Logging

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Somewhere that lines of a log go.
///
/// Called on whichever thread writes a line, with the line's runtime as the current one and no lock held. It should
/// take little time; one that has to wait for something does so on a queue of its own.
public protocol LoggerOutput: AnyObject, Sendable {
    /// The most it takes; everything by default.
    ///
    /// Read before a message is made; none is made if no output takes it.
    var threshold: LoggerLevel { get }

    /// Takes a line.
    func log(event: LogEvent)

    /// Copies what it has kept for a report.
    ///
    /// - Parameter folder: An existing folder for the copies.
    /// - Throws: The error that prevented it, which the report then lists.
    func copyForArchiving(to folder: URL) throws
}

extension LoggerOutput {
    /// Everything.
    public var threshold: LoggerLevel { .debug }

    /// Has kept nothing.
    public func copyForArchiving(to folder: URL) throws {}
}

/// How important a line of a log is, and how much of a log is wanted.
///
/// Levels are ordered by how much they let through: a logger at `.info` takes errors, warnings and information.
public enum LoggerLevel: Int, Sendable, Codable, CaseIterable, Comparable, CustomStringConvertible {
    /// Nothing at all, errors included. No line has this level.
    case off
    /// Something went wrong.
    case error
    /// Something may go wrong.
    case warning
    /// Something worth knowing happened.
    case info
    /// Something of use for debugging.
    case debug

    /// Whether the left level lets less through than the right one.
    public static func < (lhs: LoggerLevel, rhs: LoggerLevel) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The level as a word.
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
    /// The level of swift-log at which a line of this level is written.
    var swiftLogLevel: Logger.Level {
        switch self {
        case .off: .critical
        case .error: .error
        case .warning: .warning
        case .info: .info
        case .debug: .debug
        }
    }

    /// The most that reaches a logger of swift-log with a given level.
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

/// Several outputs as one.
public final class AggregatingLoggerOutput: LoggerOutput {
    private let outputs: [any LoggerOutput]

    /// Puts outputs together.
    public init(outputs: [any LoggerOutput]) {
        self.outputs = outputs
    }

    /// As much as any of them takes.
    public var threshold: LoggerLevel { outputs.map(\.threshold).max() ?? .off }

    /// Gives a line to those that take it.
    public func log(event: LogEvent) {
        for output in outputs where output.threshold >= event.level { output.log(event: event) }
    }

    /// Has each of them copy what it has kept; one that fails keeps none of the others from it.
    public func copyForArchiving(to folder: URL) throws {
        var failure: (any Error)?
        for output in outputs {
            do { try output.copyForArchiving(to: folder) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}

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
