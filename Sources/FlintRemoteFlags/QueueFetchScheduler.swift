#if RemoteFlags
    import Dispatch
    import FlintCore

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A clock that also runs a handler once after a given time.
    package protocol FetchScheduler: Sendable {
        /// The time now.
        var now: Date { get }

        /// Runs a body once after a delay, unless the token is cancelled or released before.
        ///
        /// - Parameters:
        ///   - seconds: The delay, at least 0.
        ///   - body: Called on the scheduler's own thread.
        /// - Returns: The handle to cancel it by.
        func schedule(after seconds: TimeInterval, _ body: @escaping @Sendable () -> Void) -> ObservationToken
    }

    /// Runs things later by timers that fire once, on a queue that all sources share.
    ///
    /// The main queue takes no part: requests are made, and given up, also while it is busy.
    package struct QueueFetchScheduler: FetchScheduler {
        private static let queue = DispatchQueue(label: "flint.remote-flags.timers")

        /// Creates a scheduler.
        package init() {}

        /// The system's time.
        package var now: Date { Date() }

        /// Sets a timer; the system may let it fire a little late to save wake-ups.
        package func schedule(after seconds: TimeInterval, _ body: @escaping @Sendable () -> Void) -> ObservationToken {
            let timer = DispatchSource.makeTimerSource(queue: Self.queue)
            let milliseconds = Int(min(max(seconds, 0), 1e9) * 1000)
            timer.schedule(
                deadline: .now() + .milliseconds(milliseconds), leeway: .milliseconds(max(milliseconds / 20, 1)))
            timer.setEventHandler(handler: body)
            timer.activate()
            let handle = Handle(timer: timer)
            return ObservationToken { handle.timer.cancel() }
        }

        /// Carries a timer to the thread that cancels it, which Dispatch allows and does not declare.
        private struct Handle: @unchecked Sendable {
            let timer: any DispatchSourceTimer
        }
    }
#endif
