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
    /// The most it takes; everything unless it says otherwise.
    ///
    /// Read before a message is made, which is spared if nobody takes it.
    var threshold: LoggerLevel { get }

    /// Takes a line.
    func log(event: LogEvent)

    /// Copies what it has kept for a report.
    ///
    /// - Parameter folder: An existing folder for the copies.
    /// - Throws: What kept it from that; the report then says so.
    func copyForArchiving(to folder: URL) throws
}

extension LoggerOutput {
    /// Everything.
    public var threshold: LoggerLevel { .debug }

    /// Has kept nothing.
    public func copyForArchiving(to folder: URL) throws {}
}
