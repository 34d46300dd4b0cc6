#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// How long one period of a subscription lasts, as ISO 8601 writes it: `P1W`, `P1M`, `P1Y`, `P1Y6M`.
///
/// Months and years follow the calendar, in UTC: a month from 31 January ends on the last day of February.
public struct SubscriptionPeriod: Sendable, Hashable, LosslessStringConvertible {
    /// Whole months, years included.
    public let months: Int
    /// Whole days, weeks included.
    public let days: Int

    /// The period as it was written.
    public let description: String

    /// Reads a period of years, months, weeks and days.
    ///
    /// Anything else, a period of no length and one of more than a hundred years give `nil`.
    ///
    /// - Parameter text: `P` and one or more numbers with `Y`, `M`, `W` or `D`, in this order and each at most once.
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

    /// A period of one month.
    static let month = SubscriptionPeriod(months: 1)

    private init(months: Int) {
        self.months = months
        days = 0
        description = "P\(months)M"
    }

    /// The end of some periods that follow each other.
    ///
    /// Counted from the beginning and not from period to period, so that a subscription that began on the 31st ends
    /// on the 31st again wherever there is one.
    ///
    /// - Parameters:
    ///   - count: How many periods; less than 0 counts as 0.
    ///   - start: The beginning of the first one.
    /// - Returns: The end of the last one, no later than the year 9999.
    public func end(after count: Int, from start: Date) -> Date {
        let count = min(max(0, count), 1_000_000)
        let month = CivilDate(start).adding(months: months * count).date
        return CivilDate.clamped(month.addingTimeInterval(Double(days) * Double(count) * 86_400))
    }
}

extension SubscriptionPeriod: Codable {
    /// Decodes a period from its text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let period = SubscriptionPeriod(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is no period")
        }
        self = period
    }

    /// Encodes the period as its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
