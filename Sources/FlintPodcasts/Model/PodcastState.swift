// SPDX-License-Identifier: MIT

/// The library, the player and the downloads, as a value.
///
/// The state has no clock and performs no input or output, so equal changes always lead to an equal state. Methods that
/// fail throw a ``PodcastError`` for the user. ``PodcastCenter`` owns the app's state and changes it under a lock.
struct PodcastState: Sendable {
    private(set) var shows: [Show]
    private(set) var subscriptions: Set<String>
    var player = Player()
    /// The queued and finished downloads, oldest first.
    var downloads: [Download] = []
    private(set) var played: Set<EpisodeID> = []
    private(set) var playlists: [Playlist] = []
    var lastAutomaticDownload: EpisodeID?
    /// The background work since the launch, in seconds.
    var elapsed = 0
    /// The value of ``elapsed`` at which the sleep timer pauses playback.
    var sleepTimerEnd: Int?

    init(shows: [Show]) {
        self.shows = shows
        subscriptions = Set(shows.map(\.id))
    }

    /// Returns the state in which the app launches, with three minutes left of the first episode.
    ///
    /// Every show except the last is followed.
    static func restored(shows: [Show]) -> PodcastState {
        var state = PodcastState(shows: shows)
        if shows.count > 1, let last = shows.last { state.subscriptions.remove(last.id) }
        if let first = state.upNext.first {
            state.player = Player(episode: first.id, position: max(0, first.duration - 180), isPlaying: true)
        }
        return state
    }

    var activity: String? {
        var parts: [String] = []
        if let id = player.episode, player.isPlaying {
            parts.append("playing “\(title(id))” \(PlaybackTime.formatted(player.position))")
        }
        if let download = activeDownload {
            parts.append("downloading “\(title(download.episode))” \(download.percent) %")
        }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    // MARK: Library

    var episodes: [Episode] { shows.flatMap(\.episodes) }

    func episode(_ id: EpisodeID) -> Episode? {
        shows.first { $0.id == id.show }?.episodes.first { $0.id == id }
    }

    func title(_ id: EpisodeID) -> String { episode(id)?.title ?? id.item }

    /// The unplayed episodes with a recording, in the order in which they play.
    ///
    /// The first episodes of all followed shows come first, then the second episodes, and so on.
    var upNext: [Episode] {
        let lists = shows.filter { subscriptions.contains($0.id) }.map(\.episodes)
        let longest = lists.map(\.count).max() ?? 0
        let inTurn = (0..<longest).flatMap { index in lists.compactMap { index < $0.count ? $0[index] : nil } }
        return inTurn.filter { $0.audio != nil && !played.contains($0.id) }
    }

    /// Returns the item whose title equals the text, or else the only one whose title contains it, in any case.
    static func match<Item>(
        _ text: String, in items: [Item], kind: String, title: (Item) -> String
    ) throws(PodcastError) -> Item {
        let wanted = text.lowercased()
        if let exact = items.first(where: { title($0).lowercased() == wanted }) { return exact }
        let matches = items.filter { title($0).lowercased().contains(wanted) }
        guard let match = matches.first else {
            throw .noMatch(kind: kind, text: text, examples: Array(items.prefix(3).map(title)))
        }
        guard matches.count == 1 else {
            throw .severalMatches(kind: kind, text: text, matches: matches.map(title))
        }
        return match
    }

    func show(titled text: String) throws(PodcastError) -> Show {
        try Self.match(text, in: shows, kind: "show", title: \.title)
    }

    func episode(titled text: String) throws(PodcastError) -> Episode {
        try Self.match(text, in: episodes, kind: "episode", title: \.title)
    }

    func selectedEpisode(for selection: EpisodeSelection) throws(PodcastError) -> Episode? {
        switch selection {
        case .current: return nil
        case .titled(let text): return try episode(titled: text)
        case .episode(let id, let title):
            guard let episode = episode(id) else {
                throw .noMatch(kind: "episode", text: title, examples: Array(episodes.prefix(3).map(\.title)))
            }
            return episode
        }
    }

    func loadedOrChosen(by selection: EpisodeSelection) throws(PodcastError) -> Episode {
        if let episode = try selectedEpisode(for: selection) { return episode }
        guard let id = player.episode, let episode = episode(id) else { throw .nothingLoaded }
        return episode
    }

    mutating func replace(_ show: Show) -> Int {
        // The file identifies the show, because the feed may have gained or changed its own identifier.
        guard let index = shows.firstIndex(where: { $0.file == show.file }) else { return 0 }
        let known = Set(shows[index].episodes.map(\.id))
        if shows[index].id != show.id {
            if subscriptions.remove(shows[index].id) != nil { subscriptions.insert(show.id) }
        }
        shows[index] = show
        return show.episodes.filter { !known.contains($0.id) }.count
    }

    // MARK: Favourites

    mutating func subscribe(to show: Show) throws(PodcastError) {
        guard subscriptions.insert(show.id).inserted else { throw .alreadySubscribed(title: show.title) }
    }

    mutating func unsubscribe(from show: Show) throws(PodcastError) {
        guard subscriptions.remove(show.id) != nil else { throw .notSubscribed(title: show.title) }
    }

    mutating func createPlaylist(named name: String) throws(PodcastError) -> Playlist {
        if playlists.contains(where: { $0.name.lowercased() == name.lowercased() }) {
            throw .playlistExists(name: name)
        }
        let playlist = Playlist(name: name, episodes: Array(upNext.prefix(5).map(\.id)))
        playlists.append(playlist)
        return playlist
    }

    mutating func refreshPlaylists() throws(PodcastError) {
        guard !playlists.isEmpty else { throw .noPlaylists }
        let next = Array(upNext.prefix(5).map(\.id))
        for index in playlists.indices { playlists[index].episodes = next }
    }

    mutating func markPlayed(_ id: EpisodeID) {
        played.insert(id)
    }
}

struct Player: Hashable, Sendable {
    enum Enhancement: String, Sendable, CaseIterable {
        case off
        case voice
        case full
    }

    var episode: EpisodeID?
    var position = 0.0
    var isPlaying = false
    /// The speed that the user chose, which applies only while ``SpeedFeature`` is available.
    var speed = 1.0
    var enhancement = Enhancement.off
}

/// A queued or finished download, with sizes in bytes.
///
/// A finished download stays in the list until it is removed.
struct Download: Hashable, Sendable {
    let episode: EpisodeID
    let size: Int
    var received = 0

    var isComplete: Bool { received >= size }

    var percent: Int { isComplete ? 100 : Int(Double(received) / Double(size) * 100) }
}
