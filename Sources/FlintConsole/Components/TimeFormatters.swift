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

    /// Returns the day of a date, such as `2026-01-31`.
    ///
    /// - Parameters:
    ///   - date: The date to format.
    ///   - timeZone: The time zone in which dates are shown.
    /// - Returns: The day, or ``unreadable`` for a date outside the supported range.
    static func day(of date: Date, in timeZone: DisplayTimeZone) -> String {
        guard let seconds = localSeconds(date, timeZone) else { return unreadable }
        let text = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
        return String(text.prefix { $0 != "T" })
    }

    /// Returns the time of day to the minute, such as `14:05`.
    static func minute(of date: Date, in timeZone: DisplayTimeZone) -> String {
        guard let seconds = localSeconds(date, timeZone) else { return "--:--" }
        let ofDay = seconds - floorDivide(seconds, 86_400) * 86_400
        return "\(two(ofDay / 3_600)):\(two(ofDay / 60 % 60))"
    }

    /// Returns the time of day to the second, such as `14:05:09`.
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

    /// Returns the day and the time of day, such as `2026-01-31 14:05`.
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
        return ((milliseconds + timeZone.offset(at: date) * 1_000) % 86_400_000 + 86_400_000) % 86_400_000
    }

    private static func floorDivide(_ number: Int, _ divisor: Int) -> Int {
        number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor)
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// Parses and formats durations.
///
/// Users type durations in dialogs, for example as an override's expiry, and read them on screens and in reports.
package enum DurationFormatter {
    /// The accepted durations in seconds: from a second to ten years.
    package static let range = 1...3_650 * 86_400

    /// The reason that text is not accepted as a duration.
    package enum Problem: Error {
        case malformed, tooShort, tooLong

        /// The words that follow the text in a dialog, with examples of other values for a malformed one.
        func words(examples: String) -> String {
            switch self {
            case .malformed: "is not a duration: enter one such as \(examples)"
            case .tooShort: "is too short: enter at least 1 second"
            case .tooLong: "is too long: enter at most 3650 days"
            }
        }
    }

    /// Parses a duration such as `1h30m`, `90 min`, `1.5 h`, or `3 days`.
    ///
    /// - Parameter text: Numbers, each followed by a unit (seconds, minutes, hours, days, weeks, or a prefix of these),
    ///   or a single unit such as `an hour`.
    /// - Returns: The duration, rounded to whole seconds, within ``range``.
    /// - Throws: The problem, if the text is not a duration or is outside ``range``.
    package static func seconds(in text: String) throws(Problem) -> Int {
        let total = try sum(text.lowercased())
        guard total >= Double(range.lowerBound) else { throw .tooShort }
        guard total <= Double(range.upperBound) else { throw .tooLong }
        return Int(total.rounded())
    }

    private static func sum(_ text: String) throws(Problem) -> Double {
        let words = text.split(separator: " ")
        if words.count == 2, words[0] == "a" || words[0] == "an", let length = seconds(ofUnit: String(words[1])) {
            return length
        }
        var rest = text.filter { $0 != " " }[...]
        guard !rest.isEmpty else { throw .malformed }
        var total = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(digits.count)
            let unit = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(unit.count)
            guard let number = Double(String(digits)), let length = seconds(ofUnit: String(unit)) else {
                throw .malformed
            }
            total += number * length
        }
        return total
    }

    private static func seconds(ofUnit unit: String) -> Double? {
        guard !unit.isEmpty else { return nil }
        let units: [(String, Double)] = [
            ("seconds", 1), ("minutes", 60), ("hours", 3_600), ("days", 86_400), ("weeks", 7 * 86_400),
            ("hrs", 3_600),
        ]
        return units.first { $0.0.hasPrefix(unit) }?.1
    }

    /// Returns a duration in the largest unit that divides it, such as `10 minutes` or `a day`.
    package static func text(seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e11 else { return "a very long time" }
        let units: [(name: String, one: String, length: Double)] = [
            ("weeks", "a week", 7 * 86_400), ("days", "a day", 86_400), ("hours", "an hour", 3_600),
            ("minutes", "a minute", 60), ("seconds", "a second", 1),
        ]
        for unit in units where seconds >= unit.length {
            let count = seconds / unit.length
            guard count.rounded() == count else { continue }
            return count == 1 ? unit.one : "\(Int(count)) \(unit.name)"
        }
        return "\(seconds) seconds"
    }

    /// Returns a duration in one unit, rounded if no unit divides it, such as `a day` or `about 30 days`.
    package static func rounded(seconds: Double) -> String {
        let exact = text(seconds: seconds.rounded())
        guard exact.hasSuffix(" seconds"), seconds >= 120 else { return exact }
        let units: [(name: String, length: Double)] = [("days", 86_400), ("hours", 3_600), ("minutes", 60)]
        let unit = units.first { seconds >= 2 * $0.length } ?? units[2]
        return "about \(Int((seconds / unit.length).rounded())) \(unit.name)"
    }

    /// Returns the speed of the simulated store's clock, such as `paused`, `real time`, or `a day per second`.
    package static func text(rate: Double) -> String {
        switch rate {
        case 0: "paused"
        case 1: "real time"
        default: "\(text(seconds: rate)) per second"
        }
    }
}
