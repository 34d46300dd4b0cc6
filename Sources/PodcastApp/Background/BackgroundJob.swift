/// Something the app does without being asked, at the moment it is due.
enum BackgroundJob: Hashable, Sendable {
    /// What was playing has come to its end.
    case finish(EpisodeID, title: String)
    /// The sleep timer has run out.
    case sleep
    /// A piece of an episode has arrived.
    case receive(DownloadProgress)
    /// Nothing is on its way and an episode is missing.
    case download(EpisodeID, title: String)
    /// More is kept than there is room for.
    case remove(EpisodeID, title: String)
    /// It is time to look for new episodes of a show.
    case refresh(title: String)
}
