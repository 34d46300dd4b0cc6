// SPDX-License-Identifier: MIT

import FlintCore

/// The feature for playing, pausing and seeking.
///
/// The feature has no conditions, so it is always available. Its subfeatures add speed, sound enhancement, the queue
/// and the sleep timer.
final class PlaybackFeature: Feature, FeatureGroup {
    static let name = "Podcast playback"
    static let description = "Play, pause and seek"
    static var subfeatures: [FeatureDefinition.Type] {
        [SpeedFeature.self, SoundEnhancementFeature.self, UpNextFeature.self, SleepTimerFeature.self]
    }

    static let play = action(PlayAction.self)
    static let pause = action(PauseAction.self)
    static let seek = action(SeekAction.self)
    static let finish = action(FinishEpisodeAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(play)
        actions.publish(pause)
        actions.declare(seek)
        actions.declare(finish)
    }
}

extension PlaybackFeature: URLMapped {
    static func urlMappings(routes: URLMappingsBuilder) {
        // Links are created from an action's first mapping, so the mapping with an episode comes first.
        routes.send("play/$(episode)", to: play)
        routes.send("play", to: play)
        routes.send("pause", to: pause, in: [.appAny])
        routes.send("seek/$(position)", to: seek, in: [.appAny])
    }
}

final class PlayAction: PodcastAction {
    static let name = "play"
    static let description = "Play an episode, or resume the current one"

    static func run(_ input: EpisodeSelection, on presenter: any PlayerPresenter) throws(PodcastError) -> String? {
        try presenter.play(input)
    }
}

final class PauseAction: PodcastAction {
    static let name = "pause"
    static let description = "Pause playback"

    static func run(_ input: NoInput, on presenter: any PlayerPresenter) throws(PodcastError) -> String? {
        try presenter.pause()
    }
}

final class SeekAction: PodcastAction {
    static let name = "seek"
    static let description = "Seek in the current episode"

    static func run(_ input: SeekTarget, on presenter: any PlayerPresenter) throws(PodcastError) -> String? {
        try presenter.seek(to: input)
    }
}

final class FinishEpisodeAction: PodcastAction {
    static let name = "finish"
    static let description = "Mark an episode as played and continue with the next one"

    static func run(_ input: EpisodeSelection, on presenter: any PlayerPresenter) throws(PodcastError) -> String? {
        try presenter.finish(input)
    }
}

/// The list of the next episodes.
///
/// The feature is available to everyone. Its flag exists only so that the feature can be turned off remotely if it
/// causes problems.
final class UpNextFeature: ConditionalFeature {
    static let name = "Up next"
    static let description = "See what plays next and skip to it"

    static let show = action(ShowUpNextAction.self)
    static let skip = action(SkipAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag(PodcastFlags.upNext)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(show)
        actions.publish(skip)
    }
}

final class ShowUpNextAction: PodcastAction {
    static let name = "show"
    static let description = "Show what plays next"

    static func run(_ input: NoInput, on presenter: any PlayerPresenter) throws(PodcastError) -> String? {
        try presenter.showUpNext()
    }
}

final class SkipAction: PodcastAction {
    static let name = "skip"
    static let description = "Skip to the next episode and keep this one for later"

    static func run(_ input: NoInput, on presenter: any PlayerPresenter) throws(PodcastError) -> String? {
        try presenter.skip()
    }
}
