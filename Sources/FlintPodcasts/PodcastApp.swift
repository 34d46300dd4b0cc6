// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintLocks
import FlintSimulation

/// A podcast player with real feeds, simulated playback and features that gate its functions.
///
/// Create the app, register its features with ``setUp(on:configuration:)``, and start the background work:
///
/// ```swift
/// let app = try PodcastApp()
/// app.setUp()
/// app.setRunning(true)
/// ```
///
/// The app may be used from any thread. Its actions run on the main queue, so the program has to run the main queue.
package final class PodcastApp: Sendable {
    package static let name = "Podcasts"
    package static let urlScheme = "podcasts"
    package static let domain = "podcasts.example"

    package let router: any PresentationRouter & Sendable

    let center: PodcastCenter
    private let ticker: any Ticker
    private let summaryModel = SummaryModelFlags()
    private let background = Protected<BackgroundWork?>(nil)

    /// Creates the app with the shows from JSON Feed files, or with its own shows if no paths are given.
    ///
    /// The folder replaces the app's own data; see ``resourceFolder(environment:)``. An error names the file or
    /// directory, the problem and a solution.
    package convenience init(feeds: [String] = [], folder: String? = nil) throws {
        let files =
            if !feeds.isEmpty {
                feeds.map(FeedFile.external)
            } else if let folder {
                try Self.feeds(in: folder + "/Feeds")
            } else {
                PodcastFiles.texts.keys.filter { $0.hasPrefix("Resources/Feeds/") }.sorted().map(FeedFile.bundled)
            }
        self.init(state: .restored(shows: try Self.shows(in: files)), ticker: DispatchTicker())
    }

    init(state: PodcastState, ticker: any Ticker) {
        let center = PodcastCenter(state)
        self.center = center
        self.ticker = ticker
        router = PodcastRouter(center: center)
    }

    /// Registers the app's features in the current runtime.
    ///
    /// Without a device, searches are free. The closure can replace the trackers and checkers, and add flag providers.
    /// The app's own flag providers are added afterward.
    package func setUp(
        on device: SimulatedDevice? = nil, configuration: ((Flint.DependenciesConfig) -> Void)? = nil
    ) {
        let runtime = FlintRuntime.current
        // The lists belong to the process, and tests set up the app several times.
        if !FlintAppInfo.urlSchemes.contains(Self.urlScheme) { FlintAppInfo.urlSchemes.append(Self.urlScheme) }
        if !FlintAppInfo.associatedDomains.contains(Self.domain) {
            FlintAppInfo.associatedDomains.append(Self.domain)
        }
        runtime.setUp(PodcastFeatures.self) { [self] config in
            if let device {
                device.configure(config)
                let credits = TranscriptCredits(store: device.store)
                config.purchaseTracker = DebugPurchaseTracker(targetPurchaseTracker: credits)
                center.setCredits(credits)
            }
            AccountFacts.provide(to: config)
            // A test reads the catalog, so it is well-formed.
            config.refusalCatalog = PodcastFiles.texts["Resources/Podcasts.xcstrings"].flatMap {
                try? RefusalCatalog(stringCatalog: $0)
            }
            configuration?(config)
            config.featureFlagProviders += [
                ReleaseFeatureFlagProvider(PodcastFlags.release), StorageFlags(center: center), summaryModel,
            ]
        }
        let work = BackgroundWork(center: center, runtime: runtime, ticker: ticker, summaryModel: summaryModel)
        background.withLock { $0 = work }
    }

    /// Registers the app's features in the current runtime with stored settings and flags, and allows overrides.
    package func setUp(on device: SimulatedDevice, toggles: FileKeyValueStore, flags: FileKeyValueStore) {
        setUp(on: device) {
            $0.allowsOverrides = true
            $0.userFeatureToggles = StoredFeatureToggles(store: toggles)
            $0.featureFlagProviders.append(DebugFeatureFlagProvider(userDefaults: flags))
        }
    }

    package var isRunning: Bool { background.withLock { $0 }?.isRunning ?? false }

    /// Resumes or pauses the background work; this has no effect before ``setUp(on:configuration:)``.
    ///
    /// A paused app never wakes the process.
    package func setRunning(_ isRunning: Bool) {
        background.withLock { $0 }?.setRunning(isRunning)
    }

    package func advance(seconds: Int) {
        guard let background = background.withLock({ $0 }) else { return }
        for _ in 0..<max(0, seconds) { background.tick() }
    }

    /// The current activity in one line, such as `playing “Fog signals” 12:03`, or `nil` if the app is idle.
    package var activity: String? { center.activity }

    package var notice: String? { center.notice }

    /// Sets the function to call when ``activity`` changes, in place of the previous function.
    ///
    /// It is called on the thread of the change while no lock is held. During background work, that is the main thread,
    /// about once a second.
    package func onActivityChange(_ handler: (@Sendable () -> Void)?) {
        center.observeActivity(handler)
    }

    // MARK: Feeds

    /// Returns the folder in the environment variable `FLINT_RESOURCES`, or `nil` if the variable is not set.
    ///
    /// The folder's feeds and personas replace the app's own.
    package static func resourceFolder(environment: [String: String]) -> String? {
        environment["FLINT_RESOURCES"].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func feeds(in directory: String) throws(FeedError) -> [FeedFile] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let files = names.filter { $0.hasSuffix(".json") }.sorted().map { "\(directory)/\($0)" }
        guard !files.isEmpty else {
            throw FeedError(
                file: directory, problem: "The folder does not contain feeds.",
                advice: "Correct FLINT_RESOURCES, or unset it to use the program's own feeds.")
        }
        return files.map(FeedFile.external)
    }

    private static func shows(in files: [FeedFile]) throws(FeedError) -> [Show] {
        var shows: [Show] = []
        for file in files {
            let show = try FeedReader.show(at: file)
            if let same = shows.first(where: { $0.id == show.id }) {
                throw FeedError(
                    file: file.path, problem: "This is the same feed as \(same.file.path).",
                    advice: "Specify each feed only once.")
            }
            shows.append(show)
        }
        return shows
    }
}
