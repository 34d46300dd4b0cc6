import FlintCore
import Synchronization

/// Having episodes at hand without a network.
final class DownloadsFeature: Feature, FeatureGroup {
    static let name = "Podcast downloading"
    static let description = "Keep episodes for places without a network"
    static var subfeatures: [FeatureDefinition.Type] { [TurboDownloadsFeature.self] }

    static let download = action(DownloadAction.self)
    static let remove = action(RemoveDownloadAction.self)
    static let receive = action(ReceiveAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(download)
        actions.declare(remove)
        actions.declare(receive)
    }
}

/// Puts an episode in the queue.
final class DownloadAction: PodcastAction {
    static let name = "download"
    static let description = "Download an episode, or the one that comes next"

    static func run(_ input: EpisodeSelection, on presenter: any DownloadsPresenter) throws(PodcastError) -> String? {
        try presenter.download(input)
    }
}

/// Cancels or deletes a download.
final class RemoveDownloadAction: PodcastAction {
    static let name = "remove"
    static let description = "Cancel or delete a download"

    static func run(_ input: EpisodeSelection, on presenter: any DownloadsPresenter) throws(PodcastError) -> String? {
        try presenter.removeDownload(input)
    }
}

/// Takes in what has arrived of an episode; performed by the app while it downloads.
final class ReceiveAction: PodcastAction {
    static let name = "receive"
    static let description = "Take in what has arrived of an episode"

    static func run(_ input: DownloadProgress, on presenter: any DownloadsPresenter) throws(PodcastError) -> String? {
        try presenter.receive(input)
    }
}

/// A piece of an episode that has arrived.
struct DownloadProgress: Hashable, Sendable {
    let episode: EpisodeID
    let title: String
    /// How many bytes have arrived since the last time.
    let bytes: Int
    /// How much will then be there, from 0 to 100.
    let percent: Int
}

extension DownloadProgress: FlintLoggable {
    var loggingDescription: String { "\(title), \(percent) %" }

    var loggingInfo: [String: String]? {
        ["show": episode.show, "episode": episode.item, "title": title, "bytes": "\(bytes)", "percent": "\(percent)"]
    }
}

/// Downloading four times as fast: an experiment for the people who make the app.
///
/// Its switch is off until a program turns it on, which takes effect with the next piece that arrives.
package final class TurboDownloadsFeature: ConditionalFeature {
    /// The name for people.
    package static let name = "Turbo downloads"
    /// What it does.
    package static let description = "Download four times as fast; for internal use only"

    private static let isOn = Mutex(false)

    /// Whether the experiment runs; announce a change with `Flint.runtimeSwitchChanged`.
    package static var isEnabled: Bool? {
        get { isOn.withLock { $0 } }
        set { isOn.withLock { $0 = newValue ?? false } }
    }

    static let everything = action(DownloadEverythingAction.self)

    /// Requires the switch, and room for what arrives.
    package static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
        requirements.featureFlag(.roomForDownloads)
    }

    /// Declares the actions.
    package static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(everything)
    }
}

/// Puts every missing episode in the queue.
final class DownloadEverythingAction: PodcastAction {
    static let name = "everything"
    static let description = "Download every episode that comes next"

    static func run(_ input: NoInput, on presenter: any DownloadsPresenter) throws(PodcastError) -> String? {
        try presenter.downloadEverything()
    }
}
