import Foundation

@testable import FlintCore

/// A clock that only a test advances, and a timer that fires when the clock passes its deadline.
final class ManualTime: DeadlineTimer {
    private struct State {
        var now = Date(timeIntervalSince1970: 1_000_000)
        var waiting: (deadline: Date, handler: @Sendable () -> Void)?
    }

    private let state = Protected(State())

    /// The current time.
    var now: Date { state.withLock { $0.now } }

    /// The scheduled deadline, if any.
    var deadline: Date? { state.withLock { $0.waiting?.deadline } }

    func set(_ deadline: Date?, _ handler: @escaping @Sendable () -> Void) {
        state.withLock { state in state.waiting = deadline.map { ($0, handler) } }
    }

    /// Advances the clock without firing the timer, as if the main queue were busy.
    func pass(seconds: Double) {
        state.withLock { $0.now += seconds }
    }

    /// Advances the clock, and fires the timer if its deadline has passed.
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
