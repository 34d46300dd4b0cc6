// SPDX-License-Identifier: MIT

extension PodcastState {
    /// Plays an episode from its beginning, or resumes the current one, or starts the queue if the player is empty.
    mutating func play(_ selection: EpisodeSelection) throws(PodcastError) -> Episode {
        let episode: Episode
        if let chosen = try selectedEpisode(for: selection) {
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

    mutating func pause() throws(PodcastError) {
        guard player.isPlaying else { throw .notPlaying }
        player.isPlaying = false
    }

    /// Seeks within the current episode and returns the new position in seconds, clamped to the episode's duration.
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

    /// Marks an episode as played, and returns the next one if it replaces the episode in the player.
    mutating func finish(_ id: EpisodeID) -> Episode? {
        markPlayed(id)
        guard player.episode == id else { return nil }
        let next = upNext.first
        player.episode = next?.id
        player.position = 0
        // Marking an episode as played while the player is paused does not start the next one.
        player.isPlaying = player.isPlaying && next != nil
        return next
    }

    mutating func startSleepTimer(seconds: Int) {
        sleepTimerEnd = elapsed + seconds
    }

    mutating func cancelSleepTimer() throws(PodcastError) {
        guard sleepTimerEnd != nil else { throw .noSleepTimer }
        sleepTimerEnd = nil
    }

    /// Returns the queue after the current episode, which wraps around and therefore contains every other episode.
    func queueAfterCurrentEpisode() throws(PodcastError) -> [Episode] {
        let order = upNext
        let start = order.firstIndex { $0.id == player.episode }.map { $0 + 1 } ?? 0
        let next = (order[start...] + order[..<start]).filter { $0.id != player.episode }
        guard !next.isEmpty else { throw .nothingToPlay }
        return Array(next)
    }

    mutating func skip() throws(PodcastError) -> Episode {
        let next = try queueAfterCurrentEpisode()[0]
        player.episode = next.id
        player.position = 0
        return next
    }

    var hasReachedEnd: Bool {
        guard player.isPlaying, let episode = player.episode.flatMap({ self.episode($0) }) else { return false }
        return player.position >= episode.duration
    }
}
