import FlintCore

/// Listening elsewhere than in the app, one feature for every kind of rule about platforms.
final class DevicesFeature: FeatureGroup {
    static let name = "Podcast devices"
    static let description = "Listen on other screens and speakers"
    static var subfeatures: [FeatureDefinition.Type] {
        [
            LockScreenPlayerFeature.self, EpisodeSummariesFeature.self, WatchPlayerFeature.self,
            LivingRoomPlayerFeature.self, MenuBarPlayerFeature.self, NearbySpeakersFeature.self,
        ]
    }
}

/// A player on the lock screen, which a version of iOS must be able to show.
final class LockScreenPlayerFeature: ConditionalFeature {
    static let name = "Lock screen player"
    static let description = "See and control what is playing without unlocking"

    static let show = action(ShowOnLockScreenAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = "16.1"
        requirements.watchOS = .unsupported
        requirements.tvOS = .unsupported
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(show)
    }
}

/// Summaries made on the device, which needs a newer system than most have, and a model that has to be looked for.
final class EpisodeSummariesFeature: ConditionalFeature {
    static let name = "Episode summaries"
    static let description = "Sum up an episode on the device itself"

    static let summarise = action(SummariseAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = 18
        requirements.macOS = 15
        requirements.featureFlag(.summaryModel)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(summarise)
    }
}

/// Sending episodes to a watch, which itself must be recent enough.
final class WatchPlayerFeature: ConditionalFeature {
    static let name = "Watch player"
    static let description = "Leave the phone at home"

    static let send = action(SendToWatchAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.watchOS = "9.1"
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(send)
    }
}

/// A player for a television, which no phone offers.
final class LivingRoomPlayerFeature: ConditionalFeature {
    static let name = "Living room player"
    static let description = "Play on the television, with the cover on the whole screen"

    static let open = action(OpenLivingRoomAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.tvOS = 15
        requirements.iOS = .unsupported
        requirements.watchOS = .unsupported
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(open)
    }
}

/// A player in the menu bar, which only a Mac has.
final class MenuBarPlayerFeature: ConditionalFeature {
    static let name = "Menu bar player"
    static let description = "Play from the menu bar of a Mac"

    static let open = action(OpenMenuBarAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.macOSOnly = .any
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(open)
    }
}

/// Playing on loudspeakers in the neighbourhood.
final class NearbySpeakersFeature: ConditionalFeature {
    static let name = "Nearby speakers"
    static let description = "Play on loudspeakers around you"

    static let connect = action(ConnectSpeakerAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permissions(.bluetooth, .localNetwork)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(connect)
    }
}

/// An action that lets something else show or play an episode.
protocol HandOverAction: PodcastAction where InputType == EpisodeSelection, PresenterType == any DevicesPresenter {
    /// What takes over, as it is named in a sentence.
    static var place: String { get }
}

extension HandOverAction {
    static func run(_ input: EpisodeSelection, on presenter: any DevicesPresenter) throws(PodcastError) -> String? {
        try presenter.hand(input, to: place)
    }
}

/// Shows an episode on the lock screen.
final class ShowOnLockScreenAction: HandOverAction {
    static let name = "show"
    static let description = "Show an episode on the lock screen"
    static let place = "the lock screen"
}

/// Sums up an episode.
final class SummariseAction: HandOverAction {
    static let name = "summarise"
    static let description = "Sum up an episode"
    static let place = "the summary"
}

/// Sends an episode to the watch.
final class SendToWatchAction: HandOverAction {
    static let name = "send"
    static let description = "Send an episode to the watch"
    static let place = "the watch"
}

/// Plays an episode on the television.
final class OpenLivingRoomAction: HandOverAction {
    static let name = "open"
    static let description = "Play an episode on the television"
    static let place = "the television"
}

/// Plays an episode from the menu bar.
final class OpenMenuBarAction: HandOverAction {
    static let name = "open"
    static let description = "Play an episode from the menu bar"
    static let place = "the menu bar"
}

/// Plays an episode on a loudspeaker.
final class ConnectSpeakerAction: HandOverAction {
    static let name = "connect"
    static let description = "Play an episode on a loudspeaker"
    static let place = "the loudspeaker"
}
