package import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A time zone for tests of texts with dates, with the local times of a date in January and of one in July.
///
/// The zones are rules in the format of the environment variable TZ, so that the tests need no time zone database.
package struct SeasonalZone: Codable, Sendable, CustomStringConvertible {
    /// January 15, 2026, 12:00:00 UTC.
    package static let january = Date(timeIntervalSince1970: 1_768_478_400)
    /// July 15, 2026, 12:00:00 UTC.
    package static let july = Date(timeIntervalSince1970: 1_784_116_800)

    package let rule: String
    /// The local time of ``january``, such as `07:00`.
    package let timeInJanuary: String
    /// The local time of ``july``.
    package let timeInJuly: String
    package var description: String { rule }

    /// New York, Berlin, Sydney, which has summer in January, Adelaide with an offset of half an hour, and Kolkata, which
    /// has no daylight saving time.
    package static let all = [
        SeasonalZone(rule: "EST5EDT,M3.2.0,M11.1.0", timeInJanuary: "07:00", timeInJuly: "08:00"),
        SeasonalZone(rule: "CET-1CEST,M3.5.0,M10.5.0/3", timeInJanuary: "13:00", timeInJuly: "14:00"),
        SeasonalZone(rule: "AEST-10AEDT,M10.1.0,M4.1.0/3", timeInJanuary: "23:00", timeInJuly: "22:00"),
        SeasonalZone(rule: "ACST-9:30ACDT,M10.1.0,M4.1.0/3", timeInJanuary: "22:30", timeInJuly: "21:30"),
        SeasonalZone(rule: "IST-5:30", timeInJanuary: "17:30", timeInJuly: "17:30"),
    ]

    /// Both dates with their local times.
    package var times: [(date: Date, time: String)] { [(Self.january, timeInJanuary), (Self.july, timeInJuly)] }

    /// Makes this the local time zone of the process, which must be the process of an exit test.
    package func makeLocal() {
        setenv("TZ", rule, 1)
        tzset()
    }
}
