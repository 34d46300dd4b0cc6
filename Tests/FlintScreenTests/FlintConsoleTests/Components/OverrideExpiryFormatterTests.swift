import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

struct OverrideExpiryFormatterTests {
    private let date = SampleApp.start

    @Test func `the expiry of an override that expires today omits the date`() {
        let expiry = OverrideExpiry.until(date.addingTimeInterval(600))
        #expect(OverrideExpiryFormatter.expiry(expiry, in: .utc, today: date) == "until 12:13")
        #expect(OverrideExpiryFormatter.expiry(expiry, in: .fixed(3_600), today: date) == "until 13:13")
        #expect(OverrideExpiryFormatter.expiry(expiry, in: .utc, today: nil) == "until 2023-11-14 12:13")
    }

    @Test func `today is decided in the user's time zone`() {
        let expiry = OverrideExpiry.until(date.addingTimeInterval(8 * 3_600))
        #expect(OverrideExpiryFormatter.expiry(expiry, in: .utc, today: date) == "until 20:03")
        #expect(OverrideExpiryFormatter.expiry(expiry, in: .fixed(5 * 3_600), today: date) == "until 2023-11-15 01:03")
    }

    @Test func `every other duration is shown as text`() {
        #expect(OverrideExpiryFormatter.expiry(nil, in: .utc, today: nil) == "until removed")
        #expect(OverrideExpiryFormatter.expiry(.untilQuit, in: .utc, today: nil) == "for this session")
        #expect(OverrideExpiryFormatter.expiry(.uses(1), in: .utc, today: nil) == "for 1 use")
        #expect(OverrideExpiryFormatter.expiry(.uses(2), in: .utc, today: nil) == "for 2 uses")
    }
}
