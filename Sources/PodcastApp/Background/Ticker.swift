import Dispatch
import Synchronization

/// Calls a function every second while it runs.
protocol Ticker: AnyObject, Sendable {
    /// Begins to call a function; a ticker that runs already continues with the new one.
    func start(_ tick: @escaping @Sendable () -> Void)
    /// Ends the calls; none comes after this returns, if it is called where the calls are made.
    func stop()
}

/// A ticker on a serial queue that borrows the main thread.
///
/// A worker thread or a suspended task would wake the process long after the app has been paused; a timer on the
/// main thread's loop does so only while it exists, and stopping lets go of it entirely.
final class DispatchTicker: Ticker {
    private let queue = DispatchQueue(label: "podcasts.background", target: .main)
    private let interval: DispatchTimeInterval
    private let timer = Mutex<Timer?>(nil)

    /// A timer; Dispatch lets any thread use its sources but does not say so in their type.
    private struct Timer: @unchecked Sendable {
        let source: any DispatchSourceTimer
    }

    /// Creates a ticker.
    init(interval: DispatchTimeInterval = .seconds(1)) {
        self.interval = interval
    }

    deinit {
        timer.withLock { $0?.source.cancel() }
    }

    /// Whether there is a timer that wakes the process.
    var isRunning: Bool { timer.withLock { $0 != nil } }

    func start(_ tick: @escaping @Sendable () -> Void) {
        let source = DispatchSource.makeTimerSource(queue: queue)
        // Some slack lets the system wake the process once for several reasons.
        source.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(100))
        source.setEventHandler(handler: tick)
        replace(with: Timer(source: source))
        source.activate()
    }

    func stop() {
        replace(with: nil)
    }

    private func replace(with new: Timer?) {
        timer.withLock { timer in
            timer?.source.cancel()
            timer = new
        }
    }
}
