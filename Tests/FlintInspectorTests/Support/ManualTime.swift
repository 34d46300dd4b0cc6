import FlintCore
import Foundation
import Synchronization

/// A clock that is paused until a test advances it, and calls the handlers of the deadlines it passes.
final class ManualTime: DeadlineTimer {
    private struct State {
        var now = Date()
        var waiting: (deadline: Date, handler: @Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// The current time of the clock.
    var now: Date { state.withLock { $0.now } }

    func set(_ deadline: Date?, _ handler: @escaping @Sendable () -> Void) {
        state.withLock { state in state.waiting = deadline.map { ($0, handler) } }
    }

    /// Advances the clock and calls the handler of a deadline that has passed.
    func advance(seconds: Double) {
        let due = state.withLock { state in
            state.now += seconds
            guard let waiting = state.waiting, waiting.deadline <= state.now else {
                return (@Sendable () -> Void)?.none
            }
            state.waiting = nil
            return waiting.handler
        }
        due?()
    }
}
