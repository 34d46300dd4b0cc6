import FlintCore
import Foundation

/// Real time that is paused until a test advances it, and calls the handlers of the deadlines it passes.
final class ManualTime: DeadlineTimer {
    private struct State {
        var now: Date
        var waiting: (deadline: Date, handler: @Sendable () -> Void)?
    }

    private let state: Protected<State>

    init(now: Date = day(0)) {
        state = Protected(State(now: now))
    }

    /// The current time of the clock.
    var now: Date { state.withLock { $0.now } }

    /// The deadline that is set, if any.
    var deadline: Date? { state.withLock { $0.waiting?.deadline } }

    func set(_ deadline: Date?, _ handler: @escaping @Sendable () -> Void) {
        state.withLock { state in state.waiting = deadline.map { ($0, handler) } }
    }

    /// Advances the clock and calls the handlers of passed deadlines until none is left.
    func advance(seconds: Double) {
        state.withLock { $0.now += seconds }
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

/// Returns the date a number of days after the beginning of 1 January 2026 in UTC.
func day(_ days: Double) -> Date { Date(timeIntervalSince1970: 1_767_225_600 + days * 86_400) }
