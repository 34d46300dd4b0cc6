import FlintCore

/// An action of this app: it is done at once, or it cannot be done for a reason that is worth telling.
protocol PodcastAction: UIAction {
    /// What the action works on, as ``run(_:on:)`` takes it.
    associatedtype InputType
    /// What the action shows its results through, as ``run(_:on:)`` takes it.
    associatedtype PresenterType

    /// Does it.
    ///
    /// - Returns: What has come of it, in a line for the log; `nil` if that is not worth one.
    /// - Throws: Why it cannot be done, for people.
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

// Each method returns a line for the log about what was shown, or nil if nothing is worth a line.

/// Where listening takes place.
protocol PlayerPresenter: AnyObject {
    /// Plays an episode from its beginning, or resumes the current one.
    func play(_ selection: EpisodeSelection) throws(PodcastError) -> String?
    /// Holds what is playing.
    func pause() throws(PodcastError) -> String?
    /// Seeks to another position in the current episode.
    func seek(to target: SeekTarget) throws(PodcastError) -> String?
    /// Notes that an episode has been heard to its end, and continues with the next one.
    func finish(_ selection: EpisodeSelection) throws(PodcastError) -> String?
    /// Sets how fast episodes play.
    func setSpeed(_ speed: Double) -> String?
    /// Sets what the sound is treated with.
    func setEnhancement(_ enhancement: Player.Enhancement) -> String?
    /// Holds what is playing after a while.
    func startSleepTimer(_ length: SleepLength) -> String?
    /// Stops the timer.
    func cancelSleepTimer() throws(PodcastError) -> String?
    /// Shows what plays next.
    func showUpNext() throws(PodcastError) -> String?
    /// Skips to the next episode.
    func skip() throws(PodcastError) -> String?
}

/// Where downloads are looked after.
protocol DownloadsPresenter: AnyObject {
    /// Puts an episode in the queue.
    func download(_ selection: EpisodeSelection) throws(PodcastError) -> String?
    /// Puts every missing episode in the queue.
    func downloadEverything() throws(PodcastError) -> String?
    /// Takes in what has arrived of an episode.
    func receive(_ progress: DownloadProgress) throws(PodcastError) -> String?
    /// Cancels or deletes a download.
    func removeDownload(_ selection: EpisodeSelection) throws(PodcastError) -> String?
}

/// Where shows and playlists are looked after.
protocol LibraryPresenter: AnyObject {
    /// Subscribes to a show.
    func subscribe(to selection: ShowSelection) throws(PodcastError) -> String?
    /// Ends a subscription.
    func unsubscribe(from selection: ShowSelection) throws(PodcastError) -> String?
    /// Reads a show's feed again.
    func refresh(_ selection: ShowSelection) throws(PodcastError) -> String?
    /// Shows the smart playlists.
    func showPlaylists() -> String?
    /// Makes a smart playlist.
    func createPlaylist(named name: PlaylistName) throws(PodcastError) -> String?
    /// Fills the smart playlists afresh.
    func refreshPlaylists() throws(PodcastError) -> String?
    /// Counts what the library holds and shows what is odd about it.
    func verifyLibrary() -> String?
}

/// Where parts of episodes leave the app.
protocol SharingPresenter: AnyObject {
    /// Cuts a clip of what is playing.
    func shareClip(_ length: ClipLength) throws(PodcastError) -> String?
    /// Shows the text of an episode.
    func showTranscript(of selection: EpisodeSelection) throws(PodcastError) -> String?
    /// Finds episodes by what is said in them.
    func search(for text: SearchText) -> String?
}

/// Where episodes go to other places.
protocol DevicesPresenter: AnyObject {
    /// Lets something else show or play the episode at hand.
    func hand(_ selection: EpisodeSelection, to place: String) throws(PodcastError) -> String?
    /// Announces the new episodes of a show from now on.
    func announce(_ selection: ShowSelection) throws(PodcastError) -> String?
}

/// Finds the app's presenter for an action that is performed by name.
struct PodcastRouter: PresentationRouter, Sendable {
    /// What presents everything in this app.
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

    /// The centre, if it is the kind of presenter an action wants.
    private func presenter<PresenterType>() -> PresentationResult<PresenterType> {
        guard let presenter = centre as? PresenterType else { return .unsupported }
        return .appReady(presenter: presenter)
    }
}
