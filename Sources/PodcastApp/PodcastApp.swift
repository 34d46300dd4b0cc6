import FlintCore
import FlintSimulation
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A podcast player without a loudspeaker: real feeds, real state and real background work, gated by features.
///
/// ```swift
/// let app = try PodcastApp()
/// app.setUp()
/// app.setRunning(true)
/// ```
///
/// It may be used from any thread. Its actions run on the main queue, so a program that uses it must let that run.
package final class PodcastApp: Sendable {
    /// What people call the app.
    package static let name = "Podcasts"
    /// The scheme of the app's own URLs, such as `podcasts://play/Fog%20signals`.
    package static let urlScheme = "podcasts"
    /// The domain whose web URLs the app opens.
    package static let domain = "podcasts.example"

    /// Finds the app's presenters for actions that are performed by name.
    package let router: any PresentationRouter & Sendable

    let centre: PodcastCentre
    private let ticker: any Ticker
    private let summaryModel = SummaryModelFlags()
    private let background = Mutex<BackgroundWork?>(nil)

    /// Creates the app with the shows of some feeds.
    ///
    /// - Parameters:
    ///   - feeds: The paths of JSON Feed files; without any, those in the app's resources.
    ///   - environment: The environment variables; by default, those of the process.
    ///   - executable: The path of the program, from which resources are found; by default, that of the running one.
    /// - Throws: An error whose description states which file or directory is wrong, why, and what to do.
    package convenience init(
        feeds: [String] = [], environment: [String: String] = ProcessInfo.processInfo.environment,
        executable: String? = nil
    ) throws {
        let files =
            feeds.isEmpty ? try Self.bundledFeeds(environment: environment, executable: executable) : feeds
        self.init(state: .restored(shows: try Self.shows(in: files)), ticker: DispatchTicker())
    }

    init(state: PodcastState, ticker: any Ticker) {
        let centre = PodcastCentre(state)
        self.centre = centre
        self.ticker = ticker
        router = PodcastRouter(centre: centre)
    }

    /// Registers the app's features in the current runtime.
    ///
    /// - Parameters:
    ///   - device: The device the app runs on, whose store sells the credits that searches spend; `nil` for none.
    ///   - configuration: Supplies trackers and checkers in place of the defaults and the device's, and flag providers
    ///     besides the values that are built in.
    package func setUp(
        on device: SimulatedDevice? = nil, configuration: ((Flint.DependenciesConfig) -> Void)? = nil
    ) {
        let runtime = FlintRuntime.current
        if !FlintAppInfo.urlSchemes.contains(Self.urlScheme) { FlintAppInfo.urlSchemes.append(Self.urlScheme) }
        if !FlintAppInfo.associatedDomains.contains(Self.domain) {
            FlintAppInfo.associatedDomains.append(Self.domain)
        }
        runtime.setUp(PodcastFeatures.self) { [self] config in
            if let device {
                device.configure(config)
                let credits = TranscriptCredits(store: device.store)
                config.purchaseTracker = DebugPurchaseTracker(targetPurchaseTracker: credits)
                centre.charge(credits)
            }
            configuration?(config)
            config.featureFlagProviders += [
                ReleaseFeatureFlagProvider(PodcastFlags.release), StorageFlags(centre: centre), summaryModel,
            ]
        }
        let work = BackgroundWork(centre: centre, runtime: runtime, ticker: ticker, summaryModel: summaryModel)
        background.withLock { $0 = work }
    }

    /// Registers the app's features in the current runtime, with overrides allowed.
    ///
    /// - Parameters:
    ///   - device: The device the app runs on.
    ///   - toggles: Keeps what the user switches on and off.
    ///   - flags: Keeps the flags that are set while debugging.
    package func setUp(on device: SimulatedDevice, toggles: FileKeyValueStore, flags: FileKeyValueStore) {
        setUp(on: device) {
            $0.allowsOverrides = true
            $0.userFeatureToggles = StoredFeatureToggles(store: toggles)
            $0.featureFlagProviders.append(DebugFeatureFlagProvider(userDefaults: flags))
        }
    }

    /// Whether the background work is running.
    package var isRunning: Bool { background.withLock { $0 }?.isRunning ?? false }

    /// Resumes or pauses the background work; while it is paused, the app never wakes the process.
    ///
    /// Without effect before ``setUp(configuration:)``.
    package func setRunning(_ isRunning: Bool) {
        background.withLock { $0 }?.setRunning(isRunning)
    }

    /// Does the background work of some seconds at once, as if they had passed, for measurements and tests.
    ///
    /// Without effect before ``setUp(configuration:)``.
    package func advance(seconds: Int) {
        guard let background = background.withLock({ $0 }) else { return }
        for _ in 0..<max(0, seconds) { background.tick() }
    }

    /// What the app is doing, in a line, such as `playing “Fog signals” 12:03`; `nil` if it does nothing.
    package var activity: String? { centre.activity }

    /// What the app has shown last, in a line; `nil` if nothing has been shown.
    package var notice: String? { centre.notice }

    /// Has a function called whenever ``activity`` has changed, in place of any function given before.
    ///
    /// - Parameter handler: Called on the thread of the change, with no lock held; while the background work runs
    ///   that is the main thread, about once a second.
    package func onActivityChange(_ handler: (@Sendable () -> Void)?) {
        centre.observeActivity(handler)
    }

    // MARK: Feeds

    /// The feeds among the app's resources.
    private static func bundledFeeds(
        environment: [String: String], executable: String?
    ) throws -> [String] {
        let directory = try ResourceLocator(environment: environment, executable: executable).directory() + "/Feeds"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let files = names.filter { $0.hasSuffix(".json") }.sorted().map { "\(directory)/\($0)" }
        guard !files.isEmpty else {
            throw FeedError(
                file: directory, problem: "There are no feeds here.",
                advice: "Put JSON Feed files in it, or name one on the command line.")
        }
        return files
    }

    /// The shows of some feeds, in their order.
    private static func shows(in files: [String]) throws(FeedError) -> [Show] {
        var shows: [Show] = []
        for file in files {
            let show = try FeedReader.show(at: file)
            if let same = shows.first(where: { $0.id == show.id }) {
                throw FeedError(
                    file: file, problem: "This is the same feed as \(same.file).", advice: "Name each feed once.")
            }
            shows.append(show)
        }
        return shows
    }
}
