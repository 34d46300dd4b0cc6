// SPDX-License-Identifier: MIT

import FlintWorld

/// A filter that applies the console's filter language to events or log lines.
///
/// The command line uses this type for its filter options. The syntax and the field names are the same as on the
/// Timeline and Logs screens.
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

    package func matches(_ event: EventRecord, in model: AppModel) -> Bool {
        filter.matches(FilteredEntry(entry: TimelineEntry(event), model: model))
    }

    package func matches(_ line: LogLine, in model: AppModel) -> Bool {
        filter.matches(FilteredLine(line: line, model: model))
    }
}

extension PlainReport {
    /// Returns a log line as plain text, such as `12:03:41 info PodcastFeatures: Feed loaded`.
    package static func line(_ line: LogLine, timeZone: DisplayTimeZone) -> String {
        "\(TimestampFormatter.second(of: line.date, in: timeZone)) \(line.level.rawValue) \(line.topic ?? line.label): "
            + line.text
    }
}
