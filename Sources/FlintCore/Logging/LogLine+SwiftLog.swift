import Logging

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// A whole file may be logged by mistake. Thousands of lines are kept, so what is far more than a person reads is cut
// off here, before it is kept anywhere.
extension LogLine {
    /// The most bytes that are kept of a message.
    static let textLimit = 16_384
    /// The most bytes that are kept of a name or of a value of metadata.
    package static let valueLimit = 2_048
    /// The most values of metadata that are kept.
    package static let metadataLimit = 50

    /// Creates a line for what swift-log delivers, without its number.
    ///
    /// - Parameters:
    ///   - event: What was logged.
    ///   - text: Its message, already described.
    ///   - metadata: All of its metadata. The keys that describe the line's origin become the line's own values.
    ///   - label: The label of the logger.
    ///   - date: When it was written.
    init(_ event: SwiftLogEvent, text: String, metadata: Logger.Metadata, label: String, date: Date) {
        var rest = metadata.mapValues(\.description)
        func take(_ key: String) -> String? {
            rest.removeValue(forKey: key).map { Self.clipped($0, to: Self.valueLimit) }
        }
        self.init(
            id: 0, date: date, level: Level(event.level), text: Self.clipped(text, to: Self.textLimit),
            label: Self.clipped(label, to: Self.valueLimit), source: Self.clipped(event.source, to: Self.valueLimit))
        topic = take(LogMetadataKey.topic)
        featureID = take(LogMetadataKey.feature)
        actionID = take(LogMetadataKey.action)
        session = take(LogMetadataKey.session)
        if session == DefaultLoggerFactory.noSessionName { session = nil }
        activity = take(LogMetadataKey.activity)
        userInitiated = take(LogMetadataKey.userInitiated).flatMap(Bool.init)
        self.metadata = Self.bounded(rest)
    }

    /// The line with a number.
    func numbered(_ number: UInt64) -> LogLine {
        var line = self
        line.id = number
        return line
    }

    /// The metadata, without what is too much of it.
    private static func bounded(_ metadata: [String: String]) -> [String: String] {
        guard !metadata.isEmpty else { return metadata }
        var result: [String: String] = [:]
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }).prefix(metadataLimit) {
            result[clipped(key, to: valueLimit)] = clipped(value, to: valueLimit)
        }
        if metadata.count > metadataLimit { result["…"] = "\(metadata.count - metadataLimit) more are left out" }
        return result
    }

    /// Returns the beginning of a text, with a note of its length if it is too long.
    package static func clipped(_ text: String, to limit: Int) -> String {
        let bytes = text.utf8
        guard bytes.count > limit else { return text }
        // A character is never cut in two: the beginning ends where a whole scalar does.
        var end = bytes.index(bytes.startIndex, offsetBy: limit)
        while end.samePosition(in: text.unicodeScalars) == nil { end = bytes.index(before: end) }
        return String(text[..<end]) + "… (\(bytes.count) bytes, cut off here)"
    }
}

extension LogLine.Level {
    /// Creates the level of swift-log's.
    init(_ level: Logger.Level) {
        self =
            switch level {
            case .trace: .trace
            case .debug: .debug
            case .info: .info
            case .notice: .notice
            case .warning: .warning
            case .error: .error
            case .critical: .critical
            }
    }
}

extension LogLine {
    /// The line as reports write it.
    var reportText: String {
        let place = [session, activity, topic].compactMap { $0 }
        let rest = metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return ([ReportDate.text(date), level.rawValue, "\(label):", text] + (place + rest).map { "[\($0)]" })
            .joined(separator: " ").withControlsEscaped
    }
}
