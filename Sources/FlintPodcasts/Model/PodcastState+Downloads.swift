// SPDX-License-Identifier: MIT

extension PodcastState {
    /// The number of finished downloads to keep; beyond this number, the oldest is removed.
    static let downloadsKept = 6

    var activeDownload: Download? { downloads.first { !$0.isComplete } }

    var surplusDownload: Download? {
        let complete = downloads.filter(\.isComplete)
        return complete.count > Self.downloadsKept ? complete.first : nil
    }

    /// The next episode to download automatically, or `nil` if every queued episode is downloaded or downloading.
    ///
    /// The search continues after the last automatic download and wraps around at the end of the queue.
    var nextDownload: Episode? {
        let here = Set(downloads.map(\.episode))
        let order = upNext
        let start = order.firstIndex { $0.id == lastAutomaticDownload }.map { $0 + 1 } ?? 0
        return (order[start...] + order[..<start]).first { !here.contains($0.id) }
    }

    mutating func download(_ selection: EpisodeSelection) throws(PodcastError) -> Episode {
        guard let episode = try selectedEpisode(for: selection) ?? nextDownload else { throw .nothingToDownload }
        guard episode.audio != nil else { throw .noRecording(title: episode.title) }
        guard !downloads.contains(where: { $0.episode == episode.id }) else {
            throw .alreadyDownloaded(title: episode.title)
        }
        // A size of 0 would count as complete before the first chunk.
        downloads.append(Download(episode: episode.id, size: max(1, episode.size)))
        return episode
    }

    mutating func downloadEverything() throws(PodcastError) -> Int {
        let here = Set(downloads.map(\.episode))
        let missing = upNext.filter { !here.contains($0.id) }
        guard !missing.isEmpty else { throw .nothingToDownload }
        downloads += missing.map { Download(episode: $0.id, size: max(1, $0.size)) }
        return missing.count
    }

    mutating func addBytes(_ bytes: Int, of id: EpisodeID) -> Download? {
        guard let index = downloads.firstIndex(where: { $0.episode == id }) else { return nil }
        downloads[index].received = min(downloads[index].size, downloads[index].received + max(0, bytes))
        return downloads[index]
    }

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
