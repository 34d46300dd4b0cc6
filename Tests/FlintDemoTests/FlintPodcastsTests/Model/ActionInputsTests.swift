import FlintCore
import Testing

@testable import FlintPodcasts

struct InputTests {
    private func make<Input: RouteParametersDecodable>(_ type: Input.Type, _ parameters: RouteParameters?) -> Input? {
        Input(from: parameters, mapping: .typed)
    }

    @Test func `an episode is selected by part of its title or as the current one`() {
        #expect(make(EpisodeSelection.self, nil) == .current)
        #expect(make(EpisodeSelection.self, ["episode": ""]) == .current)
        #expect(make(EpisodeSelection.self, ["episode": "fog"]) == .titled("fog"))
    }

    @Test func `a seek target is a position or an offset`() {
        #expect(make(SeekTarget.self, ["position": "12:03"]) == .position(723))
        #expect(make(SeekTarget.self, ["position": "+30"]) == .offset(30))
        #expect(make(SeekTarget.self, ["position": "-1:00"]) == .offset(-60))
        for wrong in [nil, ["position": ""], ["position": "+"], ["position": "--3"], ["position": "soon"]] {
            #expect(make(SeekTarget.self, wrong) == nil)
        }
    }

    @Test func `a speed that is out of range is refused`() {
        #expect(make(PlaybackSpeed.self, ["speed": "1.5"])?.factor == 1.5)
        for wrong in ["0", "3.1", "-1", "nan", "inf", "fast", ""] {
            #expect(make(PlaybackSpeed.self, ["speed": wrong]) == nil)
        }
        #expect(make(PlaybackSpeed.self, nil) == nil)
    }

    @Test func `levels and lengths that are out of range are refused`() {
        #expect(make(EnhancementLevel.self, ["level": "voice"])?.enhancement == .voice)
        #expect(make(EnhancementLevel.self, ["level": "loud"]) == nil)
        #expect(make(ClipLength.self, nil)?.seconds == 15)
        #expect(make(ClipLength.self, ["seconds": "60"])?.seconds == 60)
        #expect(make(ClipLength.self, ["seconds": "61"]) == nil)
        #expect(make(ClipLength.self, ["seconds": "x"]) == nil)
    }

    @Test func `a playlist name is trimmed`() {
        #expect(make(PlaylistName.self, ["name": "  On the  train \n"])?.text == "On the  train")
        #expect(make(PlaylistName.self, ["name": "x"])?.text == "x")
        #expect(make(PlaylistName.self, ["name": String(repeating: "n", count: 60)]) != nil)
        #expect(make(PlaylistName.self, ["name": String(repeating: "n", count: 61)]) == nil)
        for wrong in [nil, [:], ["name": ""], ["name": " \t "]] {
            #expect(make(PlaylistName.self, wrong) == nil)
        }
    }

    @Test func `a show and a search text are required`() {
        #expect(make(ShowSelection.self, ["show": "Salt"])?.title == "Salt")
        #expect(make(ShowSelection.self, ["show": ""]) == nil)
        #expect(make(SearchText.self, ["text": "sea"])?.text == "sea")
        #expect(make(SearchText.self, nil) == nil)
    }
}

struct PlaybackTimeTests {
    @Test(arguments: [
        (0.0, "0:00"), (9.9, "0:09"), (723, "12:03"), (3_600, "1:00:00"), (3_725, "1:02:05"), (-5, "0:00"),
        (.infinity, "0:00"), (.nan, "0:00"), (1e300, "99:59:59"),
    ])
    func `seconds are formatted as a time`(seconds: Double, text: String) {
        #expect(PlaybackTime.formatted(seconds) == text)
    }

    @Test(arguments: [("0", 0.0), ("90", 90), ("12:03", 723), ("1:02:05", 3_725), ("120:00", 7_200)])
    func `a time is parsed`(text: String, seconds: Double) {
        #expect(PlaybackTime.seconds(text) == seconds)
    }

    @Test(arguments: ["", ":", "1:", ":1", "1:60", "1:2:3:4", "-1", "+1", "1.5", "١", "99999999999", " 1"])
    func `text that is not a time is rejected`(text: String) {
        #expect(PlaybackTime.seconds(text) == nil)
    }
}
