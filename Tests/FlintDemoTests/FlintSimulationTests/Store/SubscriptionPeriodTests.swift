import FlintSimulation
import Foundation
import Testing

struct SubscriptionPeriodTests {
    @Test(arguments: [
        ("P1W", 1, "2026-01-08"), ("P1M", 1, "2026-02-01"), ("P3M", 2, "2026-07-01"), ("P1Y", 1, "2027-01-01"),
        ("P1Y6M", 1, "2027-07-01"), ("P3D", 3, "2026-01-10"), ("P1M1W1D", 1, "2026-02-09"), ("P1M", 0, "2026-01-01"),
        ("P1M", -4, "2026-01-01"),
    ])
    func `a period is parsed and added to a date`(text: String, count: Int, end: String) throws {
        let period = try #require(SubscriptionPeriod(text))
        #expect(period.end(after: count, from: day(0)).formatted(.iso8601).hasPrefix(end))
        #expect(period.description == text)
    }

    @Test func `a month from the last day of a month ends on the last day of the next`() throws {
        let month = try #require(SubscriptionPeriod("P1M"))
        let ends = (1...4).map { month.end(after: $0, from: day(30)).formatted(.iso8601).prefix(10) }
        #expect(ends == ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"])
    }

    @Test(arguments: [
        "", "P", "1M", "P0M", "P1", "PM", "P1H", "PT1H", "P-1M", "P1M1Y", "P1M1M", "P1.5M", "P99999Y", "P1m", "P１M",
        "P99999999999999999999D",
    ])
    func `text that is not a period is rejected`(text: String) {
        #expect(SubscriptionPeriod(text) == nil)
    }

    @Test func `the end of a period is clamped to the year 9999`() throws {
        let period = try #require(SubscriptionPeriod("P100Y"))
        #expect(period.end(after: .max, from: day(0)).formatted(.iso8601).hasPrefix("9999-12-31"))
    }

    @Test func `a period is encoded as its text`() throws {
        let period = try #require(SubscriptionPeriod("P1M"))
        let saved = try JSONEncoder().encode([period])
        #expect(String(decoding: saved, as: UTF8.self) == #"["P1M"]"#)
        #expect(try JSONDecoder().decode([SubscriptionPeriod].self, from: saved) == [period])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([SubscriptionPeriod].self, from: Data(#"["P0M"]"#.utf8))
        }
    }
}
