// SPDX-License-Identifier: MIT

import FlintCore

/// The features for playing on other devices.
///
/// Each subfeature demonstrates another kind of requirement: a minimum OS version, excluded platforms, a single
/// supported platform, a flag or system permissions.
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

/// A player on the lock screen, which requires iOS 16.1 and excludes watchOS and tvOS.
final class LockScreenPlayerFeature: ConditionalFeature {
    static let name = "Lock screen player"
    static let description = "Control playback without unlocking the device"

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

/// On-device summaries of episodes.
///
/// The feature requires a language model on the device, at least iOS 18 on iOS, and at least macOS 15 on macOS.
/// ``SummaryModelFlags`` reports the model with a delay, so the availability is undetermined at first.
final class EpisodeSummariesFeature: ConditionalFeature {
    static let name = "Episode summaries"
    static let description = "Summarize an episode on the device"

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

/// A player for the watch, which requires watchOS 9.1 and sets no limit for other platforms.
final class WatchPlayerFeature: ConditionalFeature {
    static let name = "Watch player"
    static let description = "Listen without your phone"

    static let send = action(SendToWatchAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.watchOS = "9.1"
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(send)
    }
}

/// A player for the television, which requires tvOS 15 and excludes iOS and watchOS.
final class LivingRoomPlayerFeature: ConditionalFeature {
    static let name = "Living room player"
    static let description = "Play on the television with full-screen cover art"

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

/// Playback on nearby speakers, which requires the permissions for Bluetooth and the local network.
final class NearbySpeakersFeature: ConditionalFeature {
    static let name = "Nearby speakers"
    static let description = "Play on speakers near you"

    static let connect = action(ConnectSpeakerAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permissions(.bluetooth, .localNetwork)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(connect)
    }
}

/// An action that hands an episode over to another screen or speaker; conforming types state only the place.
protocol HandOverAction: PodcastAction where InputType == EpisodeSelection, PresenterType == any DevicesPresenter {
    static var place: String { get }
}

extension HandOverAction {
    static func run(_ input: EpisodeSelection, on presenter: any DevicesPresenter) throws(PodcastError) -> String? {
        try presenter.handOver(input, to: place)
    }
}

final class ShowOnLockScreenAction: HandOverAction {
    static let name = "show"
    static let description = "Show an episode on the lock screen"
    static let place = "the lock screen"
}

final class SummariseAction: HandOverAction {
    static let name = "summarise"
    static let description = "Summarize an episode"
    static let place = "the summary"
}

final class SendToWatchAction: HandOverAction {
    static let name = "send"
    static let description = "Send an episode to the watch"
    static let place = "the watch"
}

final class OpenLivingRoomAction: HandOverAction {
    static let name = "open"
    static let description = "Play an episode on the television"
    static let place = "the television"
}

final class OpenMenuBarAction: HandOverAction {
    static let name = "open"
    static let description = "Play an episode from the menu bar"
    static let place = "the menu bar"
}

final class ConnectSpeakerAction: HandOverAction {
    static let name = "connect"
    static let description = "Play an episode on a speaker"
    static let place = "the speaker"
}
