import Foundation
import Testing

@testable import FlintConsole

struct DateWordsTests {
    @Test func everyDayOfFourHundredYearsIsTheCalendarsDay() throws {
        let style = Date.ISO8601FormatStyle().year().month().day()
        for day in stride(from: -10_000.0, to: 136_097, by: 1) {
            let date = Date(timeIntervalSince1970: day * 86_400)
            let words = DateWords.day(of: date, offset: 0)
            guard words == style.format(date) else {
                Issue.record("\(words) should be \(style.format(date))")
                return
            }
        }
    }

    @Test func theTimeZoneMovesTheDay() {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        #expect(DateWords.dayAndMinute(of: date, offset: 0) == "2023-11-14 22:13")
        #expect(DateWords.dayAndMinute(of: date, offset: 2 * 3_600) == "2023-11-15 00:13")
        #expect(DateWords.dayAndMinute(of: Date(timeIntervalSince1970: -1), offset: 0) == "1969-12-31 23:59")
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e15])
    func aDateBeyondAnyCalendarIsNotRead(_ seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(DateWords.dayAndMinute(of: date, offset: 0) == "---------- --:--")
    }

    @Test func timesAreOfTheUsersClock() {
        let date = Date(timeIntervalSince1970: 3_661.25)
        #expect(DateWords.second(of: date, offset: 0) == "01:01:01")
        #expect(DateWords.millisecond(of: date, offset: 0) == "01:01:01.250")
        #expect(DateWords.second(of: date, offset: -7_200) == "23:01:01")
        #expect(DateWords.second(of: Date(timeIntervalSince1970: -1), offset: 0) == "23:59:59")
    }

    @Test func aDamagedTimeDoesNotTrap() {
        for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            #expect(DateWords.millisecond(of: Date(timeIntervalSince1970: seconds), offset: 0) == "--:--:--")
        }
    }
}
