import FlintCore
import FlintSimulation
import FlintTestSupport
import Testing

@testable import FlintPodcasts

/// Tests of the background work on the main queue.
///
/// Actions are performed synchronously on that queue, so a tick returns after its actions.
@MainActor
struct BackgroundWorkTests {
    @Test func `background work performs actions in the background session`() {
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

    @Test func `background actions are not user initiated`() {
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

    @Test func `the sleep timer pauses playback once`() throws {
        var state = PodcastState.sample
        _ = try state.play(.current)
        state.startSleepTimer(seconds: 3)
        let test = TestApp(state)
        test.flags.setFeatureEnabled(feature: FeatureFlag(key: .sleepTimer), enabled: true)
        test.app.setRunning(true)
        test.ticker.tick(2)
        #expect(test.app.center.state.player.isPlaying)
        test.ticker.tick(1)
        #expect(!test.app.center.state.player.isPlaying)
        #expect(test.completedActions.contains("background Podcast playback.pause: success"))
        test.ticker.tick(3)
        #expect(test.completedActions.filter { $0.contains("pause") }.count == 1)
    }

    @Test func `a sleep timer whose flag is off does not pause playback`() throws {
        var state = PodcastState.sample
        _ = try state.play(.current)
        state.startSleepTimer(seconds: 1)
        let test = TestApp(state)
        test.app.setRunning(true)
        test.ticker.tick(2)
        #expect(test.app.center.state.player.isPlaying)
        #expect(test.app.center.state.sleepTimerEnd == nil)
    }

    @Test func `the end of an episode is an action, and the next episode plays`() throws {
        var state = PodcastState.sample
        _ = try state.play(.current)
        state.player.position = 99
        let test = TestApp(state)
        test.app.setRunning(true)
        test.ticker.tick()
        #expect(test.completedActions == ["background Podcast playback.finish One: success"])
        #expect(test.app.notice == "Finished “One”, next is “Uno”")
        #expect(test.app.activity == "playing “Uno” 0:00")
    }

    @Test func `old downloads are removed for new ones`() throws {
        let test = TestApp(PodcastState(shows: [.sample("A", (0..<9).map { "E\($0)" })]))
        test.app.setRunning(true)
        test.ticker.tick(32)
        #expect(test.completedActions.contains("background Podcast downloading.remove E0: success"))
        test.ticker.tick(200)
        // The list may also contain a download in progress and a download that has just completed.
        #expect(test.app.center.state.downloads.count <= PodcastState.downloadsKept + 2)
        #expect(test.completedActions.filter { $0.contains("download E0") }.count > 1)
    }

    @Test func `feeds are refreshed and a malformed feed keeps the old episodes`() throws {
        let folder = try TemporaryFolder()
        let feed = #"{"version": "https://jsonfeed.org/version/1.1", "title": "Salt", "items": [\#("{}")]}"#
        func write(_ items: String) throws -> String {
            try folder.write(feed.replacing("{}", with: items), to: "salt.json")
        }
        let file = try write(#"{"id": "1", "title": "Old"}"#)
        let test = TestApp(PodcastState(shows: [try FeedReader.show(at: .external(path: file))]))
        test.app.setRunning(true)
        _ = try write(#"{"id": "2", "title": "New"}, {"id": "1", "title": "Old"}"#)
        test.ticker.tick(PodcastState.refreshInterval)
        #expect(test.app.notice == "1 new in Salt")
        #expect(test.app.center.state.episodes.map(\.title) == ["New", "Old"])

        try folder.write("gone wrong", to: "salt.json")
        test.ticker.tick(PodcastState.refreshInterval)
        let last = try #require(test.completedActions.last)
        #expect(last.hasPrefix("background Podcast favourites.refresh Salt: failure: \(file): This is not JSON"))
        #expect(test.app.center.state.episodes.count == 2)
    }

    @Test func `the playback speed applies while its feature is available`() throws {
        var state = PodcastState.sample
        _ = try state.play(.current)
        state.player.speed = 2
        let test = TestApp(state)
        test.app.setRunning(true)
        test.ticker.tick(10)
        #expect(test.app.center.state.player.position == 10)

        test.device.store.buy("podcasts.premium")
        let toggles = try #require(test.runtime.dependencies.userFeatureToggles as? any MutableUserFeatureToggles)
        test.run { toggles.setEnabled(SpeedFeature.self, enabled: true) }
        test.ticker.tick(10)
        #expect(test.app.center.state.player.position == 30)

        test.device.store.refund("podcasts.premium")
        test.ticker.tick(10)
        #expect(test.app.center.state.player.position == 40)
    }

    @Test func `turbo downloads receive four times as many bytes`() {
        let big = Episode(
            id: EpisodeID("A", "Big"), title: "Big", summary: "", published: nil, authors: [], tags: [],
            audio: Episode.Audio(url: "u", mimeType: "audio/mpeg", size: 240_000_000, duration: 100))
        let show = Show(
            id: "A", title: "A", summary: "", authors: [], homePage: nil, language: nil, file: .external(path: "A"),
            episodes: [big])
        let test = TestApp(PodcastState(shows: [show]))
        test.app.setRunning(true)
        test.ticker.tick(4)
        #expect(test.app.center.state.downloads.map(\.received) == [6_000_000])
        test.turnOn(.runtimeSwitch(feature: test.path(of: TurboDownloadsFeature.self)))
        test.ticker.tick(4)
        #expect(test.app.center.state.downloads.map(\.received) == [30_000_000])
    }

    @Test func `pausing background work stops the ticker`() {
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
        let elapsed = test.app.center.state.elapsed
        test.ticker.tick(10)
        #expect(test.app.center.state.elapsed == elapsed)
    }

    @Test func `background work does not start before setup`() {
        let ticker = ManualTicker()
        let app = PodcastApp(state: .sample, ticker: ticker)
        app.setRunning(true)
        #expect(!app.isRunning)
        #expect(!ticker.isRunning)
    }
}

struct PodcastStateBackgroundTests {
    /// Advances by seconds and returns the jobs that become due in each second.
    private func jobs(_ state: inout PodcastState, seconds: Int, speed: Double = 1) -> [[BackgroundJob]] {
        (0..<seconds).map { _ in state.advance(speed: speed, bytes: 100_000) }
    }

    @Test func `the player advances at its speed`() throws {
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

    @Test func `the end of an episode is due once`() throws {
        var state = PodcastState.sample
        _ = try state.play(.current)
        state.player.position = 98
        let id = EpisodeID("A", "One")
        #expect(!jobs(&state, seconds: 1).joined().contains(.finish(id, title: "One")))
        #expect(jobs(&state, seconds: 1).joined().contains(.finish(id, title: "One")))
        _ = state.finish(id)
        #expect(!jobs(&state, seconds: 1).joined().contains(.finish(id, title: "One")))
    }

    @Test func `a missing episode is downloaded in pieces`() throws {
        var state = PodcastState.sample
        #expect(jobs(&state, seconds: 2) == [[], [.download(EpisodeID("A", "One"), title: "One")]])
        _ = try state.download(.titled("One"))
        let progress = DownloadProgress(
            episode: EpisodeID("A", "One"), title: "One", bytes: 400_000, percent: 40)
        #expect(jobs(&state, seconds: 2) == [[], [.receive(progress)]])
        _ = state.addBytes(400_000, of: EpisodeID("A", "One"))
        #expect(
            jobs(&state, seconds: 4).last == [
                .receive(
                    DownloadProgress(
                        episode: EpisodeID("A", "One"), title: "One", bytes: 400_000, percent: 80))
            ])
    }

    @Test func `feeds are refreshed in turn`() {
        var state = PodcastState.sample
        let all = jobs(&state, seconds: 3 * PodcastState.refreshInterval).joined()
        let refreshed = all.compactMap { job in
            if case .refresh(let title) = job { title } else { nil }
        }
        #expect(refreshed == ["A", "B", "A"])
    }

    @Test func `an empty library has no background jobs`() {
        var state = PodcastState(shows: [])
        #expect(jobs(&state, seconds: 200).joined().isEmpty)
    }

    @Test func `equal seconds lead to equal states`() throws {
        var first = PodcastState.sample
        var second = PodcastState.sample
        #expect(jobs(&first, seconds: 100) == jobs(&second, seconds: 100))
        #expect(first.elapsed == second.elapsed)
        #expect(first.player == second.player)
    }
}
