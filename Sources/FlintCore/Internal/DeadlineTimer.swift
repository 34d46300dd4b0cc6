import Dispatch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

/// Calls once when a moment has come.
///
/// Code that waits for the next thing that falls due uses one, so that tests can bring the moment about and nothing
/// wakes up while nothing is due.
package protocol DeadlineTimer: Sendable {
    /// Waits for a moment in place of the one waited for before.
    ///
    /// - Parameters:
    ///   - deadline: The moment, which may have passed; `nil` to wait for nothing.
    ///   - handler: Called once when it has come, on a thread of the timer's choice and with no lock held.
    func set(_ deadline: Date?, _ handler: @escaping @Sendable () -> Void)
}

extension DeadlineTimer {
    /// Waits for nothing.
    package func set(_ deadline: Date?) {
        set(deadline) {}
    }
}

/// A deadline timer on the main queue, by the clock on the wall: a moment that comes while the machine sleeps is acted
/// on when it wakes.
package final class MainQueueTimer: DeadlineTimer {
    private struct State {
        var deadline: Date?
        var source: (any DispatchSourceTimer)?
    }

    private let state = Protected(State())

    /// Creates a timer that waits for nothing.
    package init() {}

    deinit {
        state.withLock { $0.source?.cancel() }
    }

    /// Waits for a moment in place of the one waited for before.
    package func set(_ deadline: Date?, _ handler: @escaping @Sendable () -> Void) {
        state.withLock { state in
            guard state.deadline != deadline else { return }
            state.deadline = deadline
            state.source?.cancel()
            state.source = nil
            guard let deadline else { return }
            let source = DispatchSource.makeTimerSource(queue: .main)
            // A moment later than the deadline, so that it has come by any clock.
            let seconds = max(deadline.timeIntervalSinceNow, 0) + 0.001
            source.schedule(wallDeadline: .now() + seconds)
            source.setEventHandler { [weak self] in
                self?.forget(deadline)
                handler()
            }
            state.source = source
            source.resume()
        }
    }

    private func forget(_ deadline: Date) {
        state.withLock { state in
            guard state.deadline == deadline else { return }
            state.deadline = nil
            state.source?.cancel()
            state.source = nil
        }
    }
}

/// A monotonic clock, for measuring how long something took.
enum SteadyClock {
    /// The nanoseconds since some moment before the process began, without those the system slept.
    static var nanoseconds: UInt64 {
        #if canImport(Darwin)
            return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
        #else
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
        #endif
    }
}
