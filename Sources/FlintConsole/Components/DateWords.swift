#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Dates as people read them, in ISO 8601 so that every machine shows the same.
enum DateWords {
    /// What is shown for a date far outside any calendar, as a damaged file may hold.
    static let unreadable = "----------"

    /// The day of a date, such as `2026-01-31`.
    ///
    /// - Parameters:
    ///   - date: The date.
    ///   - offset: The seconds to add to universal time.
    /// - Returns: The day, or a placeholder if there is none.
    static func day(of date: Date, offset: Int) -> String {
        guard let seconds = localSeconds(date, offset) else { return unreadable }
        let text = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
        return String(text.prefix { $0 != "T" })
    }

    /// The time of day of a date to the minute, such as `14:05`.
    static func minute(of date: Date, offset: Int) -> String {
        guard let seconds = localSeconds(date, offset) else { return "--:--" }
        let ofDay = seconds - floorDivide(seconds, 86_400) * 86_400
        return "\(two(ofDay / 3_600)):\(two(ofDay / 60 % 60))"
    }

    /// The time of day of a date to the second, such as `14:05:09`.
    static func second(of date: Date, offset: Int) -> String {
        guard let ofDay = millisecondsOfDay(date, offset) else { return "--:--:--" }
        return [ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1_000 % 60].map { two($0) }.joined(separator: ":")
    }

    /// The time of day of a date to the millisecond, such as `14:05:09.250`.
    static func millisecond(of date: Date, offset: Int) -> String {
        let text = second(of: date, offset: offset)
        guard let ofDay = millisecondsOfDay(date, offset) else { return text }
        let rest = String(ofDay % 1_000)
        return text + "." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
    }

    /// The day and the time of day, such as `2026-01-31 14:05`.
    static func dayAndMinute(of date: Date, offset: Int) -> String {
        "\(day(of: date, offset: offset)) \(minute(of: date, offset: offset))"
    }

    /// The seconds since 1970 on the user's clock, if there is a calendar for them.
    private static func localSeconds(_ date: Date, _ offset: Int) -> Int? {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite, abs(seconds) < 2e11 else { return nil }
        return Int(seconds.rounded(.down)) + offset
    }

    /// The milliseconds since midnight on the user's clock, if there is a calendar for them.
    private static func millisecondsOfDay(_ date: Date, _ offset: Int) -> Int? {
        // A date far outside any calendar, as a damaged record may hold, must not trap.
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
        let milliseconds = Int((seconds * 1_000).rounded(.down))
        return ((milliseconds + offset * 1_000) % 86_400_000 + 86_400_000) % 86_400_000
    }

    /// The quotient rounded down, also for numbers below zero.
    private static func floorDivide(_ number: Int, _ divisor: Int) -> Int {
        number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor)
    }

    /// A number with two digits.
    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
