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
