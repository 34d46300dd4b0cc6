import FlintCore
import FlintSimulation
import Testing

@testable import PodcastApp

/// Actions run at once where these tests run, on the main queue, so each second is over when the ticker returns.
@MainActor
struct BackgroundWorkTests {
    @Test func secondsBecomeActionsOfTheBackgroundSession() {
        let test = TestApp()
        test.app.setRunning(true)
        test.ticker.tick(6)
        #expect(
            test.completedActions == [
                "background Podcast downloading.download One: success",
                "background Podcast downloading.receive One, 100 %: success",
                "background Podcast downloading.download Uno: success",
            ])
        #expect(test.app.notice == "Downloading “Uno”")
        #expect(test.app.activity == "downloading “Uno” 0 %")
    }

    @Test func actionsAreNotTheUsersDoing() {
        let test = TestApp()
        test.app.setRunning(true)
        test.ticker.tick(4)
        var seen = 0
        for event in test.runtime.journal.events {
            guard case .actionBegan(let record) = event.kind else { continue }
            #expect(!record.userInitiated)
            seen += 1
        }
        #expect(seen == 2)
    }

    @Test func theSleepTimerHoldsPlaybackAtItsEnd() throws {
        var state = PodcastState.sample
        _ = try state.play(.current)
        state.startSleepTimer(seconds: 3)
        let test = TestApp(state)
        test.flags.setFeatureEnabled(feature: FeatureFlag(key: .sleepTimer), enabled: true)
        test.app.setRunning(true)
        test.ticker.tick(2)
        #expect(test.app.centre.state.player.isPlaying)
        test.ticker.tick(1)
        #expect(!test.app.centre.state.player.isPlaying)
        #expect(test.completedActions.contains("background Podcast playback.pause: success"))
        test.ticker.tick(3)
        #expect(test.completedActions.filter { $0.contains("pause") }.count == 1)
    }

    @Test func aSleepTimerWhoseFlagHasGoneOffHoldsNothing() throws {
        var state = PodcastState.sample
        _ = try state.play(.current)
        state.startSleepTimer(seconds: 1)
        let test = TestApp(state)
        test.app.setRunning(true)
        test.ticker.tick(2)
        #expect(test.app.centre.state.player.isPlaying)
        #expect(test.app.centre.state.sleepsAt == nil)
    }

    @Test func endOfAnEpisodeIsAnActionAndTheNextOnePlays() throws {
        var state = PodcastState.sample
        _ = try state.play(.current)
        state.player.position = 99
        let test = TestApp(state)
        test.app.setRunning(true)
        test.ticker.tick()
        #expect(test.completedActions == ["background Podcast playback.finish One: success"])
        #expect(test.app.notice == "Heard “One”, next is “Uno”")
        #expect(test.app.activity == "playing “Uno” 0:00")
    }

    @Test func oldDownloadsMakeRoomForNewOnes() throws {
        let test = TestApp(PodcastState(shows: [.sample("A", (0..<9).map { "E\($0)" })]))
        test.app.setRunning(true)
        test.ticker.tick(32)
        #expect(test.completedActions.contains("background Podcast downloading.remove E0: success"))
        test.ticker.tick(200)
        // One that is on its way, and one that has just arrived, may be there besides.
        #expect(test.app.centre.state.downloads.count <= PodcastState.downloadsKept + 2)
        #expect(test.completedActions.filter { $0.contains("download E0") }.count > 1)
    }

    @Test func feedsAreReadAgain() throws {
        let directory = try TemporaryDirectory()
        let feed = #"{"version": "https://jsonfeed.org/version/1.1", "title": "Salt", "items": [\#("{}")]}"#
        func write(_ items: String) throws -> String {
            try directory.write(feed.replacing("{}", with: items), to: "salt.json")
        }
        let file = try write(#"{"id": "1", "title": "Old"}"#)
        let test = TestApp(PodcastState(shows: [try FeedReader.show(at: file)]))
        test.app.setRunning(true)
        _ = try write(#"{"id": "2", "title": "New"}, {"id": "1", "title": "Old"}"#)
        test.ticker.tick(PodcastState.refreshInterval)
        #expect(test.app.notice == "1 new in Salt")
        #expect(test.app.centre.state.episodes.map(\.title) == ["New", "Old"])

        try directory.write("gone wrong", to: "salt.json")
        test.ticker.tick(PodcastState.refreshInterval)
        let last = try #require(test.completedActions.last)
        #expect(last.hasPrefix("background Podcast favourites.refresh Salt: failure: \(file): This is not JSON"))
        #expect(test.app.centre.state.episodes.count == 2)
    }

    @Test func speedCountsOnlyWhileItsFeatureIsAvailable() throws {
        var state = PodcastState.sample
        _ = try state.play(.current)
        state.player.speed = 2
        let test = TestApp(state)
        test.app.setRunning(true)
        test.ticker.tick(10)
        #expect(test.app.centre.state.player.position == 10)

        test.device.store.buy("podcasts.premium")
        let toggles = try #require(test.runtime.dependencies.userFeatureToggles as? any MutableUserFeatureToggles)
        test.run { toggles.setEnabled(SpeedFeature.self, enabled: true) }
        test.ticker.tick(10)
        #expect(test.app.centre.state.player.position == 30)

        test.device.store.refund("podcasts.premium")
        test.ticker.tick(10)
        #expect(test.app.centre.state.player.position == 40)
    }

    @Test func turboBringsFourTimesAsMuch() {
        let big = Episode(
            id: EpisodeID("A", "Big"), title: "Big", summary: "", published: nil, authors: [], tags: [],
            audio: Episode.Audio(url: "u", mimeType: "audio/mpeg", size: 240_000_000, duration: 100))
        let show = Show(
            id: "A", title: "A", summary: "", authors: [], homePage: nil, language: nil, file: "A", episodes: [big])
        let test = TestApp(PodcastState(shows: [show]))
        test.app.setRunning(true)
        test.ticker.tick(4)
        #expect(test.app.centre.state.downloads.map(\.received) == [6_000_000])
        test.turnOn(.runtimeSwitch(feature: test.path(of: TurboDownloadsFeature.self)))
        test.ticker.tick(4)
        #expect(test.app.centre.state.downloads.map(\.received) == [30_000_000])
    }

    @Test func pausingStopsTheTimer() {
        let test = TestApp()
        #expect(!test.app.isRunning)
        test.app.setRunning(true)
        test.app.setRunning(true)
        #expect(test.app.isRunning)
        #expect(test.ticker.isRunning)
        test.ticker.tick(3)
        test.app.setRunning(false)
        test.app.setRunning(false)
        #expect(!test.app.isRunning)
        #expect(!test.ticker.isRunning)
        #expect(test.ticker.stopCount == 1)
        let elapsed = test.app.centre.state.elapsed
        test.ticker.tick(10)
        #expect(test.app.centre.state.elapsed == elapsed)
    }

    @Test func nothingRunsBeforeSetUp() {
        let ticker = ManualTicker()
        let app = PodcastApp(state: .sample, ticker: ticker)
        app.setRunning(true)
        #expect(!app.isRunning)
        #expect(!ticker.isRunning)
    }
}
