// SPDX-License-Identifier: MIT

import FlintFoundation
import Logging

// An app may log a whole file by mistake. A runtime retains a thousand lines, so long messages and values are truncated
// before they are stored.
extension LogLine {
    /// The maximum size of a message in bytes.
    static let textLimit = 16_384
    /// The maximum size of a name or metadata value in bytes.
    package static let valueLimit = 2_048
    package static let metadataLimit = 50

    /// Creates an unnumbered line from a swift-log event.
    ///
    /// Metadata keys that describe the line's origin become properties of the line.
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

    func numbered(_ number: UInt64) -> LogLine {
        var line = self
        line.id = number
        return line
    }

    private static func bounded(_ metadata: [String: String]) -> [String: String] {
        guard !metadata.isEmpty else { return metadata }
        var result: [String: String] = [:]
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }).prefix(metadataLimit) {
            result[clipped(key, to: valueLimit)] = clipped(value, to: valueLimit)
        }
        if metadata.count > metadataLimit { result["…"] = "\(metadata.count - metadataLimit) more omitted" }
        return result
    }

    package static func clipped(_ text: String, to limit: Int) -> String {
        let bytes = text.utf8
        guard bytes.count > limit else { return text }
        // The string is truncated at the boundary of a Unicode scalar.
        var end = bytes.index(bytes.startIndex, offsetBy: limit)
        while end.samePosition(in: text.unicodeScalars) == nil { end = bytes.index(before: end) }
        return String(text[..<end]) + "… (\(bytes.count) bytes, truncated)"
    }
}

extension LogLine.Level {
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
    var reportText: String {
        let place = [session, activity, topic].compactMap { $0 }
        let rest = metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return ([ReportDate.string(from: date), level.rawValue, "\(label):", text] + (place + rest).map { "[\($0)]" })
            .joined(separator: " ").withControlsEscaped
    }
}
