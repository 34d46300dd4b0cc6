public import FlintCore

/// Everything the app offers.
public final class PodcastFeatures: FeatureGroup {
    /// The app's name.
    public static let name = "Podcasts"
    /// What the app is.
    public static let description = "Everything this podcast player can do"
    /// Shown.
    public static let isVisible = true
    /// The groups and features at the top, in the order in which they are shown.
    public static var subfeatures: [FeatureDefinition.Type] {
        [
            PlaybackFeature.self, DownloadsFeature.self, FavouritesFeature.self, SharingFeature.self,
            DevicesFeature.self, EpisodeAlertsFeature.self, DiagnosticsFeature.self,
        ]
    }
}
