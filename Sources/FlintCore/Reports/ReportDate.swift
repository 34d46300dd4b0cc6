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

    /// The date of a text, or `nil` if it is none.
    static func date(_ text: String) -> Date? {
        try? style.parse(text)
    }
}
