import Foundation
import InspectorKit
import Testing

/// How long overrides last, as people read it and as it is kept.
struct OverrideLimitTests {
    /// 12 January 2026, 23:30:00 universal time.
    private let now = Date(timeIntervalSince1970: 1_768_260_600)

    private func words(_ limit: OverrideLimit, offset: Int = 0) -> String {
        limit.words(now: now, timeZoneOffset: offset)
    }

    @Test func aMomentOfTheSameDayIsATimeOfDay() {
        #expect(words(.until(now + 600)) == "until 23:40")
    }

    @Test func aMomentOfAnotherDayHasItsDate() {
        #expect(words(.until(now + 3600)) == "until 2026-01-13 00:30")
        #expect(words(.until(now - 86_400)) == "until 2026-01-11 23:30")
    }

    @Test func theClockIsThatOfThePerson() {
        #expect(words(.until(now + 3600), offset: 7200) == "until 02:30")
        #expect(words(.until(now + 3600), offset: -3600) == "until 23:30")
    }

    @Test func aMomentThatIsNearHasItsSeconds() {
        #expect(words(.until(now + 90)) == "until 23:31:30")
        #expect(words(.until(now + 120)) == "until 23:32")
    }

    @Test func decisionsAreCounted() {
        #expect(words(.decisions(1)) == "for 1 decision")
        #expect(words(.decisions(3)) == "for 3 decisions")
        #expect(words(.untilQuit) == "until quit")
    }

    @Test(arguments: [.distantPast, .distantFuture, Date(timeIntervalSince1970: 1e15)])
    func noMomentIsTooFarAway(date: Date) {
        #expect(words(.until(date)).hasPrefix("until "))
    }

    @Test func limitsAreKeptAsObjectsOfOneKey() throws {
        let limits: [OverrideLimit] = [.until(now), .untilQuit, .decisions(3)]
        let texts = [#"{"until":"2026-01-12T23:30:00Z"}"#, #"{"untilQuit":true}"#, #"{"decisions":3}"#]
        for (limit, text) in zip(limits, texts) {
            let data = try JSONEncoder().encode(limit)
            #expect(String(decoding: data, as: UTF8.self) == text)
            #expect(try JSONDecoder().decode(OverrideLimit.self, from: data) == limit)
        }
    }

    @Test(arguments: [#"{}"#, #"{"until":"tomorrow"}"#, #"{"decisions":"some"}"#, #"{"untilQuit":1}"#, #"[]"#])
    func whatIsNoLimitIsNotRead(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(OverrideLimit.self, from: Data(text.utf8))
        }
    }
}
