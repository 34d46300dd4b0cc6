import Foundation
import Testing

@testable import FlintCore

struct DatePatternTests {
    /// Friday, February 13, 2009, 23:31:30.123 UTC.
    private let date = Date(timeIntervalSince1970: 1_234_567_890.123)
    private let full = DatePattern("yyyy-MM-dd HH:mm:ss.SSS")

    @Test(arguments: [
        ("yyyy-MM-dd HH:mm:ss.SSS", "2009-02-13 23:31:30.123"), ("yy/MM", "09/02"), ("HH:mm Z", "23:31 +0000"),
        ("'at' HH''mm", "at 23'31"), ("SS|SSSSSS", "12|123000"), ("q YYYY", "q YYYY"), ("", ""), ("'open", "open"),
    ])
    func `pattern letters are replaced by date components`(_ pattern: String, _ expected: String) {
        #expect(DatePattern(pattern).string(from: date, in: .utc) == expected)
    }

    @Test func `dates are formatted with the given time zone offset`() {
        #expect(full.string(from: date, in: .fixed(3600)) == "2009-02-14 00:31:30.123")
        #expect(DatePattern("HH:mm Z").string(from: date, in: .fixed(-12_600)) == "20:01 -0330")
    }

    @Test func `dates are formatted in the system's time zone by default`() {
        #expect(DatePattern("ss.SSS").string(from: date) == "30.123", "Time zones do not change the seconds.")
        #expect(DatePattern("yy").string(from: Date(timeIntervalSince1970: 4_400_000_000), in: .utc) == "09")
    }

    @Test func `fractions are truncated, except for binary rounding errors`() {
        let texts = [59.9996, 59.9999999].map {
            DatePattern("HH:mm:ss.SSS").string(from: Date(timeIntervalSince1970: $0), in: .utc)
        }
        #expect(texts == ["00:00:59.999", "00:01:00.000"])
    }

    @Test func `dates before the epoch and invalid dates are formatted`() {
        #expect(
            full.string(from: Date(timeIntervalSince1970: -0.5), in: .utc) == "1969-12-31 23:59:59.500")
        #expect(full.string(from: Date(timeIntervalSince1970: .infinity), in: .utc) == "?")
        #expect(full.string(from: Date(timeIntervalSince1970: .nan), in: .utc) == "?")
        #expect(full.string(from: Date(timeIntervalSince1970: 1e12), in: .utc) == "?")
        #expect(full.string(from: .distantFuture, in: .utc) == "4001-01-01 00:00:00.000")
    }
}
