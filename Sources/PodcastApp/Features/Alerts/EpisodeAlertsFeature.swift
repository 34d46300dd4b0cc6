import FlintCore

/// Alerts about new episodes: on unless the listener turns them off, and with the system's permission.
final class EpisodeAlertsFeature: ConditionalFeature {
    static let name = "Episode alerts"
    static let description = "Hear of new episodes as they appear"
    static let isVisible = true

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
