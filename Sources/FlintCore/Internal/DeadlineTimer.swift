// SPDX-License-Identifier: MIT

import Dispatch
import FlintFoundation
import FlintLibc
import FlintLocks

/// A timer that calls a handler once, at a deadline.
///
/// Code that waits for the earliest of several events sets one timer to that event's deadline, so the process is idle
/// until then. Tests supply an implementation that lets them control time. A timer has one deadline at a time.
package protocol DeadlineTimer: Sendable {
    /// Sets the deadline, replacing the previous one, or cancels the timer for `nil`.
    ///
    /// The deadline can be in the past. The handler is called once, on any thread and with no lock held.
    func set(_ deadline: Date?, _ handler: @escaping @Sendable () -> Void)
}

extension DeadlineTimer {
    package func set(_ deadline: Date?) {
        set(deadline) {}
    }
}

/// A timer on the main queue.
///
/// By default, the timer uses wall-clock time. If the deadline passes while the machine sleeps, the handler is called
/// when the machine wakes. If the machine's clock is set back, the handler is called later. Releasing the timer cancels
/// it. A timer can be used from any thread.
package final class MainQueueTimer: DeadlineTimer {
    private struct State {
        var deadline: Date?
        var source: (any DispatchSourceTimer)?
    }

    private let state = Protected(State())
    private let usesWallClock: Bool

    /// Creates a timer without a deadline.
    ///
    /// - Parameter usesWallClock: Whether the timer follows the machine's clock. Pass `false` for a short pause, which
    ///   must not become longer if the clock is set back.
    package init(usesWallClock: Bool = true) {
        self.usesWallClock = usesWallClock
    }

    deinit {
        state.withLock { $0.source?.cancel() }
    }

    package func set(_ deadline: Date?, _ handler: @escaping @Sendable () -> Void) {
        state.withLock { state in
            // Setting the current deadline again keeps the earlier handler.
            guard state.deadline != deadline else { return }
            state.deadline = deadline
            state.source?.cancel()
            state.source = nil
            guard let deadline else { return }
            let source = DispatchSource.makeTimerSource(queue: .main)
            // The extra millisecond ensures that every clock is past the deadline when the handler is called.
            let seconds = max(deadline.timeIntervalSinceNow, 0) + 0.001
            if usesWallClock {
                source.schedule(wallDeadline: .now() + seconds)
            } else {
                source.schedule(deadline: .now() + seconds)
            }
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
            // Another thread may have set a new deadline since the timer fired.
            guard state.deadline == deadline else { return }
            state.deadline = nil
            state.source?.cancel()
            state.source = nil
        }
    }
}

enum SteadyClock {
    /// The nanoseconds since an arbitrary point before the process started, excluding time that the system was asleep.
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
