import Testing

@testable import FlintConsole

struct DurationWordsTests {
    @Test(arguments: [
        ("90 min", 5_400), ("2 h 30 m", 9_000), ("3 days", 259_200), ("1w", 604_800), ("1.5 h", 5_400), ("10S", 10),
        ("36 hrs", 129_600),
    ])
    func aLengthOfTimeIsRead(_ text: String, _ seconds: Double) {
        #expect(DurationWords.seconds(in: text) == seconds)
    }

    @Test(arguments: [
        "", "soon", "3", "3 parsecs", "-3 days", "0 s", "1..2 h", "h", "9999999999 weeks", "3 days ago", "٣ days",
        "1e9 h",
    ])
    func whatIsNoLengthOfTimeIsNot(_ text: String) {
        #expect(DurationWords.seconds(in: text) == nil)
    }

    @Test func aLengthOfTimeIsSaidInItsLargestUnit() {
        #expect(DurationWords.words(seconds: 600) == "10 minutes")
        #expect(DurationWords.words(seconds: 86_400) == "a day")
        #expect(DurationWords.words(seconds: 90_000) == "25 hours")
        #expect(DurationWords.words(seconds: 0.5) == "0.5 seconds")
        #expect(DurationWords.words(seconds: .infinity) == "a very long time")
        #expect(DurationWords.words(rate: 0) == "paused")
        #expect(DurationWords.words(rate: 1) == "real time")
        #expect(DurationWords.words(rate: 86_400) == "a day per second")
    }

    @Test func aPeriodIsSaidInWordsWhereItCanBeRead() {
        #expect(DurationWords.words(period: "P1M") == "a month")
        #expect(DurationWords.words(period: "P7D") == "7 days")
        for odd in ["", "P", "PM", "P0M", "P-1M", "PT1H", "P1M2D", "monthly"] {
            #expect(DurationWords.words(period: odd) == odd)
        }
    }
}
