import FlintCore

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
