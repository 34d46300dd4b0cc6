// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks

/// The app's automatic work: playback, downloads and feed updates.
///
/// A ticker calls ``tick()`` every second while the work is running. Each tick advances the ``PodcastState`` and
/// performs the jobs that are due as actions in a session named "background", so they appear in the timeline beside the
/// user's actions. `PodcastApp.setUp` creates the work; it starts paused.
final class BackgroundWork: Sendable {
    static let bytesPerSecond = 1_500_000
    static let turboFactor = 4

    private let center: PodcastCenter
    private let runtime: FlintRuntime
    private let session: ActionSession
    private let ticker: any Ticker
    private let summaryModel: SummaryModelFlags
    private let running = Protected(false)

    init(center: PodcastCenter, runtime: FlintRuntime, ticker: any Ticker, summaryModel: SummaryModelFlags) {
        self.center = center
        self.runtime = runtime
        self.ticker = ticker
        self.summaryModel = summaryModel
        // A session belongs to the runtime that is current when it is created.
        session = runtime.bind { ActionSession(named: "background", userInitiatedActions: false) }
    }

    var isRunning: Bool { running.withLock { $0 } }

    func setRunning(_ isRunning: Bool) {
        let changes = running.withLock { running in
            defer { running = isRunning }
            return running != isRunning
        }
        guard changes else { return }
        if isRunning {
            ticker.start { [weak self] in self?.tick() }
        } else {
            ticker.stop()
        }
    }

    func tick() {
        // Availability is checked on every tick, so an expired subscription slows the player down within a second.
        runtime.bind {
            let speed = SpeedFeature.isAvailable == true ? center.state.player.speed : 1
            let factor = TurboDownloadsFeature.isAvailable == true ? Self.turboFactor : 1
            for job in center.advance(speed: speed, bytes: Self.bytesPerSecond * factor) { perform(job) }
            summaryModel.search(seconds: center.state.elapsed)
        }
    }

    private func perform(_ job: BackgroundJob) {
        switch job {
        case .finish(let id, let title):
            session.perform(PlaybackFeature.finish, input: .episode(id, title: title), presenter: center)
        case .sleep:
            // The flag may have been turned off after the timer was started.
            guard SleepTimerFeature.isAvailable == true else { return }
            session.perform(PlaybackFeature.pause, input: .noInput, presenter: center)
        case .receive(let progress):
            let logs = DownloadsFeature.logs(for: "Downloading")
            logs.development?.debug("“\(progress.title)”: \(progress.percent) %")
            session.perform(DownloadsFeature.receive, input: progress, presenter: center)
        case .download(let id, let title):
            session.perform(DownloadsFeature.download, input: .episode(id, title: title), presenter: center)
        case .remove(let id, let title):
            let logs = DownloadsFeature.logs(for: "Freeing space")
            logs.development?.warning("More than \(PodcastState.downloadsKept) downloads: removing “\(title)”")
            session.perform(DownloadsFeature.remove, input: .episode(id, title: title), presenter: center)
        case .refresh(let title):
            session.perform(FavouritesFeature.refresh, input: ShowSelection(title: title), presenter: center)
        }
    }
}

/// A piece of automatic work that ``PodcastState`` finds due, and that ``BackgroundWork`` performs as an action.
enum BackgroundJob: Hashable, Sendable {
    case finish(EpisodeID, title: String)
    case sleep
    case receive(DownloadProgress)
    case download(EpisodeID, title: String)
    case remove(EpisodeID, title: String)
    case refresh(title: String)
}

extension PodcastState {
    /// The interval between two chunks of a download, in seconds.
    static let receiveInterval = 4
    /// The interval between feed updates, in seconds; each update refreshes one show.
    static let refreshInterval = 45

    /// Advances the clock and the player by one second, and returns the due jobs in the order to perform them.
    ///
    /// Only the clock, the playback position, an expired sleep timer and the choice of the next download change here.
    /// Finishing, downloading, removing and refreshing are actions, so the timeline records them like the user's
    /// actions.
    mutating func advance(speed: Double, bytes: Int) -> [BackgroundJob] {
        elapsed += 1
        var jobs: [BackgroundJob] = []
        if player.isPlaying { player.position += speed }
        if let end = sleepTimerEnd, elapsed >= end {
            sleepTimerEnd = nil
            if player.isPlaying { jobs.append(.sleep) }
        }
        if hasReachedEnd, let id = player.episode { jobs.append(.finish(id, title: title(id))) }
        switch elapsed % Self.receiveInterval {
        case 0:
            if let active = activeDownload {
                jobs.append(.receive(progress(of: active, bytes: bytes * Self.receiveInterval)))
            }
        case 2:
            // Receiving, starting, and removing take turns, so a tick has at most one download job.
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

    private func progress(of download: Download, bytes: Int) -> DownloadProgress {
        var after = download
        after.received = min(download.size, download.received + bytes)
        return DownloadProgress(
            episode: download.episode, title: title(download.episode), bytes: bytes, percent: after.percent)
    }
}
