import Foundation
import InspectorKit
import Testing

@testable import FlintConsole

struct OverrideWordsTests {
    private let date = PodcastWorld.start

    @Test func anOverrideThatEndsTodayNeedsNoDate() {
        let limit = OverrideLimit.until(date.addingTimeInterval(600))
        #expect(OverrideWords.limit(limit, offset: 0, today: date) == "until 12:13")
        #expect(OverrideWords.limit(limit, offset: 3_600, today: date) == "until 13:13")
        #expect(OverrideWords.limit(limit, offset: 0, today: nil) == "until 2023-11-14 12:13")
    }

    @Test func whetherItIsTodayIsSaidByTheUsersClock() {
        let limit = OverrideLimit.until(date.addingTimeInterval(8 * 3_600))
        #expect(OverrideWords.limit(limit, offset: 0, today: date) == "until 20:03")
        #expect(OverrideWords.limit(limit, offset: 5 * 3_600, today: date) == "until 2023-11-15 01:03")
    }

    @Test func otherLimitsAreSaidInWords() {
        #expect(OverrideWords.limit(nil, offset: 0, today: nil) == nil)
        #expect(OverrideWords.limit(.untilQuit, offset: 0, today: nil) == "until quit")
        #expect(OverrideWords.limit(.decisions(1), offset: 0, today: nil) == "1 decision left")
        #expect(OverrideWords.limit(.decisions(2), offset: 0, today: nil) == "2 decisions left")
    }
}
