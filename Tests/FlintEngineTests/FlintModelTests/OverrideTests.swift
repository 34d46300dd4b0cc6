import FlintModel
import Foundation
import Testing

struct OverrideExpiryTests {
    /// January 12, 2026, 23:30:00 UTC.
    private let now = Date(timeIntervalSince1970: 1_768_260_600)

    private func text(_ expiry: OverrideExpiry, offset: Int = 0) -> String {
        expiry.displayText(at: now, in: .fixed(offset))
    }

    @Test func `an expiry on the same day is shown as a time of day`() {
        #expect(text(.until(now + 600)) == "until 23:40")
        #expect(text(.after(seconds: 600)) == "until 23:40")
    }

    @Test func `an expiry on another day is shown with its date`() {
        #expect(text(.until(now + 3600)) == "until 2026-01-13 00:30")
        #expect(text(.until(now - 86_400)) == "until 2026-01-11 23:30")
    }

    @Test func `an expiry is shown in local time`() {
        #expect(text(.until(now + 3600), offset: 7200) == "until 02:30")
        #expect(text(.until(now + 3600), offset: -3600) == "until 23:30")
    }

    @Test func `an expiry in less than two minutes is shown with its seconds`() {
        #expect(text(.until(now + 90)) == "until 23:31:30")
        #expect(text(.until(now + 120)) == "until 23:32")
    }

    @Test func `an expiry by uses or at the end of the run is shown as text`() {
        #expect(text(.uses(1)) == "for 1 use")
        #expect(text(.uses(3)) == "for 3 uses")
        #expect(text(.untilQuit) == "for this session")
        #expect(OverrideExpiry.untilRemovedText == "until removed")
    }

    @Test(arguments: [.distantPast, .distantFuture, Date(timeIntervalSince1970: 1e15)])
    func `an expiry at an extreme date is shown without trapping`(date: Date) {
        #expect(text(.until(date)).hasPrefix("until "))
    }

    @Test func `a duration is resolved to a date when the override is set`() {
        #expect(OverrideExpiry.after(seconds: 60).resolved(at: now) == .until(now + 60))
        for expiry in [OverrideExpiry.until(now), .untilQuit, .uses(1)] {
            #expect(expiry.resolved(at: now + 1) == expiry)
        }
    }

    @Test
    func `an override expires at its date or after its last use, and one that lasts until quitting never expires`() {
        #expect(OverrideExpiry.until(now).hasPassed(by: now))
        #expect(!OverrideExpiry.until(now + 1).hasPassed(by: now))
        #expect(OverrideExpiry.uses(0).hasPassed(by: now))
        #expect(!OverrideExpiry.uses(1).hasPassed(by: now))
        #expect(OverrideExpiry.after(seconds: 0).hasPassed(by: now))
        #expect(!OverrideExpiry.after(seconds: 1).hasPassed(by: now))
        #expect(!OverrideExpiry.untilQuit.hasPassed(by: .distantFuture))
    }

    @Test func `an expiry is rounded up to whole seconds`() {
        #expect(OverrideExpiry.until(now + 0.25).inWholeSeconds == .until(now + 1))
        #expect(OverrideExpiry.until(now).inWholeSeconds == .until(now))
        #expect(OverrideExpiry.uses(2).inWholeSeconds == .uses(2))
    }

    @Test(arguments: [
        (OverrideExpiry.until(Date(timeIntervalSince1970: 1_768_260_600)), #"{"until":"2026-01-12T23:30:00Z"}"#),
        (.untilQuit, #"{"untilQuit":true}"#), (.uses(3), #"{"uses":3}"#), (.after(seconds: 600), #"{"after":600}"#),
    ])
    func `an expiry is encoded as an object with one key`(expiry: OverrideExpiry, json: String) throws {
        let data = try JSONEncoder().encode(expiry)
        #expect(String(decoding: data, as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(OverrideExpiry.self, from: data) == expiry)
    }

    @Test(arguments: [
        #"{}"#, #"{"until":"tomorrow"}"#, #"{"uses":"some"}"#, #"{"untilQuit":1}"#, #"{"untilQuit":false}"#, #"[]"#,
    ])
    func `a malformed expiry is refused`(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(OverrideExpiry.self, from: Data(text.utf8))
        }
    }
}
