/// A list of episodes that fills itself.
struct Playlist: Hashable, Sendable {
    let name: String
    var episodes: [EpisodeID]
}
