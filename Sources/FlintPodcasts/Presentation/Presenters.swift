// SPDX-License-Identifier: MIT

import FlintCore

/// An action that either completes synchronously or fails with a message for the user.
///
/// Conforming types implement ``run(_:on:)`` instead of `perform(context:presenter:completion:)`. The extension logs
/// the returned message and reports success, or reports the thrown error as the action's failure.
protocol PodcastAction: UIAction {
    associatedtype InputType
    associatedtype PresenterType

    /// Performs the action, and returns a message for the log or `nil` to log no message.
    ///
    /// An error's description tells the user why the action failed.
    static func run(_ input: InputType, on presenter: PresenterType) throws(PodcastError) -> String?
}

extension PodcastAction {
    static func perform(
        context: ActionContext<InputType>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status {
        do {
            if let note = try run(context.input, on: presenter) { context.logs.development?.info(note) }
            return completion.completedSync(.success)
        } catch {
            return completion.completedSync(.failure(error: error))
        }
    }
}

// Each method returns the message for the log, or nil to log no message.

protocol PlayerPresenter: AnyObject {
    func play(_ selection: EpisodeSelection) throws(PodcastError) -> String?
    func pause() throws(PodcastError) -> String?
    func seek(to target: SeekTarget) throws(PodcastError) -> String?
    func finish(_ selection: EpisodeSelection) throws(PodcastError) -> String?
    func setSpeed(_ speed: Double) -> String?
    func setEnhancement(_ enhancement: Player.Enhancement) -> String?
    func startSleepTimer(_ length: SleepLength) -> String?
    func cancelSleepTimer() throws(PodcastError) -> String?
    func showUpNext() throws(PodcastError) -> String?
    func skip() throws(PodcastError) -> String?
}

protocol DownloadsPresenter: AnyObject {
    func download(_ selection: EpisodeSelection) throws(PodcastError) -> String?
    func downloadEverything() throws(PodcastError) -> String?
    func updateDownload(with progress: DownloadProgress) throws(PodcastError) -> String?
    func removeDownload(_ selection: EpisodeSelection) throws(PodcastError) -> String?
}

protocol LibraryPresenter: AnyObject {
    func subscribe(to selection: ShowSelection) throws(PodcastError) -> String?
    func unsubscribe(from selection: ShowSelection) throws(PodcastError) -> String?
    func refresh(_ selection: ShowSelection) throws(PodcastError) -> String?
    func showPlaylists() -> String?
    func createPlaylist(named name: PlaylistName) throws(PodcastError) -> String?
    func refreshPlaylists() throws(PodcastError) -> String?
    func verifyLibrary() -> String?
}

/// A presenter that exports clips and text from episodes.
///
/// The sample displays a message instead of exporting a file.
protocol SharingPresenter: AnyObject {
    func shareClip(_ length: ClipLength) throws(PodcastError) -> String?
    func showTranscript(of selection: EpisodeSelection) throws(PodcastError) -> String?
    func search(for text: SearchText) -> String?
}

/// A presenter that hands episodes over to other devices.
///
/// The sample displays a message instead of contacting a device.
protocol DevicesPresenter: AnyObject {
    func handOver(_ selection: EpisodeSelection, to place: String) throws(PodcastError) -> String?
    func announce(_ selection: ShowSelection) throws(PodcastError) -> String?
}

/// The router for actions that are performed by name or URL.
///
/// Every action in this app has the same presenter, ``PodcastCenter``, which conforms to all presenter protocols.
struct PodcastRouter: PresentationRouter, Sendable {
    let center: PodcastCenter

    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        presenter()
    }

    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        presenter()
    }

    private func presenter<PresenterType>() -> PresentationResult<PresenterType> {
        guard let presenter = center as? PresenterType else { return .unsupported }
        return .appReady(presenter: presenter)
    }
}
