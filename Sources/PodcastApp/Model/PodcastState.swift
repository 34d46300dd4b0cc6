/// Everything the app knows and is doing, as a value: the same changes always lead to the same state.
struct PodcastState: Sendable {
    /// The shows, in the order in which they were loaded.
    private(set) var shows: [Show]
    /// The shows the user gets episodes of.
    private(set) var subscriptions: Set<String>
    var player = Player()
    /// What is here or on its way, oldest first.
    var downloads: [Download] = []
    private(set) var played: Set<EpisodeID> = []
    private(set) var playlists: [Playlist] = []
    /// The last episode that was chosen for downloading automatically.
    var lastAutomaticDownload: EpisodeID?
    /// Seconds of background work so far.
    var elapsed = 0
    /// The second of background work in which playback is held, while a sleep timer runs.
    var sleepsAt: Int?

    /// Creates the state of a library whose shows are all subscribed to, with nothing playing.
    init(shows: [Show]) {
        self.shows = shows
        subscriptions = Set(shows.map(\.id))
    }

    /// The state in which the app was left the last time: every show but the last one followed, and the first
    /// episode three minutes before its end.
    static func restored(shows: [Show]) -> PodcastState {
        var state = PodcastState(shows: shows)
        if shows.count > 1, let last = shows.last { state.subscriptions.remove(last.id) }
        if let first = state.upNext.first {
            state.player = Player(episode: first.id, position: max(0, first.duration - 180), isPlaying: true)
        }
        return state
    }

    /// What the app is doing, in a line, or `nil` if it does nothing.
    var activity: String? {
        var parts: [String] = []
        if let id = player.episode, player.isPlaying {
            parts.append("playing “\(title(id))” \(PlaybackTime.text(player.position))")
        }
        if let download = activeDownload {
            parts.append("downloading “\(title(download.episode))” \(download.percent) %")
        }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    // MARK: Library

    /// Every episode of every show.
    var episodes: [Episode] { shows.flatMap(\.episodes) }

    /// The episode with an identity, unless its feed has dropped it.
    func episode(_ id: EpisodeID) -> Episode? {
        shows.first { $0.id == id.show }?.episodes.first { $0.id == id }
    }

    /// The title of an episode, for people.
    func title(_ id: EpisodeID) -> String { episode(id)?.title ?? id.item }

    /// The automatic order of listening: the first episode of each subscribed show, then the second of each, and so on,
    /// without those that have been heard or have no recording.
    var upNext: [Episode] {
        let lists = shows.filter { subscriptions.contains($0.id) }.map(\.episodes)
        let longest = lists.map(\.count).max() ?? 0
        let inTurn = (0..<longest).flatMap { index in lists.compactMap { index < $0.count ? $0[index] : nil } }
        return inTurn.filter { $0.audio != nil && !played.contains($0.id) }
    }

    /// The one episode or show whose title contains a text; an exact title wins over one that only contains it.
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

    /// The show whose title contains a text.
    func show(titled text: String) throws(PodcastError) -> Show {
        try Self.match(text, in: shows, kind: "show", title: \.title)
    }

    /// The episode whose title contains a text.
    func episode(titled text: String) throws(PodcastError) -> Episode {
        try Self.match(text, in: episodes, kind: "episode", title: \.title)
    }

    /// The episode a selection means, or `nil` if it means the one at hand.
    func chosen(by selection: EpisodeSelection) throws(PodcastError) -> Episode? {
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

    /// The episode a selection means, where the one at hand is what is loaded in the player.
    func loadedOrChosen(by selection: EpisodeSelection) throws(PodcastError) -> Episode {
        if let episode = try chosen(by: selection) { return episode }
        guard let id = player.episode, let episode = episode(id) else { throw .nothingLoaded }
        return episode
    }

    /// Replaces a show with its feed's current content; returns how many episodes are new.
    mutating func replace(_ show: Show) -> Int {
        guard let index = shows.firstIndex(where: { $0.file == show.file }) else { return 0 }
        let known = Set(shows[index].episodes.map(\.id))
        if shows[index].id != show.id {
            if subscriptions.remove(shows[index].id) != nil { subscriptions.insert(show.id) }
        }
        shows[index] = show
        return show.episodes.filter { !known.contains($0.id) }.count
    }

    // MARK: Favourites

    /// Subscribes to a show.
    mutating func subscribe(to show: Show) throws(PodcastError) {
        guard subscriptions.insert(show.id).inserted else { throw .alreadySubscribed(title: show.title) }
    }

    /// Ends a subscription.
    mutating func unsubscribe(from show: Show) throws(PodcastError) {
        guard subscriptions.remove(show.id) != nil else { throw .notSubscribed(title: show.title) }
    }

    /// Makes a playlist that fills itself.
    mutating func createPlaylist(named name: String) throws(PodcastError) -> Playlist {
        if playlists.contains(where: { $0.name.lowercased() == name.lowercased() }) {
            throw .playlistExists(name: name)
        }
        let playlist = Playlist(name: name, episodes: Array(upNext.prefix(5).map(\.id)))
        playlists.append(playlist)
        return playlist
    }

    /// Fills the playlists afresh.
    mutating func refreshPlaylists() throws(PodcastError) {
        guard !playlists.isEmpty else { throw .noPlaylists }
        let next = Array(upNext.prefix(5).map(\.id))
        for index in playlists.indices { playlists[index].episodes = next }
    }

    /// Notes that an episode has been heard to its end.
    mutating func markPlayed(_ id: EpisodeID) {
        played.insert(id)
    }
}

/// What is being listened to, and how.
struct Player: Hashable, Sendable {
    /// What the sound is treated with.
    enum Enhancement: String, Sendable, CaseIterable {
        /// Nothing.
        case off
        /// Voices stand out from noise.
        case voice
        /// Voices stand out, and quiet and loud parts come closer.
        case full
    }

    /// The chosen episode, or `nil` if none has been.
    var episode: EpisodeID?
    /// Seconds from the beginning.
    var position = 0.0
    var isPlaying = false
    /// The speed the listener wants; what counts is whether the feature for it is available.
    var speed = 1.0
    var enhancement = Enhancement.off
}

/// An episode that is here or on its way.
struct Download: Hashable, Sendable {
    let episode: EpisodeID
    /// In bytes.
    let size: Int
    /// How many bytes have arrived.
    var received = 0

    /// Whether all of it has arrived.
    var isComplete: Bool { received >= size }

    /// How much has arrived, from 0 to 100.
    var percent: Int { isComplete ? 100 : Int(Double(received) / Double(size) * 100) }
}
