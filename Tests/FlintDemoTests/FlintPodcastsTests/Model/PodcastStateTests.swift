import Testing

@testable import FlintPodcasts

struct PodcastStateTests {
    @Test func `next episodes alternate between shows`() {
        #expect(PodcastState.sample.upNext.map(\.title) == ["One", "Uno", "Two", "Due", "Three"])
    }

    @Test func `next episodes exclude played, silent and unsubscribed episodes`() throws {
        let silent = Show(
            id: "C", title: "C", summary: "", authors: [], homePage: nil, language: nil,
            file: .external(path: "C.json"),
            episodes: [.sample("Text", of: "C", hasAudio: false), .sample("Sound", of: "C")])
        var state = PodcastState(shows: [.sample("A", ["One", "Two"]), .sample("B", ["Uno"]), silent])
        state.markPlayed(EpisodeID("A", "One"))
        try state.unsubscribe(from: .sample("B", []))
        #expect(state.upNext.map(\.title) == ["Two", "Sound"])
    }

    @Test func `a restored state plays the first episode`() {
        let state = PodcastState.restored(shows: [.sample("A", ["One"]), .sample("B", ["Uno"])])
        #expect(state.subscriptions == ["A"])
        #expect(state.player == Player(episode: EpisodeID("A", "One"), position: 0, isPlaying: true))
        #expect(PodcastState.restored(shows: []).player == Player())
        #expect(PodcastState.restored(shows: [.sample("A", ["One"])]).subscriptions == ["A"])
    }

    @Test func `an episode is found by part of its title`() throws {
        let state = PodcastState(shows: [.sample("Sea", ["The Fog", "Fog", "Foghorn", "Ice"])])
        #expect(try state.episode(titled: "ICE").title == "Ice")
        #expect(try state.episode(titled: "fog").title == "Fog")
        #expect(try state.episode(titled: "horn").title == "Foghorn")
        #expect(
            throws: PodcastError.severalMatches(kind: "episode", text: "fo", matches: ["The Fog", "Fog", "Foghorn"])
        ) {
            try state.episode(titled: "fo")
        }
        #expect(throws: PodcastError.noMatch(kind: "episode", text: "x", examples: ["The Fog", "Fog", "Foghorn"])) {
            try state.episode(titled: "x")
        }
        #expect(throws: PodcastError.self) { try state.show(titled: "lake") }
    }

    @Test func `subscribing twice is refused`() throws {
        var state = PodcastState.sample
        let show = try state.show(titled: "A")
        #expect(throws: PodcastError.alreadySubscribed(title: "A")) { try state.subscribe(to: show) }
        try state.unsubscribe(from: show)
        #expect(throws: PodcastError.notSubscribed(title: "A")) { try state.unsubscribe(from: show) }
        try state.subscribe(to: show)
        #expect(state.subscriptions == ["A", "B"])
    }

    @Test func `playlists contain the next episodes`() throws {
        var state = PodcastState.sample
        #expect(throws: PodcastError.noPlaylists) { try state.refreshPlaylists() }
        let playlist = try state.createPlaylist(named: "Train")
        #expect(playlist.episodes.count == 5)
        #expect(throws: PodcastError.playlistExists(name: "TRAIN")) { try state.createPlaylist(named: "TRAIN") }
        state.markPlayed(EpisodeID("A", "One"))
        try state.refreshPlaylists()
        #expect(state.playlists.map { $0.episodes.map(\.item) } == [["Uno", "Two", "Due", "Three"]])
    }

    @Test func `a refreshed show replaces the old one`() {
        var state = PodcastState.sample
        #expect(state.replace(.sample("A", ["Zero", "One", "Two"])) == 1)
        #expect(state.shows.map(\.title) == ["A", "B"])
        #expect(state.shows[0].episodes.map(\.title) == ["Zero", "One", "Two"])
        #expect(state.replace(.sample("Unknown", ["X"])) == 0)
        #expect(state.shows.count == 2)
    }

    @Test func `every error description is a sentence`() {
        let errors: [PodcastError] = [
            .noMatch(kind: "show", text: "x", examples: []), .noMatch(kind: "show", text: "x", examples: ["A"]),
            .severalMatches(kind: "show", text: "x", matches: ["xa", "xb", "xc", "xd"]), .nothingToPlay,
            .nothingLoaded, .notPlaying, .noRecording(title: "A"), .alreadyDownloaded(title: "A"),
            .notDownloaded(title: "A"), .nothingDownloading, .nothingToDownload, .alreadySubscribed(title: "A"),
            .notSubscribed(title: "A"), .playlistExists(name: "A"), .noPlaylists,
            .feed(FeedError(file: "f", problem: "P.", advice: "A.")),
        ]
        for error in errors { #expect(error.description.hasSuffix(".")) }
        #expect(
            PodcastError.severalMatches(kind: "show", text: "x", matches: ["xa", "xb", "xc", "xd"]).description
                == "More than one show has “x” in its title: “xa”, “xb”, “xc”, …. Type more of the title.")
    }
}
