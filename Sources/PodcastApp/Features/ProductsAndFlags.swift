import FlintCore
import Synchronization

/// What can be bought in the app, one product of every type.
enum PodcastProducts {
    static let premium = AutoRenewingSubscriptionProduct(
        name: "Premium subscription", description: "Every listening feature, month by month",
        productID: "podcasts.premium")
    static let seasonPass = NonRenewingSubscriptionProduct(
        name: "Season pass", description: "The texts of one season", productID: "podcasts.season-pass")
    static let transcripts = NonConsumableProduct(
        name: "Transcripts", description: "Read what was said", productID: "podcasts.transcripts")
    static let credits = ConsumableProduct(
        name: "Transcript credits", description: "One for each hour of speech", productID: "podcasts.credits")

    /// All of them, in the order in which the store shows them.
    static var all: [Product] { [premium, seasonPass, transcripts, credits] }
}

/// What is switched on and off without a new build.
enum PodcastFlags {
    /// The flags as this version of the app is built, which everything else overrules.
    static let release: [FeatureKey: Bool] = [.sleepTimer: false, .upNext: true]
}

extension FeatureKey {
    /// The timer that ends playback; not ready for every listener yet.
    static let sleepTimer: FeatureKey = "sleep-timer"
    /// The list of what plays next; on, and switched off from afar should it cause trouble.
    static let upNext: FeatureKey = "up-next"
    /// Whether there is room for more downloads; answered by ``StorageFlags``.
    static let roomForDownloads: FeatureKey = "room-for-downloads"
    /// Whether the model that sums up episodes is on the device; answered by ``SummaryModelFlags``.
    static let summaryModel: FeatureKey = "summary-model"
}

// The simulated store, the permissions and the user's choices announce every change. Real apps also have sources that
// announce nothing, and sources that know nothing at first.

/// Answers from the app's own state whether there is room for more downloads, and announces nothing.
///
/// The engine asks it at every use, so the answer is right although the state changes without a word.
final class StorageFlags: DetailedFeatureFlagProvider, Sendable {
    let priority = FeaturePriority.minPriority
    let type = FeatureFlagProviderType.release
    let name = "storage"
    let knownFeatures: [FeatureKey] = [.roomForDownloads]

    private let centre: PodcastCentre

    /// Creates the provider of an app.
    init(centre: PodcastCentre) {
        self.centre = centre
    }

    func hasFeature(_ featureKey: FeatureKey) -> Bool { featureKey == .roomForDownloads }

    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool {
        hasFeature(featureKey) && centre.state.downloads.count(where: \.isComplete) < PodcastState.downloadsKept
    }

    func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        hasFeature(featureKey) ? FlagEvaluation(value: isFeatureEnabled(featureKey)) : nil
    }

    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        ObservationToken {}
    }
}

/// Knows after a while whether the model that sums up episodes is on the device, and announces it then.
final class SummaryModelFlags: DetailedFeatureFlagProvider, Sendable {
    /// After how many seconds of background work the model has been looked for.
    static let searchLength = 3

    let announcesChanges = true
    let priority = FeaturePriority.minPriority
    let type = FeatureFlagProviderType.release
    let name = "summary model"

    private let isFound = Mutex(false)
    private let observers = ObserverList<[FeatureKey]?>()

    let knownFeatures: [FeatureKey] = [.summaryModel]

    func hasFeature(_ featureKey: FeatureKey) -> Bool { featureKey == .summaryModel && isFound.withLock { $0 } }

    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { hasFeature(featureKey) }

    func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        hasFeature(featureKey) ? FlagEvaluation(value: true) : nil
    }

    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        observers.add(handler)
    }

    /// Ends the search for the model after enough background work.
    ///
    /// - Parameter seconds: The seconds of background work so far.
    func search(seconds: Int) {
        guard seconds >= Self.searchLength else { return }
        let isNew = isFound.withLock { isFound in
            defer { isFound = true }
            return !isFound
        }
        if isNew { observers.notify([.summaryModel]) }
    }
}
