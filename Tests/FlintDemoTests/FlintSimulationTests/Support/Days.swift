import Foundation

/// Returns the date a number of days after the beginning of January 1, 2026, in UTC.
func day(_ days: Double) -> Date { Date(timeIntervalSince1970: 1_767_225_600 + days * 86_400) }
