// SPDX-License-Identifier: MIT

import FlintCore

/// An action that either completes synchronously or fails with a message for the user.
///
/// Conforming types implement ``run(_:on:)`` instead of `perform(context:presenter:completion:)`. The extension logs
/// the returned message and reports success, or reports the thrown error as the action's failure.
protocol PodcastAction: UIAction {
    /// The input, inferred from ``run(_:on:)``.
    associatedtype InputType
    /// The presenter, inferred from ``run(_:on:)``.
    associatedtype PresenterType

    /// Performs the action.
    ///
    /// - Parameters:
    ///   - input: The action's input.
    ///   - presenter: The presenter that applies the action and displays the result.
    /// - Returns: A message for the log, or `nil` to log no message.
    /// - Throws: An error whose description tells the user why the action failed.
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

// Each method returns the message for the log, or nil if no message was displayed.

/// A presenter that controls the player.
///
/// The features for playback, speed, sound enhancement, the queue and the sleep timer perform their actions with this
/// presenter.
protocol PlayerPresenter: AnyObject {
    /// Plays an episode from its beginning, or resumes the current one.
    func play(_ selection: EpisodeSelection) throws(PodcastError) -> String?
    func pause() throws(PodcastError) -> String?
    func seek(to target: SeekTarget) throws(PodcastError) -> String?
    /// Marks an episode as played, and continues with the next one.
    func finish(_ selection: EpisodeSelection) throws(PodcastError) -> String?
    func setSpeed(_ speed: Double) -> String?
    func setEnhancement(_ enhancement: Player.Enhancement) -> String?
    func startSleepTimer(_ length: SleepLength) -> String?
    func cancelSleepTimer() throws(PodcastError) -> String?
    func showUpNext() throws(PodcastError) -> String?
    func skip() throws(PodcastError) -> String?
}

/// A presenter that manages downloads.
///
/// A download is an entry in the queue until every chunk has been received.
protocol DownloadsPresenter: AnyObject {
    func download(_ selection: EpisodeSelection) throws(PodcastError) -> String?
    /// Adds every missing episode to the download queue.
    func downloadEverything() throws(PodcastError) -> String?
    func receive(_ progress: DownloadProgress) throws(PodcastError) -> String?
    func removeDownload(_ selection: EpisodeSelection) throws(PodcastError) -> String?
}

/// A presenter that manages shows and playlists.
protocol LibraryPresenter: AnyObject {
    func subscribe(to selection: ShowSelection) throws(PodcastError) -> String?
    func unsubscribe(from selection: ShowSelection) throws(PodcastError) -> String?
    func refresh(_ selection: ShowSelection) throws(PodcastError) -> String?
    func showPlaylists() -> String?
    func createPlaylist(named name: PlaylistName) throws(PodcastError) -> String?
    func refreshPlaylists() throws(PodcastError) -> String?
    /// Displays the number of shows and episodes, and the number of episodes without a recording.
    func verifyLibrary() -> String?
}

/// A presenter that exports clips and text from episodes.
///
/// The sample displays a message instead of exporting a file.
protocol SharingPresenter: AnyObject {
    /// Displays a clip that ends at the player's position.
    func shareClip(_ length: ClipLength) throws(PodcastError) -> String?
    func showTranscript(of selection: EpisodeSelection) throws(PodcastError) -> String?
    /// Displays the episodes whose text contains a phrase.
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
/// Every action in this app has the same presenter, ``PodcastCentre``, which conforms to all presenter protocols.
struct PodcastRouter: PresentationRouter, Sendable {
    let centre: PodcastCentre

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

    /// Returns the center as the presenter if it conforms to the presenter type.
    private func presenter<PresenterType>() -> PresentationResult<PresenterType> {
        guard let presenter = centre as? PresenterType else { return .unsupported }
        return .appReady(presenter: presenter)
    }
}
