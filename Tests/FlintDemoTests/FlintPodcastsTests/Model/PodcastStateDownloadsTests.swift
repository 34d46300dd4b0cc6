import Testing

@testable import FlintPodcasts

struct PodcastStateDownloadsTests {
    @Test func `a download arrives in pieces`() throws {
        var state = PodcastState.sample
        #expect(try state.download(.current).title == "One")
        #expect(state.addBytes(400_000, of: EpisodeID("A", "One"))?.percent == 40)
        #expect(state.activeDownload?.received == 400_000)
        #expect(state.addBytes(-5, of: EpisodeID("A", "One"))?.received == 400_000)
        #expect(state.addBytes(9_000_000, of: EpisodeID("A", "One"))?.isComplete == true)
        #expect(state.activeDownload == nil)
        #expect(state.downloads.map(\.received) == [1_000_000])
    }

    @Test func `an episode is not downloaded twice`() throws {
        var state = PodcastState.sample
        _ = try state.download(.titled("One"))
        #expect(throws: PodcastError.alreadyDownloaded(title: "One")) { try state.download(.titled("One")) }
        #expect(try state.download(.current).title == "Uno")
    }

    @Test func `downloading fails when every episode is downloaded`() throws {
        var state = PodcastState.sample
        #expect(try state.downloadEverything() == 5)
        #expect(throws: PodcastError.nothingToDownload) { try state.downloadEverything() }
        #expect(throws: PodcastError.nothingToDownload) { try state.download(.current) }
    }

    @Test func `a canceled download receives no bytes`() throws {
        var state = PodcastState.sample
        #expect(throws: PodcastError.nothingDownloading) { try state.removeDownload(.current) }
        _ = try state.download(.current)
        #expect(try state.removeDownload(.current) == "One")
        #expect(state.addBytes(1, of: EpisodeID("A", "One")) == nil)
        #expect(throws: PodcastError.notDownloaded(title: "One")) { try state.removeDownload(.titled("One")) }
    }

    @Test func `automatic downloads cycle through the episodes`() throws {
        var state = PodcastState.sample
        var order: [String] = []
        for _ in 0..<7 {
            let next = try #require(state.nextDownload)
            order.append(next.title)
            state.lastAutomaticDownload = next.id
        }
        #expect(order == ["One", "Uno", "Two", "Due", "Three", "One", "Uno"])
    }

    @Test func `the oldest download beyond the limit is removed`() throws {
        var state = PodcastState(shows: [.sample("A", (0...7).map { "E\($0)" })])
        for number in 0..<PodcastState.downloadsKept {
            _ = try state.download(.titled("E\(number)"))
            _ = state.addBytes(1_000_000, of: EpisodeID("A", "E\(number)"))
        }
        _ = try state.download(.titled("E6"))
        #expect(state.surplusDownload == nil)
        _ = state.addBytes(1_000_000, of: EpisodeID("A", "E6"))
        #expect(state.surplusDownload?.episode == EpisodeID("A", "E0"))
    }
}
