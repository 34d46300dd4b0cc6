extension PodcastState {
    /// Plays an episode from its beginning, or resumes the current one.
    mutating func play(_ selection: EpisodeSelection) throws(PodcastError) -> Episode {
        let episode: Episode
        if let chosen = try chosen(by: selection) {
            episode = chosen
        } else if let loaded = player.episode.flatMap({ self.episode($0) }) {
            player.isPlaying = true
            return loaded
        } else if let next = upNext.first {
            episode = next
        } else {
            throw .nothingToPlay
        }
        guard episode.audio != nil else { throw .noRecording(title: episode.title) }
        player.episode = episode.id
        player.position = 0
        player.isPlaying = true
        return episode
    }

    /// Holds what is playing.
    mutating func pause() throws(PodcastError) {
        guard player.isPlaying else { throw .notPlaying }
        player.isPlaying = false
    }

    /// Seeks to a position in the current episode; one outside it means its beginning or its end.
    mutating func seek(to target: SeekTarget) throws(PodcastError) -> Double {
        guard let episode = player.episode.flatMap({ self.episode($0) }) else { throw .nothingLoaded }
        let wanted =
            switch target {
            case .position(let seconds): seconds
            case .offset(let seconds): player.position + seconds
            }
        player.position = min(max(0, wanted), episode.duration)
        return player.position
    }

    /// Notes that an episode has been heard, and continues with the next one if there is one.
    mutating func finish(_ id: EpisodeID) -> Episode? {
        markPlayed(id)
        guard player.episode == id else { return nil }
        let next = upNext.first
        player.episode = next?.id
        player.position = 0
        player.isPlaying = player.isPlaying && next != nil
        return next
    }

    /// Has playback held after some seconds of background work.
    mutating func startSleepTimer(seconds: Int) {
        sleepsAt = elapsed + seconds
    }

    /// Stops the sleep timer.
    mutating func cancelSleepTimer() throws(PodcastError) {
        guard sleepsAt != nil else { throw .noSleepTimer }
        sleepsAt = nil
    }

    /// What plays after the episode at hand, which itself is left out.
    func afterThis() throws(PodcastError) -> [Episode] {
        let order = upNext
        let start = order.firstIndex { $0.id == player.episode }.map { $0 + 1 } ?? 0
        let next = (order[start...] + order[..<start]).filter { $0.id != player.episode }
        guard !next.isEmpty else { throw .nothingToPlay }
        return Array(next)
    }

    /// Skips to the next episode, from its beginning, and keeps this one for later.
    mutating func skip() throws(PodcastError) -> Episode {
        let next = try afterThis()[0]
        player.episode = next.id
        player.position = 0
        return next
    }

    /// Whether what is playing has come to its end.
    var hasReachedEnd: Bool {
        guard player.isPlaying, let episode = player.episode.flatMap({ self.episode($0) }) else { return false }
        return player.position >= episode.duration
    }
}
