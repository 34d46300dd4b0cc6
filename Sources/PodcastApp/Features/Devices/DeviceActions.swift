import FlintCore

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
