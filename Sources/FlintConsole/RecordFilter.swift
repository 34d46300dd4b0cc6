import InspectorKit

/// A filter for events or log lines that works outside the console, in the console's filter language.
///
/// The command line uses it for its filter options. The text follows the same rules as the text typed after `/` on the
/// Timeline and Logs screens, including their field names.
package struct RecordFilter: Sendable {
    private let filter: ItemFilter
    /// The problems in the filter text, one sentence each.
    package var problems: [String] { filter.problems }

    package static func events(_ text: String) -> RecordFilter {
        RecordFilter(filter: ItemFilter(FilterQuery(text), fields: TimelineScreen().filterFields))
    }

    package static func logLines(_ text: String) -> RecordFilter {
        RecordFilter(filter: ItemFilter(FilterQuery(text), fields: LogsScreen().filterFields))
    }

    /// Returns whether an event matches the filter.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - model: The model that resolves the names of features.
    /// - Returns: `true` if the event matches.
    package func matches(_ event: EventRecord, in model: AppModel) -> Bool {
        filter.matches(FilteredEntry(entry: TimelineEntry(event), model: model))
    }

    /// Returns whether a log line matches the filter.
    ///
    /// - Parameters:
    ///   - line: The log line.
    ///   - model: The model that resolves the names of features.
    /// - Returns: `true` if the line matches.
    package func matches(_ line: LogLine, in model: AppModel) -> Bool {
        filter.matches(FilteredLine(line: line, model: model))
    }
}

extension PlainReport {
    /// Returns a log line as plain text, such as `12:03:41 info PodcastFeatures: Feed loaded`.
    package static func line(_ line: LogLine, timeZoneOffset: Int) -> String {
        "\(TimestampFormatter.second(of: line.date, offset: timeZoneOffset)) \(line.level.rawValue) \(line.topic ?? line.label): "
            + line.text
    }
}
