// SPDX-License-Identifier: MIT

enum PodcastError: Error, Hashable, CustomStringConvertible {
    case noMatch(kind: String, text: String, examples: [String])
    case severalMatches(kind: String, text: String, matches: [String])
    case nothingToPlay
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
            "More than one \(kind) has “\(text)” in its title: \(Self.joinedTitles(matches)). Type more of the title."
        case .nothingToPlay: "There are no more episodes to play. Subscribe to another show, or choose an episode."
        case .nothingLoaded: "There is no current episode. Play one first."
        case .notPlaying: "Nothing is playing."
        case .noSleepTimer: "No sleep timer is running. Start one first."
        case .noRecording(let title): "“\(title)” has no recording. Read its text instead."
        case .alreadyDownloaded(let title): "“\(title)” is already downloaded or downloading."
        case .notDownloaded(let title): "“\(title)” is not downloaded."
        case .nothingDownloading: "No download is in progress. Choose a downloaded episode."
        case .nothingToDownload:
            "There are no more episodes to download. Subscribe to another show, or choose an episode."
        case .alreadySubscribed(let title): "You are already subscribed to \(title)."
        case .notSubscribed(let title): "You are not subscribed to \(title)."
        case .playlistExists(let name): "There is already a playlist “\(name)”. Choose another name."
        case .noPlaylists: "There are no playlists yet. Create one first."
        case .feed(let error): error.description
        }
    }

    private static func suggestion(_ examples: [String]) -> String {
        examples.isEmpty ? "There are none." : "Examples: \(joinedTitles(examples))."
    }

    private static func joinedTitles(_ titles: [String]) -> String {
        titles.prefix(3).map { "“\($0)”" }.joined(separator: ", ") + (titles.count > 3 ? ", …" : "")
    }
}
