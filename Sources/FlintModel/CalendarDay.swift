// SPDX-License-Identifier: MIT

/// A day in the Gregorian calendar, without a time zone.
///
/// ```swift
/// let day = CalendarDay("2026-12-01")
/// CalendarDay("2026-02-30")   // nil
/// ```
package struct CalendarDay: Sendable, Hashable {
    package let year: Int
    package let month: Int
    package let day: Int

    package init(year: Int, month: Int, day: Int) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Creates a day from a string in the form `yyyy-MM-dd`.
    ///
    /// The result is `nil` if the string is malformed or the calendar does not have the day.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], let year = Int(digits: parts[0]),
            let month = Int(digits: parts[1]), let day = Int(digits: parts[2]), year > 0, (1...12).contains(month),
            (1...Self.length(ofMonth: month, year: year)).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    package static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDay: Comparable {
    package static func < (first: CalendarDay, second: CalendarDay) -> Bool {
        (first.year, first.month, first.day) < (second.year, second.month, second.day)
    }
}

extension CalendarDay: CustomStringConvertible {
    package var description: String {
        func padded(_ number: Int, to length: Int) -> String {
            String(repeating: "0", count: max(0, length - String(number).count)) + String(number)
        }
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }
}
