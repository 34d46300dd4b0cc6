// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation

/// A date and time of day in the Gregorian calendar, in UTC.
///
/// All dates are clamped to the years 1 to 9999 because they may come from files. In this range, no arithmetic
/// overflows and every date can be formatted.
struct CivilDate: Hashable {
    var year: Int
    var month: Int
    var day: Int
    var seconds: Double

    static let limits = Date(timeIntervalSince1970: -62_135_596_800)...Date(timeIntervalSince1970: 253_402_300_799)

    /// Returns a date within the limits, where NaN becomes the lower limit.
    static func clamped(_ date: Date) -> Date {
        // The comparison is false for NaN, whereas `max` would return NaN.
        guard date.timeIntervalSince1970 > limits.lowerBound.timeIntervalSince1970 else { return limits.lowerBound }
        return min(date, limits.upperBound)
    }

    init(_ date: Date) {
        let time = Self.clamped(date).timeIntervalSince1970
        let days = (time / 86_400).rounded(.down)
        seconds = time - days * 86_400
        // Days are counted from March 1 of the year 0, so that the leap day is the last day of its year.
        let shifted = Int(days) + 719_468
        // The calendar repeats every 400 years, which have 146,097 days.
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // From March on, every five months have 153 days.
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var date: Date {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        return Self.clamped(Date(timeIntervalSince1970: Double(days) * 86_400 + seconds))
    }

    /// Returns the same day up to 120,000 months later, or the last day of that month if the month is shorter.
    ///
    /// The result is no later than the year 9999.
    func adding(months: Int) -> CivilDate {
        let total = year * 12 + month - 1 + min(max(0, months), 120_000)
        guard total / 12 <= 9999 else { return CivilDate(Self.limits.upperBound) }
        var later = self
        later.year = total / 12
        later.month = total % 12 + 1
        later.day = min(day, CalendarDay.length(ofMonth: later.month, year: later.year))
        return later
    }
}

extension Date {
    /// The day in the user's time zone, such as `2026-02-14`.
    ///
    /// Periods are counted in UTC, but every other date that the user sees is a local one.
    var dayText: String {
        let date = CivilDate.clamped(self)
        let civil = CivilDate(date.addingTimeInterval(Double(DisplayTimeZone.local.offset(at: date))))
        return CalendarDay(year: civil.year, month: civil.month, day: civil.day).description
    }
}
