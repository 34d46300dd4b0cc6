#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One line on its way to the outputs of a logger.
///
/// A file that imports swift-log's module as well knows two types of this name, and says `FlintCore.LogEvent`.
public struct LogEvent: Sendable, Identifiable {
    /// When the line was written.
    public let date: Date
    /// A number that grows from line to line and that no other line of the runtime has, whichever logger wrote it.
    public let sequenceID: UInt64
    /// How important it is.
    public let level: LoggerLevel
    /// Where it comes from.
    public let context: LogEventContext
    /// What it says, as it was written.
    public let text: String

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - date: When it was written.
    ///   - sequenceID: A number that no other line has.
    ///   - level: How important it is.
    ///   - context: Where it comes from.
    ///   - text: What it says.
    public init(date: Date, sequenceID: UInt64, level: LoggerLevel, context: LogEventContext, text: String) {
        self.date = date
        self.sequenceID = sequenceID
        self.level = level
        self.context = context
        self.text = text
    }

    /// The same number as ``sequenceID``.
    public var id: UInt64 { sequenceID }

    /// The number in words, for what is looked up by text.
    public var uniqueID: String { String(sequenceID) }
}
