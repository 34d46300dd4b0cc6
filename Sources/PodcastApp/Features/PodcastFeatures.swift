import FlintCore

/// Everything the app offers.
package final class PodcastFeatures: FeatureGroup {
    /// The app's name.
    package static let name = "Podcasts"
    /// What the app is.
    package static let description = "Everything this podcast player can do"
    /// The groups and features at the top, in the order in which they are shown.
    package static var subfeatures: [FeatureDefinition.Type] {
        [
            PlaybackFeature.self, DownloadsFeature.self, FavouritesFeature.self, SharingFeature.self,
            DevicesFeature.self, EpisodeAlertsFeature.self, DiagnosticsFeature.self,
        ]
    }
}

/// Alerts about new episodes: on unless the listener turns them off, and with the system's permission.
final class EpisodeAlertsFeature: ConditionalFeature {
    static let name = "Episode alerts"
    static let description = "Hear of new episodes as they appear"

    static let announce = action(AnnounceAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: true)
        requirements.permission(.notifications)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(announce)
    }
}

/// Announces the new episodes of a show from now on.
final class AnnounceAction: PodcastAction {
    static let name = "announce"
    static let description = "Announce new episodes of a show"

    static func run(_ input: ShowSelection, on presenter: any DevicesPresenter) throws(PodcastError) -> String? {
        try presenter.announce(input)
    }
}

/// Looking after the library; not shown to listeners.
final class DiagnosticsFeature: Feature {
    static let name = "Diagnostics"
    static let description = "See whether the library is in order"
    static let isVisible = false

    static let verify = action(VerifyLibraryAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(verify)
    }
}

/// Counts what the library holds.
final class VerifyLibraryAction: PodcastAction {
    static let name = "verify"
    static let description = "Count what the library holds and say what is odd about it"

    static func run(_ input: NoInput, on presenter: any LibraryPresenter) throws(PodcastError) -> String? {
        presenter.verifyLibrary()
    }
}
