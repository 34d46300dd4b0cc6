import Foundation

/// Returns the date a number of days after noon on January 1, 2026, in UTC, which is the same day in most time zones.
func day(_ days: Double) -> Date { Date(timeIntervalSince1970: 1_767_268_800 + days * 86_400) }
