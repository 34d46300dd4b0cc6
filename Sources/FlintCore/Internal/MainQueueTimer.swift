import Dispatch

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

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
