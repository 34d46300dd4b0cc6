import FlintCore
import Synchronization

/// Does what the app does without being asked, as actions of a session of its own.
final class BackgroundWork: Sendable {
    /// How many bytes arrive in a second.
    static let bytesPerSecond = 1_500_000
    /// How many times as many arrive while turbo downloads are available.
    static let turbo = 4

    private let centre: PodcastCentre
    private let runtime: FlintRuntime
    private let session: ActionSession
    private let ticker: any Ticker
    private let summaryModel: SummaryModelFlags
    private let running = Mutex(false)

    /// Creates the background work of an app.
    ///
    /// - Parameters:
    ///   - centre: The app.
    ///   - runtime: The runtime the app's features are registered in.
    ///   - ticker: Calls when a second has passed.
    ///   - summaryModel: Looks for the model that sums up episodes.
    init(centre: PodcastCentre, runtime: FlintRuntime, ticker: any Ticker, summaryModel: SummaryModelFlags) {
        self.centre = centre
        self.runtime = runtime
        self.ticker = ticker
        self.summaryModel = summaryModel
        session = runtime.bind { ActionSession(named: "background", userInitiatedActions: false) }
    }

    /// Whether the work is running.
    var isRunning: Bool { running.withLock { $0 } }

    /// Resumes or pauses the work.
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

    /// Lets a second pass.
    ///
    /// What features allow is asked each time, so that a subscription that ends slows the player down at once.
    func tick() {
        runtime.bind {
            let speed = SpeedFeature.isAvailable == true ? centre.state.player.speed : 1
            let factor = TurboDownloadsFeature.isAvailable == true ? Self.turbo : 1
            for job in centre.advance(speed: speed, bytes: Self.bytesPerSecond * factor) { perform(job) }
            summaryModel.search(seconds: centre.state.elapsed)
        }
    }

    private func perform(_ job: BackgroundJob) {
        switch job {
        case .finish(let id, let title):
            session.perform(PlaybackFeature.finish, input: .episode(id, title: title), presenter: centre)
        case .sleep:
            // A timer whose flag was turned off while it ran has no effect.
            guard SleepTimerFeature.isAvailable == true else { return }
            session.perform(PlaybackFeature.pause, input: .noInput, presenter: centre)
        case .receive(let progress):
            let logs = DownloadsFeature.logs(for: "Downloading")
            logs.development?.debug("“\(progress.title)”: \(progress.percent) %")
            session.perform(DownloadsFeature.receive, input: progress, presenter: centre)
        case .download(let id, let title):
            session.perform(DownloadsFeature.download, input: .episode(id, title: title), presenter: centre)
        case .remove(let id, let title):
            let logs = DownloadsFeature.logs(for: "Making room")
            logs.development?.warning("More than \(PodcastState.downloadsKept) downloads: “\(title)” has to go")
            session.perform(DownloadsFeature.remove, input: .episode(id, title: title), presenter: centre)
        case .refresh(let title):
            session.perform(FavouritesFeature.refresh, input: ShowSelection(title: title), presenter: centre)
        }
    }
}

/// Something the app does without being asked, at the moment it is due.
enum BackgroundJob: Hashable, Sendable {
    /// What was playing has come to its end.
    case finish(EpisodeID, title: String)
    /// The sleep timer has run out.
    case sleep
    /// A piece of an episode has arrived.
    case receive(DownloadProgress)
    /// Nothing is on its way and an episode is missing.
    case download(EpisodeID, title: String)
    /// More is kept than there is room for.
    case remove(EpisodeID, title: String)
    /// It is time to look for new episodes of a show.
    case refresh(title: String)
}

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
