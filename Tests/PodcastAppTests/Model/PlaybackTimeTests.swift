import Testing

@testable import PodcastApp

struct PlaybackTimeTests {
    @Test(arguments: [
        (0.0, "0:00"), (9.9, "0:09"), (723, "12:03"), (3_600, "1:00:00"), (3_725, "1:02:05"), (-5, "0:00"),
        (.infinity, "0:00"), (.nan, "0:00"), (1e300, "99:59:59"),
    ])
    func secondsAreWrittenAsATime(seconds: Double, text: String) {
        #expect(PlaybackTime.text(seconds) == text)
    }

    @Test(arguments: [("0", 0.0), ("90", 90), ("12:03", 723), ("1:02:05", 3_725), ("120:00", 7_200)])
    func timesAreRead(text: String, seconds: Double) {
        #expect(PlaybackTime.seconds(text) == seconds)
    }

    @Test(arguments: ["", ":", "1:", ":1", "1:60", "1:2:3:4", "-1", "+1", "1.5", "١", "99999999999", " 1"])
    func whatIsNoTimeIsRefused(text: String) {
        #expect(PlaybackTime.seconds(text) == nil)
    }
}
