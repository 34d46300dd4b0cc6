import FlintCore
import Testing

@testable import PodcastApp

struct InputTests {
    private func make<Input: RouteParametersDecodable>(_ type: Input.Type, _ parameters: RouteParameters?) -> Input? {
        Input(from: parameters, mapping: .typed)
    }

    @Test func episodesAreNamedByAPartOfTheirTitleOrNotAtAll() {
        #expect(make(EpisodeSelection.self, nil) == .current)
        #expect(make(EpisodeSelection.self, ["episode": ""]) == .current)
        #expect(make(EpisodeSelection.self, ["episode": "fog"]) == .titled("fog"))
    }

    @Test func placesAreTimesOrDistances() {
        #expect(make(SeekTarget.self, ["position": "12:03"]) == .position(723))
        #expect(make(SeekTarget.self, ["position": "+30"]) == .offset(30))
        #expect(make(SeekTarget.self, ["position": "-1:00"]) == .offset(-60))
        for wrong in [nil, ["position": ""], ["position": "+"], ["position": "--3"], ["position": "soon"]] {
            #expect(make(SeekTarget.self, wrong) == nil)
        }
    }

    @Test func speedsOutsideTheRangeAreRefused() {
        #expect(make(PlaybackSpeed.self, ["speed": "1.5"])?.factor == 1.5)
        for wrong in ["0", "3.1", "-1", "nan", "inf", "fast", ""] {
            #expect(make(PlaybackSpeed.self, ["speed": wrong]) == nil)
        }
        #expect(make(PlaybackSpeed.self, nil) == nil)
    }

    @Test func levelsAndLengthsAreTakenFromTheirRanges() {
        #expect(make(EnhancementLevel.self, ["level": "voice"])?.enhancement == .voice)
        #expect(make(EnhancementLevel.self, ["level": "loud"]) == nil)
        #expect(make(ClipLength.self, nil)?.seconds == 15)
        #expect(make(ClipLength.self, ["seconds": "60"])?.seconds == 60)
        #expect(make(ClipLength.self, ["seconds": "61"]) == nil)
        #expect(make(ClipLength.self, ["seconds": "x"]) == nil)
    }

    @Test func playlistNamesLoseTheSpacesAroundThem() {
        #expect(make(PlaylistName.self, ["name": "  On the  train \n"])?.text == "On the  train")
        #expect(make(PlaylistName.self, ["name": "x"])?.text == "x")
        #expect(make(PlaylistName.self, ["name": String(repeating: "n", count: 60)]) != nil)
        #expect(make(PlaylistName.self, ["name": String(repeating: "n", count: 61)]) == nil)
        for wrong in [nil, [:], ["name": ""], ["name": " \t "]] {
            #expect(make(PlaylistName.self, wrong) == nil)
        }
    }

    @Test func showsAndWordsMustBeGiven() {
        #expect(make(ShowSelection.self, ["show": "Salt"])?.title == "Salt")
        #expect(make(ShowSelection.self, ["show": ""]) == nil)
        #expect(make(SearchText.self, ["text": "sea"])?.text == "sea")
        #expect(make(SearchText.self, nil) == nil)
    }
}
