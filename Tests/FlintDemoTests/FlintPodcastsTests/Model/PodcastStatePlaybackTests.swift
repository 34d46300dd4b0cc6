import Testing

@testable import FlintPodcasts

struct PodcastStatePlaybackTests {
    @Test func `playing without a selection starts the next episode and resumes it`() throws {
        var state = PodcastState.sample
        #expect(try state.play(.current).title == "One")
        state.player.position = 40
        try state.pause()
        #expect(try state.play(.current).title == "One")
        #expect(state.player.position == 40)
        #expect(state.player.isPlaying)
    }

    @Test func `a selected episode plays from its beginning`() throws {
        var state = PodcastState.sample
        state.player.position = 40
        #expect(try state.play(.titled("du")).title == "Due")
        #expect(state.player == Player(episode: EpisodeID("B", "Due"), position: 0, isPlaying: true))
    }

    @Test func `playback without a playable episode is refused`() {
        var empty = PodcastState(shows: [])
        #expect(throws: PodcastError.nothingToPlay) { try empty.play(.current) }
        #expect(throws: PodcastError.notPlaying) { try empty.pause() }
        #expect(throws: PodcastError.nothingLoaded) { try empty.seek(to: .position(3)) }
        let text = Show(
            id: "C", title: "C", summary: "", authors: [], homePage: nil, language: nil, file: .external(path: "C"),
            episodes: [.sample("Text", of: "C", hasAudio: false)])
        var silent = PodcastState(shows: [text])
        #expect(throws: PodcastError.noRecording(title: "Text")) { try silent.play(.titled("Text")) }
        #expect(throws: PodcastError.nothingToPlay) { try silent.play(.current) }
    }

    @Test func `seeking stays inside the episode`() throws {
        var state = PodcastState.sample
        _ = try state.play(.current)
        #expect(try state.seek(to: .position(30)) == 30)
        #expect(try state.seek(to: .offset(-10)) == 20)
        #expect(try state.seek(to: .offset(-100)) == 0)
        #expect(try state.seek(to: .position(5_000)) == 100)
    }

    @Test func `finishing an episode plays the next one`() throws {
        var state = PodcastState.sample
        _ = try state.play(.current)
        state.player.position = 100
        #expect(state.hasReachedEnd)
        #expect(state.finish(EpisodeID("A", "One"))?.title == "Uno")
        #expect(state.player == Player(episode: EpisodeID("B", "Uno"), position: 0, isPlaying: true))
        #expect(!state.hasReachedEnd)
    }

    @Test func `finishing the last episode stops playback`() throws {
        var state = PodcastState(shows: [.sample("A", ["One"])])
        _ = try state.play(.current)
        #expect(state.finish(EpisodeID("A", "One")) == nil)
        #expect(state.player.episode == nil)
        #expect(!state.player.isPlaying)
        #expect(throws: PodcastError.nothingToPlay) { try state.play(.current) }
    }

    @Test func `finishing another episode does not change the player`() throws {
        var state = PodcastState.sample
        _ = try state.play(.titled("Two"))
        #expect(state.finish(EpisodeID("A", "One")) == nil)
        #expect(state.player.episode == EpisodeID("A", "Two"))
        #expect(state.played == [EpisodeID("A", "One")])
    }
}
