// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation

/// The duration of one subscription period in ISO 8601 notation: `P1W`, `P1M`, `P1Y`, `P1Y6M`.
///
/// Months and years follow the Gregorian calendar in UTC: a month that starts on January 31 ends on the last day of
/// February. A period is encoded as its ISO 8601 text.
///
/// ```swift
/// let halfYear = SubscriptionPeriod("P6M")     // months == 6, days == 0
/// let invalid = SubscriptionPeriod("6 months") // nil
/// ```
public struct SubscriptionPeriod: Sendable, Hashable, LosslessStringConvertible {
    /// The number of whole months, including years (12 months each).
    public let months: Int
    /// The number of whole days, including weeks (7 days each).
    public let days: Int

    /// The period's ISO 8601 text, exactly as passed to the initializer.
    public let description: String

    /// Creates a period from its ISO 8601 text, or returns `nil` if the text is not a valid period.
    ///
    /// A valid period is not empty and not longer than a hundred years.
    ///
    /// - Parameter text: `P` followed by numbers with the units `Y`, `M`, `W`, and `D`, in this order, each at most
    ///   once.
    public init?(_ text: String) {
        guard text.utf8.first == UInt8(ascii: "P"), text.utf8.count <= 24 else { return nil }
        var (months, days) = (0, 0)
        var units = Substring("YMWD")
        var digits = ""
        for character in text.dropFirst() {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            guard let unit = units.firstIndex(of: character), let number = Int(digits), number <= 36_500 else {
                return nil
            }
            // Units must appear in descending order, each at most once.
            units = units[units.index(after: unit)...]
            digits = ""
            switch character {
            case "Y": months += number * 12
            case "M": months += number
            case "W": days += number * 7
            default: days += number
            }
        }
        guard digits.isEmpty, months + days > 0, months <= 1200, days <= 36_500 else { return nil }
        self.months = months
        self.days = days
        description = text
    }

    static let month = SubscriptionPeriod(months: 1)

    private init(months: Int) {
        self.months = months
        days = 0
        description = "P\(months)M"
    }

    func isAsLong(as other: SubscriptionPeriod) -> Bool {
        // Years are stored as months, and weeks as days.
        months == other.months && days == other.days
    }

    /// Returns the end of a number of consecutive periods.
    ///
    /// All periods are counted from the start of the first one. A subscription that starts on the 31st therefore ends
    /// on the 31st in every month that has 31 days.
    ///
    /// - Parameters:
    ///   - count: The number of periods; a negative number counts as 0.
    ///   - start: The start of the first period.
    /// - Returns: The end of the last period, no later than the year 9999.
    public func end(after count: Int, from start: Date) -> Date {
        // The count may come from a file, and the product must not overflow.
        let count = min(max(0, count), 1_000_000)
        // All months are added at once, so that a start on the 31st does not drift to the 28th.
        let month = CivilDate(start).adding(months: months * count).date
        return CivilDate.clamped(month.addingTimeInterval(Double(days) * Double(count) * 86_400))
    }
}

extension SubscriptionPeriod: Codable {
    /// Decodes a period from its ISO 8601 text.
    ///
    /// - Throws: `DecodingError` if the text is malformed.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let period = SubscriptionPeriod(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text.excerpt)\" is not a subscription period")
        }
        self = period
    }

    /// Encodes the period as its ISO 8601 text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
