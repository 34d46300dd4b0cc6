import Foundation

@testable import FlintCore

/// A clock that is paused until a test advances it, and calls the handlers of the moments it passes.
final class ManualTime: DeadlineTimer {
    private struct State {
        var now = Date(timeIntervalSince1970: 1_000_000)
        var waiting: (deadline: Date, handler: @Sendable () -> Void)?
    }

    private let state = Protected(State())

    /// What the clock shows.
    var now: Date { state.withLock { $0.now } }

    /// The moment somebody waits for, if somebody does.
    var deadline: Date? { state.withLock { $0.waiting?.deadline } }

    func set(_ deadline: Date?, _ handler: @escaping @Sendable () -> Void) {
        state.withLock { state in state.waiting = deadline.map { ($0, handler) } }
    }

    /// Puts the clock forward without telling anybody, as if the main queue were busy.
    func pass(seconds: Double) {
        state.withLock { $0.now += seconds }
    }

    /// Advances the clock and calls the handlers of the moments that have come.
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
