// SPDX-License-Identifier: MIT

import FlintCore

/// The root of the app's features.
///
/// Pass this group to `Flint.setup` or to a runtime, which also registers every subfeature. The order of
/// ``subfeatures`` is the order on screen.
package final class PodcastFeatures: FeatureGroup {
    package static let name = "Podcasts"
    package static let description = "All features of the podcast player"
    package static var subfeatures: [FeatureDefinition.Type] {
        [
            PlaybackFeature.self, DownloadsFeature.self, FavouritesFeature.self, SharingFeature.self,
            DevicesFeature.self, EpisodeAlertsFeature.self, DiagnosticsFeature.self, AccountFeature.self,
        ]
    }
}

/// Notifications about new episodes.
///
/// The feature requires a user setting that is on by default, and the permission for notifications.
final class EpisodeAlertsFeature: ConditionalFeature {
    static let name = "Episode alerts"
    static let description = "Get notified about new episodes"

    static let announce = action(AnnounceAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: true)
        requirements.permission(.notifications)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(announce)
    }
}

final class AnnounceAction: PodcastAction {
    static let name = "announce"
    static let description = "Announce new episodes of a show"

    static func run(_ input: ShowSelection, on presenter: any DevicesPresenter) throws(PodcastError) -> String? {
        try presenter.announce(input)
    }
}

/// A library check for developers, hidden from users by ``isVisible``.
final class DiagnosticsFeature: Feature {
    static let name = "Diagnostics"
    static let description = "Check the library for problems"
    static let isVisible = false

    static let verify = action(VerifyLibraryAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(verify)
    }
}

final class VerifyLibraryAction: PodcastAction {
    static let name = "verify"
    static let description = "Count shows and episodes, and report missing recordings"

    static func run(_ input: NoInput, on presenter: any LibraryPresenter) throws(PodcastError) -> String? {
        presenter.verifyLibrary()
    }
}
