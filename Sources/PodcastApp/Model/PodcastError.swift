/// Why the app could not perform a request, as the user reads it.
enum PodcastError: Error, Hashable, CustomStringConvertible {
    /// No title contains the text.
    case noMatch(kind: String, text: String, examples: [String])
    /// Several titles contain the text.
    case severalMatches(kind: String, text: String, matches: [String])
    /// Every episode has been played, or there is none.
    case nothingToPlay
    /// Nothing has been chosen for playing.
    case nothingLoaded
    /// Nothing sounds at the moment.
    case notPlaying
    /// Nothing would end playback.
    case noSleepTimer
    /// The feed gives no recording.
    case noRecording(title: String)
    /// The episode is here, or on its way.
    case alreadyDownloaded(title: String)
    /// The episode is not here.
    case notDownloaded(title: String)
    /// Nothing is on its way.
    case nothingDownloading
    /// Every episode has been downloaded, or there is none.
    case nothingToDownload
    /// The user gets the show's episodes already.
    case alreadySubscribed(title: String)
    /// The user does not get the show's episodes.
    case notSubscribed(title: String)
    /// There is a playlist with the name.
    case playlistExists(name: String)
    /// No playlist has been made.
    case noPlaylists
    /// A feed could not be read.
    case feed(FeedError)

    /// What is wrong and what to do.
    var description: String {
        switch self {
        case .noMatch(let kind, let text, let examples):
            "No \(kind) has “\(text)” in its title. " + Self.suggestion(examples)
        case .severalMatches(let kind, let text, let matches):
            "More than one \(kind) has “\(text)” in its title: \(Self.list(matches)). Type more of it."
        case .nothingToPlay: "There is nothing left to play. Subscribe to another show, or name an episode."
        case .nothingLoaded: "No episode has been chosen. Play one first."
        case .notPlaying: "Nothing is playing."
        case .noSleepTimer: "No sleep timer is running. Start one first."
        case .noRecording(let title): "“\(title)” has no recording, so it can only be read."
        case .alreadyDownloaded(let title): "“\(title)” is downloaded, or being downloaded, already."
        case .notDownloaded(let title): "“\(title)” is not downloaded."
        case .nothingDownloading: "Nothing is being downloaded. Name a downloaded episode."
        case .nothingToDownload: "There is nothing left to download. Subscribe to another show, or name an episode."
        case .alreadySubscribed(let title): "You are subscribed to \(title) already."
        case .notSubscribed(let title): "You are not subscribed to \(title)."
        case .playlistExists(let name): "There is a playlist called “\(name)” already. Choose another name."
        case .noPlaylists: "There are no playlists yet. Create one first."
        case .feed(let error): error.description
        }
    }

    private static func suggestion(_ examples: [String]) -> String {
        examples.isEmpty ? "There are none." : "There are, for example, \(list(examples))."
    }

    private static func list(_ titles: [String]) -> String {
        titles.prefix(3).map { "“\($0)”" }.joined(separator: ", ") + (titles.count > 3 ? ", …" : "")
    }
}
