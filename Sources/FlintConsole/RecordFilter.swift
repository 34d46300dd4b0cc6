import InspectorKit

/// A filter of events or of lines of the log outside the console, in the language that is typed after `/` there.
package struct RecordFilter: Sendable {
    private let filter: ItemFilter
    /// What is wrong with what was typed, in a sentence each.
    package var problems: [String] { filter.problems }

    /// Reads what is typed to filter events.
    package static func events(_ text: String) -> RecordFilter {
        RecordFilter(filter: ItemFilter(FilterQuery(text), fields: TimelineScreen().filterFields))
    }

    /// Reads what is typed to filter lines of the log.
    package static func logLines(_ text: String) -> RecordFilter {
        RecordFilter(filter: ItemFilter(FilterQuery(text), fields: LogsScreen().filterFields))
    }

    /// Returns whether an event matches.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - model: What knows the names of features.
    /// - Returns: Whether it does.
    package func matches(_ event: EventRecord, in model: AppModel) -> Bool {
        filter.matches(FilteredEntry(entry: TimelineEntry(event), model: model))
    }

    /// Returns whether a line of the log matches.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - model: What knows the names of features.
    /// - Returns: Whether it does.
    package func matches(_ line: LogLine, in model: AppModel) -> Bool {
        filter.matches(FilteredLine(line: line, model: model))
    }
}

extension PlainReport {
    /// A line of the log, such as `12:03:41 info PodcastFeatures: Feed loaded`.
    package static func line(_ line: LogLine, timeZoneOffset: Int) -> String {
        "\(DateWords.second(of: line.date, offset: timeZoneOffset)) \(line.level.rawValue) \(line.topic ?? line.label): "
            + line.text
    }
}
