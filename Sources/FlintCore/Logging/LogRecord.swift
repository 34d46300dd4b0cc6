public import Logging

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A line that has gone through swift-log, from whichever part of the process.
///
/// The text and the metadata are kept as they were written; whoever shows them on a terminal has to make them
/// harmless first.
public struct LogRecord: Sendable, Hashable, Codable, Identifiable {
    /// A number that grows by one from line to line, starting at 1.
    public private(set) var id: UInt64
    /// When it was written.
    public let date: Date
    /// How important it is, in swift-log's words.
    public let level: Logger.Level
    /// The label of the logger.
    public let label: String
    /// The module that wrote it.
    public let source: String
    /// What it says.
    public let text: String
    /// The name of the session, if the line is about something done in one.
    public let session: String?
    /// What was being done.
    public let activity: String?
    /// What it is about.
    public let topic: TopicPath?
    /// The path of the feature it is about.
    public let feature: FeaturePath?
    /// The type name of the action it is about.
    public let action: String?
    /// Whether a person asked for what was being done, if that is known.
    public let userInitiated: Bool?
    /// Whatever else was said, by name.
    public let metadata: [String: String]
}

extension LogRecord {
    /// Makes a record of what swift-log delivers.
    init(
        id: UInt64, date: Date, level: Logger.Level, label: String, source: String, text: String,
        metadata: Logger.Metadata
    ) {
        var rest = metadata.mapValues(\.description)
        self.id = id
        self.date = date
        self.level = level
        self.label = label
        self.source = source
        self.text = text
        session = rest.removeValue(forKey: LogMetadataKey.session)
        activity = rest.removeValue(forKey: LogMetadataKey.activity)
        topic = rest.removeValue(forKey: LogMetadataKey.topic).map { TopicPath(stringLiteral: $0) }
        feature = rest.removeValue(forKey: LogMetadataKey.feature).map { TopicPath(stringLiteral: $0) }
        action = rest.removeValue(forKey: LogMetadataKey.action)
        userInitiated = rest[LogMetadataKey.userInitiated].flatMap(Bool.init)
        rest[LogMetadataKey.userInitiated] = nil
        self.metadata = rest
    }
}

extension LogRecord {
    /// The record with its number.
    func numbered(_ number: UInt64) -> LogRecord {
        var record = self
        record.id = number
        return record
    }
}
