// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

/// Formats dates as ISO 8601 days and 24-hour times.
///
/// The format does not depend on the locale, so every machine shows the same text. A date thousands of years away from
/// the present, such as one from a damaged file, is shown as hyphens.
enum TimestampFormatter {
    static let unreadable = "----------"
    /// The largest distance from 1970 in seconds, about 6,300 years.
    private static let limit = 2e11

    /// Returns the day of a date, such as `2026-01-31`, or ``unreadable`` for a date outside the supported range.
    static func day(of date: Date, in timeZone: DisplayTimeZone) -> String {
        guard let seconds = localSeconds(date, timeZone) else { return unreadable }
        let text = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
        return String(text.prefix { $0 != "T" })
    }

    /// Returns the time of day to the minute, such as `14:05`.
    static func minute(of date: Date, in timeZone: DisplayTimeZone) -> String {
        String(second(of: date, in: timeZone).prefix(5))
    }

    static func second(of date: Date, in timeZone: DisplayTimeZone) -> String {
        guard let ofDay = millisecondsOfDay(date, timeZone) else { return "--:--:--" }
        return [ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1_000 % 60].map { two($0) }.joined(separator: ":")
    }

    /// Returns the time of day to the millisecond, such as `14:05:09.250`.
    static func millisecond(of date: Date, in timeZone: DisplayTimeZone) -> String {
        let text = second(of: date, in: timeZone)
        guard let ofDay = millisecondsOfDay(date, timeZone) else { return text }
        let rest = String(ofDay % 1_000)
        return text + "." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
    }

    static func dayAndMinute(of date: Date, in timeZone: DisplayTimeZone) -> String {
        "\(day(of: date, in: timeZone)) \(minute(of: date, in: timeZone))"
    }

    private static func localSeconds(_ date: Date, _ timeZone: DisplayTimeZone) -> Int? {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite, abs(seconds) < limit else { return nil }
        return Int(seconds.rounded(.down)) + timeZone.offset(at: date)
    }

    private static func millisecondsOfDay(_ date: Date, _ timeZone: DisplayTimeZone) -> Int? {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite, abs(seconds) < limit else { return nil }
        let milliseconds = Int((seconds * 1_000).rounded(.down))
        // The remainder of a time before 1970 is negative, so a day is added.
        return ((milliseconds + timeZone.offset(at: date) * 1_000) % 86_400_000 + 86_400_000) % 86_400_000
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
