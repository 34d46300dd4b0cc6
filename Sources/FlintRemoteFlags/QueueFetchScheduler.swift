// SPDX-License-Identifier: MIT

#if RemoteFlags
    import Dispatch
    import FlintCore
    import FlintFoundation

    package protocol FetchScheduler: Sendable {
        var now: Date { get }
        /// The next random number, from 0 up to but not including 1.
        var random: Double { get }

        /// Calls a closure on the scheduler's own thread once after a delay in seconds.
        ///
        /// The call is canceled when the token is canceled or released.
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

        package func schedule(after seconds: TimeInterval, _ body: @escaping @Sendable () -> Void) -> ObservationToken {
            // The leeway of 5 percent lets the system group wake-ups.
            let timer = DispatchSource.makeTimerSource(queue: Self.queue)
            let milliseconds = Int((min(max(seconds, 0), 1e9) * 1000).rounded(.up))
            timer.schedule(
                deadline: .now() + .milliseconds(milliseconds), leeway: .milliseconds(max(milliseconds / 20, 1)))
            timer.setEventHandler(handler: body)
            timer.activate()
            let handle = Handle(timer: timer)
            return ObservationToken { handle.timer.cancel() }
        }

        /// A sendable wrapper: Dispatch allows timers on any thread, but does not declare them `Sendable`.
        private struct Handle: @unchecked Sendable {
            let timer: any DispatchSourceTimer
        }
    }
#endif
