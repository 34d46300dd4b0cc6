// SPDX-License-Identifier: MIT

import FlintLocks

/// The presenter of every action, and the owner of the app's state.
///
/// The center applies each action to the ``PodcastState`` and keeps the resulting message for the screen. It may be
/// used from any thread. Every change happens under one lock, and observers are called after the lock is released.
final class PodcastCenter: Sendable {
    private struct Contents {
        var state: PodcastState
        var notice: String?
        var activity: String?
        var observer: (@Sendable () -> Void)?
        var credits: TranscriptCredits?
    }

    private let contents: Protected<Contents>

    init(_ state: PodcastState) {
        contents = Protected(Contents(state: state, activity: state.activity))
    }

    var state: PodcastState { contents.withLock { $0.state } }

    var notice: String? { contents.withLock { $0.notice } }

    var activity: String? { contents.withLock { $0.activity } }

    func setCredits(_ credits: TranscriptCredits) {
        contents.withLock { $0.credits = credits }
    }

    func observeActivity(_ observer: (@Sendable () -> Void)?) {
        contents.withLock { $0.observer = observer }
    }

    /// Advances the state by one second of background work, and returns the jobs that the caller performs as actions.
    func advance(speed: Double, bytes: Int) -> [BackgroundJob] {
        update { contents in contents.state.advance(speed: speed, bytes: bytes) }
    }

    /// Applies a change and stores its message; if the change throws, the state stays the same.
    private func change<Failure: Error>(
        _ body: (inout PodcastState) throws(Failure) -> String?
    ) throws(Failure) -> String? {
        try update { (contents) throws(Failure) in
            // The closure changes a copy, so an error leaves the state unchanged.
            var state = contents.state
            let notice = try body(&state)
            contents.state = state
            if let notice { contents.notice = notice }
            return notice
        }
    }

    private func update<Result: Sendable, Failure: Error>(
        _ body: (inout Contents) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (result, observer) = contents.withLock { contents in
            // The error becomes a value, because the observer must be called after the lock is released in this case
            // too.
            let result = Swift.Result { () throws(Failure) in try body(&contents) }
            let activity = contents.state.activity
            defer { contents.activity = activity }
            return (result, activity == contents.activity ? nil : contents.observer)
        }
        observer?()
        return try result.get()
    }
}

// MARK: - Listening

extension PodcastCenter: PlayerPresenter {
    func play(_ selection: EpisodeSelection) throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in "Playing “\(try state.play(selection).title)”" }
    }

    func pause() throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in
            try state.pause()
            return "Paused at \(PlaybackTime.formatted(state.player.position))"
        }
    }

    func seek(to target: SeekTarget) throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in "Now at \(PlaybackTime.formatted(try state.seek(to: target)))" }
    }

    func finish(_ selection: EpisodeSelection) throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in
            let episode = try state.loadedOrChosen(by: selection)
            let next = state.finish(episode.id)
            return "Finished “\(episode.title)”" + (next.map { ", next is “\($0.title)”" } ?? "")
        }
    }

    func setSpeed(_ speed: Double) -> String? {
        change { state in
            state.player.speed = speed
            return "Speed \(speed)×"
        }
    }

    func setEnhancement(_ enhancement: Player.Enhancement) -> String? {
        change { state in
            state.player.enhancement = enhancement
            return "Sound enhancement: \(enhancement.rawValue)"
        }
    }

    func startSleepTimer(_ length: SleepLength) -> String? {
        change { state in
            state.startSleepTimer(seconds: length.minutes * 60)
            return "Good night: playback pauses in \(length.minutes) min"
        }
    }

    func cancelSleepTimer() throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in
            try state.cancelSleepTimer()
            return "Playback continues"
        }
    }

    func showUpNext() throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in
            "Up next: "
                + (try state.queueAfterCurrentEpisode()).prefix(3).map { "“\($0.title)”" }.joined(separator: ", ")
        }
    }

    func skip() throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in "Skipped to “\(try state.skip().title)”" }
    }
}

// MARK: - Downloads

extension PodcastCenter: DownloadsPresenter {
    func download(_ selection: EpisodeSelection) throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in "Downloading “\(try state.download(selection).title)”" }
    }

    func downloadEverything() throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in
            let count = try state.downloadEverything()
            return "Downloading \(count) more \(count == 1 ? "episode" : "episodes")"
        }
    }

    func updateDownload(with progress: DownloadProgress) throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in
            guard let download = state.addBytes(progress.bytes, of: progress.episode) else {
                throw .notDownloaded(title: progress.title)
            }
            return download.isComplete ? "Downloaded “\(progress.title)”" : nil
        }
    }

    func removeDownload(_ selection: EpisodeSelection) throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in "Removed “\(try state.removeDownload(selection))”" }
    }
}

// MARK: - Library

extension PodcastCenter: LibraryPresenter {
    func subscribe(to selection: ShowSelection) throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in
            let show = try state.show(titled: selection.title)
            try state.subscribe(to: show)
            return "Subscribed to \(show.title)"
        }
    }

    func unsubscribe(from selection: ShowSelection) throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in
            let show = try state.show(titled: selection.title)
            try state.unsubscribe(from: show)
            return "Unsubscribed from \(show.title)"
        }
    }

    func refresh(_ selection: ShowSelection) throws(PodcastError) -> String? {
        let known = try state.show(titled: selection.title)
        let show: Show
        do {
            // The file is read without holding the lock, because reading may take a while.
            show = try FeedReader.show(at: known.file)
        } catch {
            throw .feed(error)
        }
        return change { state in
            let count = state.replace(show)
            return count == 0 ? "No new episodes in \(show.title)" : "\(count) new in \(show.title)"
        }
    }

    func showPlaylists() -> String? {
        change { state in
            let lists = state.playlists.map { "\($0.name) (\($0.episodes.count))" }
            return lists.isEmpty ? "No playlists yet" : "Playlists: " + lists.joined(separator: ", ")
        }
    }

    func createPlaylist(named name: PlaylistName) throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in
            let playlist = try state.createPlaylist(named: name.text)
            return "Created \(playlist.name) with \(playlist.episodes.count) episodes"
        }
    }

    func refreshPlaylists() throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in
            try state.refreshPlaylists()
            return "Playlists updated"
        }
    }

    func verifyLibrary() -> String? {
        change { state in
            let silent = state.episodes.filter { $0.audio == nil }.count
            return "\(state.shows.count) shows, \(state.episodes.count) episodes"
                + (silent == 0 ? ", all with a recording" : ", \(silent) without a recording")
        }
    }
}

// MARK: - Sharing and devices

extension PodcastCenter: SharingPresenter {
    func shareClip(_ length: ClipLength) throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in
            let episode = try state.loadedOrChosen(by: .current)
            let end = state.player.position
            let start = max(0, end - Double(length.seconds))
            return "Sharing “\(episode.title)” from \(PlaybackTime.formatted(start)) to \(PlaybackTime.formatted(end))"
        }
    }

    func showTranscript(of selection: EpisodeSelection) throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in
            let episode = try state.loadedOrChosen(by: selection)
            return "\(episode.title): \(episode.summary)"
        }
    }

    func search(for text: SearchText) -> String? {
        // Spending announces a change of the store, so it happens outside of the lock.
        contents.withLock { $0.credits }?.spendOnSearch()
        return change { state in
            let wanted = text.text.lowercased()
            let found = state.episodes.filter { $0.summary.lowercased().contains(wanted) }
            return found.isEmpty
                ? "No episode mentions “\(text.text)”"
                : "“\(text.text)” is mentioned in " + found.map { "“\($0.title)”" }.joined(separator: ", ")
        }
    }
}

extension PodcastCenter: DevicesPresenter {
    func handOver(_ selection: EpisodeSelection, to place: String) throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in
            "Sent “\(try state.loadedOrChosen(by: selection).title)” to \(place)"
        }
    }

    func announce(_ selection: ShowSelection) throws(PodcastError) -> String? {
        try change { (state) throws(PodcastError) in
            "New episodes of \(try state.show(titled: selection.title).title) will be announced"
        }
    }
}
