import FlintCore
import InspectorKit
import Logging

/// Puts the records of a log into the values of front ends, and keeps each within bounds.
///
/// Anybody may log a whole file by mistake. A front end keeps thousands of lines, so what is far more than a person
/// reads is left out here, before it is copied anywhere.
enum LogFormatter {
    /// The most bytes that are kept of a text.
    static let textLimit = 16_384
    /// The most bytes that are kept of a name or of a value of metadata.
    static let valueLimit = 2_048
    /// The most values of metadata that are kept.
    static let metadataLimit = 50

    /// The front ends' line for a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - runtime: The runtime whose features it may be about.
    /// - Returns: The line.
    static func line(for record: LogRecord, in runtime: FlintRuntime) -> LogLine {
        var line = LogLine(
            id: record.id, date: record.date, level: level(record.level),
            topic: record.topic.map { clipped($0.description, to: valueLimit) },
            featureID: record.feature.map { clipped($0.description, to: valueLimit) },
            actionID: record.action.map { clipped($0, to: valueLimit) }, session: session(record.session),
            activity: record.activity.map { clipped($0, to: valueLimit) }, userInitiated: record.userInitiated,
            text: clipped(record.text, to: textLimit), metadata: bounded(record.metadata),
            label: clipped(record.label, to: valueLimit), source: clipped(record.source, to: valueLimit))
        line.actionName = actionName(record, in: runtime)
        return line
    }

    /// The name of the action a record is about; without further information, the topic names it after a `#`.
    private static func actionName(_ record: LogRecord, in runtime: FlintRuntime) -> String? {
        let last = record.topic?.lastName
        guard let id = record.action ?? last.flatMap({ $0.hasPrefix("#") ? String($0.dropFirst()) : nil }),
            let path = record.feature ?? record.topic?.parentPath()
        else { return nil }
        return runtime.metadata(at: path)?.actions.first { $0.id == id }?.name
    }

    /// The session, unless the name only says that there is none.
    private static func session(_ name: String?) -> String? {
        guard let name, name != DefaultLoggerFactory.noSessionName else { return nil }
        return clipped(name, to: valueLimit)
    }

    /// The front ends' word for a level.
    private static func level(_ level: Logger.Level) -> LogLine.Level {
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

    /// The metadata, without what is too much of it.
    private static func bounded(_ metadata: [String: String]) -> [String: String] {
        var result: [String: String] = [:]
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }).prefix(metadataLimit) {
            result[clipped(key, to: valueLimit)] = clipped(value, to: valueLimit)
        }
        if metadata.count > metadataLimit { result["…"] = "\(metadata.count - metadataLimit) more are left out" }
        return result
    }

    /// The beginning of a text, with a note of how much is missing if it is too long.
    static func clipped(_ text: String, to limit: Int) -> String {
        let bytes = text.utf8
        guard bytes.count > limit else { return text }
        // A character is never cut in two: the beginning ends where a whole scalar does.
        var end = bytes.index(bytes.startIndex, offsetBy: limit)
        while end.samePosition(in: text.unicodeScalars) == nil { end = bytes.index(before: end) }
        return String(text[..<end]) + "… (\(bytes.count) bytes, cut off here)"
    }
}
