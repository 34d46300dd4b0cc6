#if RemoteFlags
    import Dispatch
    import FlintCore
    import Foundation

    /// Runs things later by timers of the main queue that fire once.
    package struct MainQueueFetchScheduler: FetchScheduler {
        /// Creates a scheduler.
        package init() {}

        /// The system's time.
        package var now: Date { Date() }

        /// Sets a timer; the system may let it fire a little late to save wake-ups.
        package func schedule(after seconds: TimeInterval, _ body: @escaping @Sendable () -> Void) -> ObservationToken {
            let timer = DispatchSource.makeTimerSource(queue: .main)
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
