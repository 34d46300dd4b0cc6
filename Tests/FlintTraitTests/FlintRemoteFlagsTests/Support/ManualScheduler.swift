#if RemoteFlags
    import FlintLocks
    import FlintCore
    import FlintRemoteFlags
    import Foundation

    /// A scheduler whose clock and timers a test advances and fires.
    final class ManualScheduler: FetchScheduler {
        private struct Timer {
            let delay: TimeInterval
            let body: @Sendable () -> Void
        }

        private struct State {
            var now = Date(timeIntervalSince1970: 1_800_000_000)
            var random = 0.0
            var lastNumber = 0
            var timers: [Int: Timer] = [:]
        }

        private let state = Protected(State())

        var now: Date { state.withLock { $0.now } }

        /// The number that every call returns, 0 unless a test sets it.
        var random: Double {
            get { state.withLock { $0.random } }
            set { state.withLock { $0.random = newValue } }
        }

        func schedule(after seconds: TimeInterval, _ body: @escaping @Sendable () -> Void) -> ObservationToken {
            let number = state.withLock { state in
                state.lastNumber += 1
                state.timers[state.lastNumber] = Timer(delay: seconds, body: body)
                return state.lastNumber
            }
            return ObservationToken { [weak self] in self?.state.withLock { $0.timers[number] = nil } }
        }

        /// The delays of the pending timers, shortest first.
        var delays: [TimeInterval] {
            state.withLock { $0.timers.values.map(\.delay).sorted() }
        }

        /// Advances the clock by a delay and fires the timer with that delay.
        ///
        /// - Returns: Whether such a timer existed.
        @discardableResult
        func fire(_ delay: TimeInterval) -> Bool {
            let timer = state.withLock { state -> Timer? in
                guard let number = state.timers.first(where: { $0.value.delay == delay })?.key else { return nil }
                state.now += delay
                return state.timers.removeValue(forKey: number)
            }
            timer?.body()
            return timer != nil
        }

        /// Advances the clock without firing timers.
        func advance(by seconds: TimeInterval) {
            state.withLock { $0.now += seconds }
        }
    }
#endif
