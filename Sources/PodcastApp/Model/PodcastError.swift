/// An error that tells the user why an action failed.
///
/// The description is a complete sentence for the user, and suggests a remedy where one exists.
enum PodcastError: Error, Hashable, CustomStringConvertible {
    case noMatch(kind: String, text: String, examples: [String])
    case severalMatches(kind: String, text: String, matches: [String])
    /// Every episode has been played, or the library is empty.
    case nothingToPlay
    /// The player has no episode.
    case nothingLoaded
    case notPlaying
    case noSleepTimer
    case noRecording(title: String)
    case alreadyDownloaded(title: String)
    case notDownloaded(title: String)
    case nothingDownloading
    /// Every episode has been downloaded, or the library is empty.
    case nothingToDownload
    case alreadySubscribed(title: String)
    case notSubscribed(title: String)
    case playlistExists(name: String)
    case noPlaylists
    case feed(FeedError)

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
