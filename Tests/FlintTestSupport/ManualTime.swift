import FlintCore
import FlintLocks
package import Foundation

/// A clock that is paused until a test advances it, and a timer that fires when the clock passes its deadline.
package final class ManualTime: DeadlineTimer {
    private struct State {
        var now: Date
        var waiting: (deadline: Date, handler: @Sendable () -> Void)?
    }

    private let state: Protected<State>

    /// Creates a clock with a given time, which is by default in January 1970.
    package init(now: Date = Date(timeIntervalSince1970: 1_000_000)) {
        state = Protected(State(now: now))
    }

    package var now: Date { state.withLock { $0.now } }

    /// The deadline of the pending timer, or `nil`.
    package var deadline: Date? { state.withLock { $0.waiting?.deadline } }

    package func set(_ deadline: Date?, _ handler: @escaping @Sendable () -> Void) {
        state.withLock { state in state.waiting = deadline.map { ($0, handler) } }
    }

    /// Advances the clock without firing the timer, as if the main queue were busy.
    package func pass(seconds: Double) {
        state.withLock { $0.now += seconds }
    }

    /// Advances the clock and fires the timer for every deadline that has passed.
    package func advance(seconds: Double) {
        pass(seconds: seconds)
        while let due = takeDue() { due() }
    }

    private func takeDue() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let waiting = state.waiting, waiting.deadline <= state.now else { return nil }
            state.waiting = nil
            return waiting.handler
        }
    }
}
