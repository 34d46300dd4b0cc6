extension PodcastState {
    /// How many seconds lie between two pieces of a download.
    static let receiveInterval = 4
    /// How many seconds lie between looks for new episodes, one show after the other.
    static let refreshInterval = 45

    /// Lets a second pass: the player moves on, and what is due comes out.
    ///
    /// Nothing else changes here. Finishing, downloading, removing and refreshing are actions, so that they are
    /// seen wherever actions are.
    ///
    /// - Parameters:
    ///   - speed: How fast the player may play.
    ///   - bytes: How many bytes arrive in the second.
    /// - Returns: What is due, in the order in which to do it.
    mutating func advance(speed: Double, bytes: Int) -> [BackgroundJob] {
        elapsed += 1
        var jobs: [BackgroundJob] = []
        if player.isPlaying { player.position += speed }
        if let end = sleepsAt, elapsed >= end {
            sleepsAt = nil
            if player.isPlaying { jobs.append(.sleep) }
        }
        if hasReachedEnd, let id = player.episode { jobs.append(.finish(id, title: title(id))) }
        switch elapsed % Self.receiveInterval {
        case 0:
            if let active = activeDownload {
                jobs.append(.receive(progress(of: active, bytes: bytes * Self.receiveInterval)))
            }
        case 2:
            if activeDownload == nil, let next = nextDownload {
                lastAutomaticDownload = next.id
                jobs.append(.download(next.id, title: next.title))
            }
        case 3:
            if let surplus = surplusDownload {
                jobs.append(.remove(surplus.episode, title: title(surplus.episode)))
            }
        default: break
        }
        if elapsed % Self.refreshInterval == 0, !shows.isEmpty {
            jobs.append(.refresh(title: shows[(elapsed / Self.refreshInterval - 1) % shows.count].title))
        }
        return jobs
    }

    /// What a piece makes of a download.
    private func progress(of download: Download, bytes: Int) -> DownloadProgress {
        var after = download
        after.received = min(download.size, download.received + bytes)
        return DownloadProgress(
            episode: download.episode, title: title(download.episode), bytes: bytes, percent: after.percent)
    }
}
