import FlintCore
import FlintLocks
import FlintSimulation
import FlintTestSupport
import Foundation
import Testing

@testable import FlintPodcasts

@MainActor
struct FlintPodcastsTests {
    private func perform(
        _ action: String, of feature: FeatureDefinition.Type, _ parameters: RouteParameters = [:], in test: TestApp
    ) throws -> String {
        let metadata = try #require(test.run { Flint.metadata(for: feature) })
        let actionMetadata = try #require(metadata.actions.first { $0.name == action })
        let result = Protected("not completed")
        test.runtime.perform(
            actionMetadata, parameters: parameters, router: test.app.router, userInitiated: true
        ) { outcome in
            result.withLock { result in
                switch outcome {
                case .performed(.success), .appPerformed: result = "success"
                case .performed(.failure(let error)): result = "\(error)"
                case .unavailable: result = "unavailable"
                case .declined: result = "declined"
                case .invalidInput, .noPresenter, .userCancelled, .appCancelled:
                    result = outcome.refusal ?? "not refused"
                }
            }
        }
        return result.withLock { $0 }
    }

    @Test func `actions performed by name change the app`() throws {
        let test = TestApp()
        #expect(try perform("play", of: PlaybackFeature.self, ["episode": "tw"], in: test) == "success")
        #expect(test.app.activity == "playing “Two” 0:00")
        #expect(try perform("seek", of: PlaybackFeature.self, ["position": "0:42"], in: test) == "success")
        #expect(test.app.activity == "playing “Two” 0:42")
        #expect(try perform("pause", of: PlaybackFeature.self, in: test) == "success")
        #expect(test.app.activity == nil)
        #expect(test.app.notice == "Paused at 0:42")
        #expect(try perform("pause", of: PlaybackFeature.self, in: test) == "Nothing is playing.")
        #expect(try perform("download", of: DownloadsFeature.self, in: test) == "success")
        #expect(try perform("remove", of: DownloadsFeature.self, in: test) == "success")
        #expect(try perform("unsubscribe", of: FavouritesFeature.self, ["show": "b"], in: test) == "success")
        #expect(try perform("subscribe", of: FavouritesFeature.self, ["show": "B"], in: test) == "success")
        #expect(try perform("verify", of: DiagnosticsFeature.self, in: test) == "success")
        #expect(test.app.notice == "2 shows, 5 episodes, all with a recording")
    }

    @Test func `advancing by seconds moves playback immediately`() throws {
        let test = TestApp()
        #expect(try perform("play", of: PlaybackFeature.self, ["episode": "tw"], in: test) == "success")
        test.run { test.app.advance(seconds: 3) }
        #expect(test.app.activity?.hasPrefix("playing “Two” 0:03") == true)
        test.run { test.app.advance(seconds: -1) }
        #expect(test.app.activity?.hasPrefix("playing “Two” 0:03") == true)
    }

    @Test func `URLs perform the app's actions`() throws {
        let test = TestApp()
        func open(_ text: String) throws -> MappedActionResult {
            let url = try #require(URL(string: text))
            return test.run { Flint.open(url: url, with: test.app.router) }
        }
        #expect(try open("podcasts://play/Tw") == .success)
        #expect(test.app.activity == "playing “Two” 0:00")
        #expect(try open("podcasts://seek/0:42") == .success)
        #expect(test.app.activity == "playing “Two” 0:42")
        let locked = MappedActionResult.failure(error: PerformIncomingURLAction.URLActionError.notAvailable)
        #expect(try open("https://podcasts.example/playlists") == locked)
        #expect(try open("https://podcasts.example/seek/0:10") == .noMappingFound)
        let link = test.run { Flint.linkCreator.appLink(to: PlaybackFeature.play, with: .titled("a b/c")) }
        #expect(link?.absoluteString == "podcasts://play/a%20b%2Fc")
    }

    @Test func `actions of unlocked features succeed`() throws {
        var state = PodcastState.sample
        _ = try state.play(.current)
        state.player.position = 50
        let test = TestApp(state)
        #expect(try perform("create", of: SmartPlaylistsFeature.self, ["name": "Train"], in: test) == "unavailable")
        for product in PodcastProducts.all { test.device.store.buy(product.productID) }
        test.device.store.buy(PodcastProducts.credits.productID)
        test.turnOn(.userSetting(feature: test.path(of: SpeedFeature.self)))
        test.turnOn(.userSetting(feature: test.path(of: SoundEnhancementFeature.self)))
        test.turnOn(.runtimeSwitch(feature: test.path(of: TurboDownloadsFeature.self)))
        for permission in PodcastDevice.usageDescriptions.keys {
            test.device.permissions.setStatus(.authorized, of: permission)
        }

        #expect(try perform("create", of: SmartPlaylistsFeature.self, ["name": "Train"], in: test) == "success")
        #expect(
            try perform("create", of: SmartPlaylistsFeature.self, ["name": "train"], in: test)
                == "There is already a playlist “train”. Choose another name.")
        #expect(try perform("show", of: SmartPlaylistsFeature.self, in: test) == "success")
        #expect(test.app.notice == "Playlists: Train (5)")
        #expect(try perform("set", of: SpeedFeature.self, ["speed": "1.5"], in: test) == "success")
        #expect(test.app.center.state.player.speed == 1.5)
        #expect(try perform("set", of: SoundEnhancementFeature.self, ["level": "full"], in: test) == "success")
        #expect(test.app.center.state.player.enhancement == .full)
        #expect(try perform("everything", of: TurboDownloadsFeature.self, in: test) == "success")
        #expect(test.app.notice == "Downloading 5 more episodes")
        #expect(try perform("share", of: ClipSharingFeature.self, in: test) == "success")
        #expect(test.app.notice == "Sharing “One” from 0:35 to 0:50")
        #expect(try perform("show", of: TranscriptsFeature.self, in: test) == "success")
        #expect(test.app.notice == "One: All about One")
        #expect(try perform("search", of: TranscriptSearchFeature.self, ["text": "two"], in: test) == "success")
        #expect(test.app.notice == "“two” is mentioned in “Two”")
        #expect(try perform("send", of: WatchPlayerFeature.self, in: test) == "success")
        #expect(test.app.notice == "Sent “One” to the watch")
        #expect(try perform("announce", of: EpisodeAlertsFeature.self, ["show": "A"], in: test) == "success")
    }

    @Test func `up next is shown and skipped to`() throws {
        let test = TestApp()
        #expect(try perform("show", of: UpNextFeature.self, in: test) == "success")
        #expect(test.app.notice == "Up next: “One”, “Uno”, “Two”")
        _ = try perform("play", of: PlaybackFeature.self, ["episode": "uno"], in: test)
        #expect(try perform("skip", of: UpNextFeature.self, in: test) == "success")
        #expect(test.app.notice == "Skipped to “Two”")
        #expect(test.app.activity == "playing “Two” 0:00")
        let empty = TestApp(PodcastState(shows: []))
        #expect(try perform("show", of: UpNextFeature.self, in: empty).hasPrefix("There are no more episodes to play."))
        #expect(try perform("skip", of: UpNextFeature.self, in: empty).hasPrefix("There are no more episodes to play."))
    }

    @Test func `the sleep timer is started for minutes and canceled`() throws {
        let test = TestApp()
        #expect(try perform("start", of: SleepTimerFeature.self, in: test) == "unavailable")
        test.flags.setFeatureEnabled(feature: FeatureFlag(key: .sleepTimer), enabled: true)
        #expect(
            try perform("cancel", of: SleepTimerFeature.self, in: test)
                == "No sleep timer is running. Start one first.")
        #expect(try perform("start", of: SleepTimerFeature.self, in: test) == "success")
        #expect(test.app.notice == "Good night: playback pauses in 30 min")
        #expect(try perform("start", of: SleepTimerFeature.self, ["minutes": "15"], in: test) == "success")
        #expect(test.app.center.state.sleepTimerEnd == 900)
        #expect(try perform("cancel", of: SleepTimerFeature.self, in: test) == "success")
        #expect(test.app.center.state.sleepTimerEnd == nil)
        for minutes in ["0", "181", "soon", "-1"] {
            #expect(try perform("start", of: SleepTimerFeature.self, ["minutes": minutes], in: test) != "success")
        }
    }

    @Test func `refreshing without playlists fails later`() async throws {
        let test = TestApp()
        test.device.store.buy("podcasts.premium")
        test.device.permissions.setStatus(.authorized, of: .location(usage: .whenInUse))
        let request = try #require(test.run { SmartPlaylistsFeature.refresh.request() })
        let outcome = await withCheckedContinuation { continuation in
            request.perform(withPresenter: test.app.center) { continuation.resume(returning: $0) }
        }
        #expect(outcome == .failure(error: PodcastError.noPlaylists))
    }

    @Test func `activity observers are notified of changes only`() throws {
        let test = TestApp()
        let count = Protected(0)
        test.app.onActivityChange { count.withLock { $0 += 1 } }
        _ = try perform("verify", of: DiagnosticsFeature.self, in: test)
        #expect(count.withLock { $0 } == 0)
        _ = try perform("play", of: PlaybackFeature.self, in: test)
        #expect(count.withLock { $0 } == 1)
        test.app.setRunning(true)
        test.ticker.tick()
        #expect(count.withLock { $0 } == 2)
        test.app.onActivityChange(nil)
        test.ticker.tick()
        #expect(count.withLock { $0 } == 2)
    }

    @Test func `bundled feeds are complete`() throws {
        let app = try PodcastApp()
        let state = app.center.state
        #expect(state.shows.count == 4)
        #expect(state.episodes.count == 31)
        #expect(state.subscriptions.count == 3)
        for show in state.shows {
            #expect(show.homePage?.contains(".example.") == true)
            #expect(!show.authors.isEmpty)
            for episode in show.episodes {
                #expect(episode.audio?.duration != nil && episode.audio?.size != nil && episode.published != nil)
            }
        }
        #expect(Set(state.episodes.map(\.title)).count == state.episodes.count)
        #expect(
            try app.center.refresh(ShowSelection(title: "Harbour Lights"))
                == "No new episodes in Harbour Lights")
        #expect(app.activity == "playing “Why is ice slippery? 🧊” 2:06")
    }

    @Test func `other feeds replace the bundled ones`() throws {
        let folder = try TemporaryFolder()
        let json = #"{"version": "https://jsonfeed.org/version/1.1", "title": "Salt", "items": []}"#
        let file = try folder.write(json, to: "salt.json")
        let app = try PodcastApp(feeds: [file])
        #expect(app.center.state.shows.map(\.title) == ["Salt"])
        #expect(app.activity == nil)
        #expect(
            throws: FeedError(
                file: file, problem: "This is the same feed as \(file).", advice: "Specify each feed only once.")
        ) {
            try PodcastApp(feeds: [file, file])
        }
    }

    @Test func `a folder's feeds replace the bundled ones`() throws {
        let folder = try TemporaryFolder()
        #expect(PodcastApp.resourceFolder(environment: [:]) == nil)
        #expect(PodcastApp.resourceFolder(environment: ["FLINT_RESOURCES": ""]) == nil)
        #expect(PodcastApp.resourceFolder(environment: ["FLINT_RESOURCES": "data"]) == "data")
        let error = #expect(throws: FeedError.self) { try PodcastApp(folder: folder.path) }
        #expect(error?.file == folder.path + "/Feeds")
        try folder.write(
            #"{"version": "https://jsonfeed.org/version/1.1", "title": "Salt", "items": []}"#, to: "Feeds/salt.json")
        #expect(try PodcastApp(folder: folder.path).center.state.shows.map(\.title) == ["Salt"])
    }
}
