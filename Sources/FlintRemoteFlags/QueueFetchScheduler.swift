// SPDX-License-Identifier: MIT

#if RemoteFlags
    import Dispatch
    import FlintCore
    import FlintFoundation

    /// A clock with one-shot timers and a source of random numbers.
    package protocol FetchScheduler: Sendable {
        var now: Date { get }
        /// The next random number, from 0 up to but not including 1.
        var random: Double { get }

        /// Calls a closure once after a delay.
        ///
        /// - Parameters:
        ///   - seconds: The delay in seconds, at least 0.
        ///   - body: The closure, which is called on the scheduler's own thread.
        /// - Returns: A token that cancels the call when it is canceled or released.
        func schedule(after seconds: TimeInterval, _ body: @escaping @Sendable () -> Void) -> ObservationToken
    }

    /// A scheduler with one-shot timers on a queue that all sources share.
    ///
    /// The main queue is not used, so requests are sent and canceled even while it is busy.
    package struct QueueFetchScheduler: FetchScheduler {
        private static let queue = DispatchQueue(label: "flint.remote-flags.timers")

        package init() {}

        package var now: Date { Date() }
        package var random: Double { Double.random(in: 0..<1) }

        /// Sets a timer with a leeway of 5 percent, which lets the system group wake-ups.
        package func schedule(after seconds: TimeInterval, _ body: @escaping @Sendable () -> Void) -> ObservationToken {
            let timer = DispatchSource.makeTimerSource(queue: Self.queue)
            let milliseconds = Int((min(max(seconds, 0), 1e9) * 1000).rounded(.up))
            timer.schedule(
                deadline: .now() + .milliseconds(milliseconds), leeway: .milliseconds(max(milliseconds / 20, 1)))
            timer.setEventHandler(handler: body)
            timer.activate()
            let handle = Handle(timer: timer)
            return ObservationToken { handle.timer.cancel() }
        }

        /// A wrapper that carries a timer to another thread.
        ///
        /// Dispatch allows this, but doesn't declare the timer as sendable.
        private struct Handle: @unchecked Sendable {
            let timer: any DispatchSourceTimer
        }
    }
#endif
