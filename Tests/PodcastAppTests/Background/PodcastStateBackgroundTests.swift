import Testing

@testable import PodcastApp

struct PodcastStateBackgroundTests {
    /// Lets seconds pass and returns what became due in each.
    private func jobs(_ state: inout PodcastState, seconds: Int, speed: Double = 1) -> [[BackgroundJob]] {
        (0..<seconds).map { _ in state.advance(speed: speed, bytes: 100_000) }
    }

    @Test func playerMovesOnAtItsSpeed() throws {
        var state = PodcastState(shows: [])
        _ = jobs(&state, seconds: 3)
        #expect(state.player.position == 0)
        state = .sample
        _ = try state.play(.current)
        _ = jobs(&state, seconds: 10, speed: 1.5)
        #expect(state.player.position == 15)
        try state.pause()
        _ = jobs(&state, seconds: 10)
        #expect(state.player.position == 15)
    }

    @Test func endOfAnEpisodeIsDueOnce() throws {
        var state = PodcastState.sample
        _ = try state.play(.current)
        state.player.position = 98
        let id = EpisodeID("A", "One")
        #expect(!jobs(&state, seconds: 1).joined().contains(.finish(id, title: "One")))
        #expect(jobs(&state, seconds: 1).joined().contains(.finish(id, title: "One")))
        _ = state.finish(id)
        #expect(!jobs(&state, seconds: 1).joined().contains(.finish(id, title: "One")))
    }

    @Test func missingEpisodeIsDownloadedPieceByPiece() throws {
        var state = PodcastState.sample
        #expect(jobs(&state, seconds: 2) == [[], [.download(EpisodeID("A", "One"), title: "One")]])
        _ = try state.download(.titled("One"))
        let progress = DownloadProgress(
            episode: EpisodeID("A", "One"), title: "One", bytes: 400_000, percent: 40)
        #expect(jobs(&state, seconds: 2) == [[], [.receive(progress)]])
        _ = state.receive(400_000, of: EpisodeID("A", "One"))
        #expect(
            jobs(&state, seconds: 4).last == [
                .receive(
                    DownloadProgress(
                        episode: EpisodeID("A", "One"), title: "One", bytes: 400_000, percent: 80))
            ])
    }

    @Test func feedsAreLookedAtInTurn() {
        var state = PodcastState.sample
        let all = jobs(&state, seconds: 3 * PodcastState.refreshInterval).joined()
        let refreshed = all.compactMap { job in
            if case .refresh(let title) = job { title } else { nil }
        }
        #expect(refreshed == ["A", "B", "A"])
    }

    @Test func emptyLibraryHasNothingToDo() {
        var state = PodcastState(shows: [])
        #expect(jobs(&state, seconds: 200).joined().isEmpty)
    }

    @Test func sameSecondsAlwaysLeadToTheSameState() throws {
        var first = PodcastState.sample
        var second = PodcastState.sample
        #expect(jobs(&first, seconds: 100) == jobs(&second, seconds: 100))
        #expect(first.elapsed == second.elapsed)
        #expect(first.player == second.player)
    }
}
