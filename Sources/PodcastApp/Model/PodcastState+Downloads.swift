extension PodcastState {
    /// How many finished downloads are kept; the oldest goes when there are more.
    static let downloadsKept = 6

    /// What is on its way, if anything is; one after the other.
    var activeDownload: Download? { downloads.first { !$0.isComplete } }

    /// The oldest of more finished downloads than are kept.
    var surplusDownload: Download? {
        let complete = downloads.filter(\.isComplete)
        return complete.count > Self.downloadsKept ? complete.first : nil
    }

    /// The next automatic download: each episode in turn, and then again from the first.
    var nextDownload: Episode? {
        let here = Set(downloads.map(\.episode))
        let order = upNext
        let start = order.firstIndex { $0.id == lastAutomaticDownload }.map { $0 + 1 } ?? 0
        return (order[start...] + order[..<start]).first { !here.contains($0.id) }
    }

    /// Puts an episode in the queue.
    mutating func download(_ selection: EpisodeSelection) throws(PodcastError) -> Episode {
        guard let episode = try chosen(by: selection) ?? nextDownload else { throw .nothingToDownload }
        guard episode.audio != nil else { throw .noRecording(title: episode.title) }
        guard !downloads.contains(where: { $0.episode == episode.id }) else {
            throw .alreadyDownloaded(title: episode.title)
        }
        downloads.append(Download(episode: episode.id, size: max(1, episode.size)))
        return episode
    }

    /// Queues every episode that comes next and is not downloaded; returns how many there were.
    mutating func downloadEverything() throws(PodcastError) -> Int {
        let here = Set(downloads.map(\.episode))
        let missing = upNext.filter { !here.contains($0.id) }
        guard !missing.isEmpty else { throw .nothingToDownload }
        downloads += missing.map { Download(episode: $0.id, size: max(1, $0.size)) }
        return missing.count
    }

    /// Takes in bytes that have arrived; none if the download has been cancelled meanwhile.
    mutating func receive(_ bytes: Int, of id: EpisodeID) -> Download? {
        guard let index = downloads.firstIndex(where: { $0.episode == id }) else { return nil }
        downloads[index].received = min(downloads[index].size, downloads[index].received + max(0, bytes))
        return downloads[index]
    }

    /// Cancels or deletes a download: the chosen one, or the one that is on its way.
    mutating func removeDownload(_ selection: EpisodeSelection) throws(PodcastError) -> String {
        let id: EpisodeID
        switch selection {
        case .episode(let known, _): id = known
        case .titled(let text): id = try episode(titled: text).id
        case .current:
            guard let active = activeDownload else { throw .nothingDownloading }
            id = active.episode
        }
        guard let index = downloads.firstIndex(where: { $0.episode == id }) else {
            throw .notDownloaded(title: title(id))
        }
        downloads.remove(at: index)
        return title(id)
    }
}
