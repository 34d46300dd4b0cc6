import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

struct TimestampFormatterTests {
    @Test func `the day of a date matches ISO 8601 for 400 years`() throws {
        let style = Date.ISO8601FormatStyle().year().month().day()
        for day in stride(from: -10_000.0, to: 136_097, by: 1) {
            let date = Date(timeIntervalSince1970: day * 86_400)
            let words = TimestampFormatter.day(of: date, in: .utc)
            guard words == style.format(date) else {
                Issue.record("\(words) should be \(style.format(date))")
                return
            }
        }
    }

    @Test func `the time zone offset moves the day`() {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(TimestampFormatter.dayAndMinute(of: date, in: .utc) == "2023-11-14 22:13")
        #expect(TimestampFormatter.dayAndMinute(of: date, in: .fixed(2 * 3_600)) == "2023-11-15 00:13")
        #expect(TimestampFormatter.dayAndMinute(of: Date(timeIntervalSince1970: -1), in: .utc) == "1969-12-31 23:59")
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e15])
    func `a date outside the calendar is shown as dashes`(_ seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(TimestampFormatter.dayAndMinute(of: date, in: .utc) == "---------- --:--")
    }

    @Test func `times are formatted in the user's time zone`() {
        let date = Date(timeIntervalSince1970: 3_661.25)
        #expect(TimestampFormatter.second(of: date, in: .utc) == "01:01:01")
        #expect(TimestampFormatter.millisecond(of: date, in: .utc) == "01:01:01.250")
        #expect(TimestampFormatter.second(of: date, in: .fixed(-7_200)) == "23:01:01")
        #expect(TimestampFormatter.second(of: Date(timeIntervalSince1970: -1), in: .utc) == "23:59:59")
    }

    @Test func `a time that is not a finite date is shown as dashes`() {
        for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            #expect(TimestampFormatter.millisecond(of: Date(timeIntervalSince1970: seconds), in: .utc) == "--:--:--")
        }
    }
}

struct DurationWordsTests {
    @Test(arguments: [
        ("90 min", 5_400), ("2 h 30 m", 9_000), ("3 days", 259_200), ("1w", 604_800), ("1.5 h", 5_400), ("10S", 10),
        ("36 hrs", 129_600), ("an hour", 3_600), ("1.6s", 2),
    ])
    func `a duration is parsed from text`(_ text: String, _ seconds: Int) throws {
        #expect(try DurationFormatter.seconds(in: text) == seconds)
    }

    @Test(arguments: [
        "", "soon", "3", "3 parsecs", "-3 days", "1..2 h", "h", "3 days ago", "٣ days", "1e9 h",
    ])
    func `text that is not a duration is rejected`(_ text: String) {
        #expect(throws: DurationFormatter.Problem.malformed) { try DurationFormatter.seconds(in: text) }
    }

    @Test(arguments: ["0 s", "0.9s", "0h0m"])
    func `a duration below a second is too short`(_ text: String) {
        #expect(throws: DurationFormatter.Problem.tooShort) { try DurationFormatter.seconds(in: text) }
    }

    @Test(arguments: ["3651 days", "9999999999 weeks", String(repeating: "9", count: 400) + "s"])
    func `a duration beyond ten years is too long`(_ text: String) {
        #expect(throws: DurationFormatter.Problem.tooLong) { try DurationFormatter.seconds(in: text) }
    }

    @Test func `a duration that is not a multiple of a unit is rounded`() {
        #expect(DurationFormatter.rounded(seconds: 2_591_982) == "about 30 days")
        #expect(DurationFormatter.rounded(seconds: 2_592_000) == "30 days")
        #expect(DurationFormatter.rounded(seconds: 90_061) == "about 25 hours")
        #expect(DurationFormatter.rounded(seconds: 3_601) == "about 60 minutes")
        #expect(DurationFormatter.rounded(seconds: 90.4) == "90 seconds")
    }

    @Test func `a duration is formatted in its largest unit`() {
        #expect(DurationFormatter.exact(seconds: 600) == "10 minutes")
        #expect(DurationFormatter.exact(seconds: 86_400) == "a day")
        #expect(DurationFormatter.exact(seconds: 90_000) == "25 hours")
        #expect(DurationFormatter.exact(seconds: 0.5) == "0.5 seconds")
        #expect(DurationFormatter.exact(seconds: .infinity) == "a very long time")
        #expect(DurationFormatter.clockRate(0) == "paused")
        #expect(DurationFormatter.clockRate(1) == "real time")
        #expect(DurationFormatter.clockRate(86_400) == "a day per second")
    }
}
