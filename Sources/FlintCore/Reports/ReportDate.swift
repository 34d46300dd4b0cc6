#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Writes dates for programs.
enum ReportDate {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// A date such as `2026-02-03T09:30:00.250Z`.
    static func text(_ date: Date) -> String {
        date.formatted(style)
    }

    /// How dates are encoded.
    static let encoding = JSONEncoder.DateEncodingStrategy.custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode(text(date))
    }

    /// How dates are decoded.
    static let decoding = JSONDecoder.DateDecodingStrategy.custom { decoder in
        let container = try decoder.singleValueContainer()
        guard let date = date(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date")
        }
        return date
    }

    /// The date of a text, or `nil` if it is none.
    static func date(_ text: String) -> Date? {
        try? style.parse(text)
    }
}
