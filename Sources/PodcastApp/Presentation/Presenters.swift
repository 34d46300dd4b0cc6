import FlintCore

/// Where listening takes place.
protocol PlayerPresenter: AnyObject {
    /// Plays an episode from its beginning, or goes on with the one at hand.
    func play(_ selection: EpisodeSelection) throws(PodcastError)
    /// Holds what is playing.
    func pause() throws(PodcastError)
    /// Goes to another place in the episode at hand.
    func seek(to target: SeekTarget) throws(PodcastError)
    /// Notes that an episode has been heard to its end, and goes on with the next one.
    func finish(_ selection: EpisodeSelection) throws(PodcastError)
    /// Sets how fast episodes play.
    func setSpeed(_ speed: Double)
    /// Sets what the sound is treated with.
    func setEnhancement(_ enhancement: Player.Enhancement)
    /// Holds what is playing after a while.
    func startSleepTimer(_ length: SleepLength)
    /// Stops the timer.
    func cancelSleepTimer() throws(PodcastError)
    /// Shows what plays next.
    func showUpNext() throws(PodcastError)
    /// Goes on with the next episode.
    func skip() throws(PodcastError)
}

/// Where downloads are looked after.
protocol DownloadsPresenter: AnyObject {
    /// Puts an episode in the queue.
    func download(_ selection: EpisodeSelection) throws(PodcastError)
    /// Puts every missing episode in the queue.
    func downloadEverything() throws(PodcastError)
    /// Takes in what has arrived of an episode.
    func receive(_ progress: DownloadProgress) throws(PodcastError)
    /// Cancels or deletes a download.
    func removeDownload(_ selection: EpisodeSelection) throws(PodcastError)
}

/// Where shows and playlists are looked after.
protocol LibraryPresenter: AnyObject {
    /// Subscribes to a show.
    func subscribe(to selection: ShowSelection) throws(PodcastError)
    /// Ends a subscription.
    func unsubscribe(from selection: ShowSelection) throws(PodcastError)
    /// Reads a show's feed again.
    func refresh(_ selection: ShowSelection) throws(PodcastError)
    /// Shows the smart playlists.
    func showPlaylists()
    /// Makes a smart playlist.
    func createPlaylist(named name: PlaylistName) throws(PodcastError)
    /// Fills the smart playlists afresh.
    func refreshPlaylists() throws(PodcastError)
    /// Counts what the library holds and shows what is odd about it.
    func verifyLibrary()
}

/// Where parts of episodes leave the app.
protocol SharingPresenter: AnyObject {
    /// Cuts a clip of what is playing.
    func shareClip(_ length: ClipLength) throws(PodcastError)
    /// Shows the text of an episode.
    func showTranscript(of selection: EpisodeSelection) throws(PodcastError)
    /// Finds episodes by what is said in them.
    func search(for text: SearchText)
}

/// Where episodes go to other places.
protocol DevicesPresenter: AnyObject {
    /// Lets something else show or play the episode at hand.
    func hand(_ selection: EpisodeSelection, to place: String) throws(PodcastError)
    /// Announces the new episodes of a show from now on.
    func announce(_ selection: ShowSelection) throws(PodcastError)
}
