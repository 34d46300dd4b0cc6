// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks

/// Downloads for listening offline.
///
/// Users and the background work can download and remove episodes. The background work performs `receive` for each
/// chunk that arrives.
final class DownloadsFeature: Feature, FeatureGroup {
    static let name = "Podcast downloading"
    static let description = "Keep episodes for offline listening"
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

final class DownloadAction: PodcastAction {
    static let name = "download"
    static let description = "Download an episode, or the next one"

    static func run(_ input: EpisodeSelection, on presenter: any DownloadsPresenter) throws(PodcastError) -> String? {
        try presenter.download(input)
    }
}

final class RemoveDownloadAction: PodcastAction {
    static let name = "remove"
    static let description = "Cancel or delete a download"

    static func run(_ input: EpisodeSelection, on presenter: any DownloadsPresenter) throws(PodcastError) -> String? {
        try presenter.removeDownload(input)
    }
}

final class ReceiveAction: PodcastAction {
    static let name = "receive"
    static let description = "Record the progress of a download"

    static func run(_ input: DownloadProgress, on presenter: any DownloadsPresenter) throws(PodcastError) -> String? {
        try presenter.updateDownload(with: input)
    }
}

/// A chunk of a download: its size in bytes, and the download's progress after it, from 0 to 100.
struct DownloadProgress: Hashable, Sendable {
    let episode: EpisodeID
    let title: String
    let bytes: Int
    let percent: Int
}

extension DownloadProgress: FlintLoggable {
    var loggingDescription: String { "\(title), \(percent) %" }

    var loggingInfo: [String: String]? {
        ["show": episode.show, "episode": episode.item, "title": title, "bytes": "\(bytes)", "percent": "\(percent)"]
    }
}

/// Downloads at four times the speed, as an internal experiment.
///
/// The feature has a runtime switch, ``isEnabled``, which is off until code turns it on. A change takes effect with the
/// next chunk. The flag `room-for-downloads` must also be on.
package final class TurboDownloadsFeature: ConditionalFeature {
    package static let name = "Turbo downloads"
    package static let description = "Download four times as fast; for internal use only"

    private static let isOn = Protected(false)

    /// The runtime switch; call `Flint.runtimeSwitchChanged` after a change, so that observers notice it.
    package static var isEnabled: Bool? {
        get { isOn.withLock { $0 } }
        set { isOn.withLock { $0 = newValue ?? false } }
    }

    static let everything = action(DownloadEverythingAction.self)

    package static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
        requirements.featureFlag(PodcastFlags.roomForDownloads)
    }

    package static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(everything)
    }
}

final class DownloadEverythingAction: PodcastAction {
    static let name = "everything"
    static let description = "Download all upcoming episodes"

    static func run(_ input: NoInput, on presenter: any DownloadsPresenter) throws(PodcastError) -> String? {
        try presenter.downloadEverything()
    }
}
