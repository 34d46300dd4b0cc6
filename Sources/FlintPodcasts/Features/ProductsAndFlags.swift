// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks

/// One product of each type that the app sells, for constraints and the simulated store.
enum PodcastProducts {
    static let premium = AutoRenewingSubscriptionProduct(
        name: "Premium subscription", description: "Every listening feature, month by month",
        productID: "podcasts.premium", declaration: Declaration(owner: "Store", kind: .permanent, since: "1.0"))
    static let seasonPass = NonRenewingSubscriptionProduct(
        name: "Season pass", description: "The transcripts of one season", productID: "podcasts.season-pass")
    static let transcripts = NonConsumableProduct(
        name: "Transcripts", description: "The transcripts of all episodes", productID: "podcasts.transcripts")
    static let credits = ConsumableProduct(
        name: "Transcript credits", description: "One for each hour of speech", productID: "podcasts.credits")

    static var all: [Product] { [premium, seasonPass, transcripts, credits] }
}

/// The app's feature flags.
///
/// The keys are extensions of `FeatureKey`, so constraints can use their names, such as `.sleepTimer`.
enum PodcastFlags {
    /// The default values of this version; every other flag provider takes precedence over them.
    static let release: [FeatureKey: Bool] = [.sleepTimer: false, .upNext: true]

    static let sleepTimer = FeatureFlag(
        key: .sleepTimer,
        declaration: Declaration(owner: "Player", kind: .release, since: "2.1", reviewDate: "2027-03-01"))
    static let upNext = FeatureFlag(
        key: .upNext, declaration: Declaration(owner: "Player", kind: .killSwitch, since: "1.4"))
    static let roomForDownloads = FeatureFlag(
        key: .roomForDownloads,
        declaration: Declaration(
            title: "Room for downloads", remedy: .user("Delete downloaded episodes"), owner: "Downloads",
            kind: .permanent, since: "1.2"))
}

extension FeatureKey {
    static let sleepTimer: FeatureKey = "sleep-timer"
    static let upNext: FeatureKey = "up-next"
    static let roomForDownloads: FeatureKey = "room-for-downloads"
    static let summaryModel: FeatureKey = "summary-model"
}

// The simulated store, the permissions and the user settings announce every change. Real apps also have sources that
// announce no changes, and sources that take time to find a value. The two providers below show both kinds.

/// A flag provider that never announces changes.
///
/// The provider computes its flag, ``FeatureKey/roomForDownloads``, from the app's state. Because `announcesChanges`
/// keeps its default, `false`, the engine asks the provider on every use and the value is always current.
final class StorageFlags: DetailedFeatureFlagProvider, Sendable {
    let priority = FeaturePriority.minPriority
    let type = FeatureFlagProviderType.release
    let name = "storage"
    let knownFeatures: [FeatureKey] = [.roomForDownloads]

    private let center: PodcastCenter

    init(center: PodcastCenter) {
        self.center = center
    }

    func hasFeature(_ featureKey: FeatureKey) -> Bool { featureKey == .roomForDownloads }

    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool {
        hasFeature(featureKey) && center.state.downloads.count(where: \.isComplete) < PodcastState.downloadsKept
    }

    func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        hasFeature(featureKey) ? FlagEvaluation(value: isFeatureEnabled(featureKey)) : nil
    }

    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        ObservationToken {}
    }
}

/// A flag provider that determines its value with a delay, and then announces it.
///
/// The value of ``FeatureKey/summaryModel`` is unknown for the first ``searchLength`` seconds of background work. Until
/// then, the provider answers that it is not ready, so the flag is pending rather than missing, and features that
/// require it are undetermined.
final class SummaryModelFlags: DetailedFeatureFlagProvider, Sendable {
    static let searchLength = 3

    let announcesChanges = true
    let priority = FeaturePriority.minPriority
    let type = FeatureFlagProviderType.release
    let name = "summary model"

    private let isFound = Protected(false)
    private let observers = ObserverList<[FeatureKey]?>()

    let knownFeatures: [FeatureKey] = [.summaryModel]

    func hasFeature(_ featureKey: FeatureKey) -> Bool { featureKey == .summaryModel }

    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey)?.value == true }

    func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        guard hasFeature(featureKey) else { return nil }
        return isFound.withLock { $0 }
            ? FlagEvaluation(value: true)
            : FlagEvaluation(errorCode: .providerNotReady, message: "The search for the model is not complete.")
    }

    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        observers.add(handler)
    }

    func search(seconds: Int) {
        guard seconds >= Self.searchLength else { return }
        let isNew = isFound.withLock { isFound in
            defer { isFound = true }
            return !isFound
        }
        // Observers read the flag, so they are called after the lock is released.
        if isNew { observers.notify([.summaryModel]) }
    }
}
