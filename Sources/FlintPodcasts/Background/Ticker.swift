// SPDX-License-Identifier: MIT

import Dispatch
import FlintLocks

/// An object that calls a function periodically.
///
/// The app uses ``DispatchTicker``. Tests use a ticker that they advance manually, so they never wait.
protocol Ticker: AnyObject, Sendable {
    /// Starts calling a function, and replaces the function of a running ticker.
    func start(_ tick: @escaping @Sendable () -> Void)
    /// Stops the ticker; if this method runs on the ticker's queue, no further call follows.
    func stop()
}

/// A ticker on a serial queue that targets the main queue.
///
/// A timer on the main queue wakes the process only while it exists. ``stop()`` cancels the timer, so a paused app
/// stays idle; a worker thread or a suspended task could still wake the process after the pause.
final class DispatchTicker: Ticker {
    private let queue = DispatchQueue(label: "podcasts.background", target: .main)
    private let interval: DispatchTimeInterval
    private let timer = Protected<Timer?>(nil)

    /// A sendable wrapper: Dispatch allows sources on any thread, but does not declare them `Sendable`.
    private struct Timer: @unchecked Sendable {
        let source: any DispatchSourceTimer
    }

    init(interval: DispatchTimeInterval = .seconds(1)) {
        self.interval = interval
    }

    deinit {
        timer.withLock { $0?.source.cancel() }
    }

    var isRunning: Bool { timer.withLock { $0 != nil } }

    func start(_ tick: @escaping @Sendable () -> Void) {
        let source = DispatchSource.makeTimerSource(queue: queue)
        // The leeway lets the system combine this timer with other wake-ups.
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
            // The queue is serial, so the old and the new function never run at the same time.
            timer?.source.cancel()
            timer = new
        }
    }
}
