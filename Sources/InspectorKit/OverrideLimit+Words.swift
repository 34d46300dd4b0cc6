#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension OverrideLimit {
    /// How long the override lasts, as people read it: "until 14:05", "for 3 decisions", "until quit".
    ///
    /// A moment on another day has its date, as in "until 2026-01-31 14:05"; one that is less than two minutes away
    /// has its seconds.
    ///
    /// - Parameters:
    ///   - now: The moment at which it is read.
    ///   - timeZoneOffset: The seconds to add to universal time to get the time people read on their clocks.
    /// - Returns: The words, to follow the overriding value.
    public func words(now: Date, timeZoneOffset: Int) -> String {
        switch self {
        case .until(let date):
            let (day, time) = Self.clock(date, timeZoneOffset)
            let hasSeconds = abs(date.timeIntervalSince(now)) < 120
            let clock = hasSeconds ? time : String(time.prefix(5))
            return day == Self.clock(now, timeZoneOffset).day ? "until \(clock)" : "until \(day) \(clock)"
        case .untilQuit:
            return "until quit"
        case .decisions(let count):
            return count == 1 ? "for 1 decision" : "for \(count) decisions"
        }
    }

    /// The day and the time of day of a moment, such as `2026-01-31` and `14:05:00`.
    private static func clock(_ date: Date, _ offset: Int) -> (day: String, time: String) {
        let parts = (date + Double(offset)).formatted(.iso8601).split(separator: "T", maxSplits: 1)
        return (String(parts.first ?? ""), String((parts.last ?? "").prefix(8)))
    }
}
