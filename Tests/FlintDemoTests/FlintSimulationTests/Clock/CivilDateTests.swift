import Foundation
import Testing

@testable import FlintSimulation

struct CivilDateTests {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        return calendar
    }()

    /// Dates in leap years and common years from 1600 to 2600, before and after the epoch.
    private static let moments = stride(from: -11_676_096_000.0, to: 19_880_899_199, by: 86_400 * 97.3)
        .map { Date(timeIntervalSince1970: $0.rounded()) }

    @Test func `the components of a date match the calendar`() {
        for moment in Self.moments {
            let civil = CivilDate(moment)
            let parts = Self.calendar.dateComponents([.year, .month, .day], from: moment)
            #expect(civil.year == parts.year && civil.month == parts.month && civil.day == parts.day)
            #expect(civil.date == moment)
        }
    }

    @Test func `adding months matches the calendar`() {
        for (index, moment) in Self.moments.enumerated() {
            let months = index % 50
            #expect(
                CivilDate(moment).adding(months: months).date
                    == Self.calendar.date(byAdding: .month, value: months, to: moment))
        }
    }

    @Test(arguments: [(1900, 28), (1996, 29), (2000, 29), (2023, 28), (2100, 28), (2400, 29)])
    func `a month after the end of January is the end of February`(year: Int, lastDay: Int) {
        var end = CivilDate(Date(timeIntervalSince1970: 0))
        (end.year, end.month, end.day) = (year, 1, 31)
        let later = end.adding(months: 1)
        #expect((later.year, later.month, later.day) == (year, 2, lastDay))
    }

    @Test func `a date that is out of range is clamped to the years 1 to 9999`() {
        #expect(Date(timeIntervalSince1970: 1e300).dayText == "9999-12-31")
        #expect(Date(timeIntervalSince1970: -1e300).dayText == "0001-01-01")
        #expect(Date(timeIntervalSince1970: .nan).dayText == "0001-01-01")
        #expect(CivilDate(.distantFuture).adding(months: .max).year == 9999)
        #expect(CivilDate(.distantFuture).adding(months: 100_000).year == 9999)
        #expect(CivilDate(Date(timeIntervalSince1970: 0)).adding(months: 100_000).year == 9999)
        #expect(Date(timeIntervalSince1970: 43_200).dayText == "1970-01-01")
    }
}
