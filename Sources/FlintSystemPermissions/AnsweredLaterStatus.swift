import FlintCore

/// The status of a permission that a system tells only later.
///
/// It is the last one that was told. Each look at it has the system asked again, at most once at a time, and a different
/// answer is announced.
package final class AnsweredLaterStatus: Sendable {
    private struct State {
        var status = SystemPermissionStatus.notDetermined
        var isAsking = false
        var isStale = false
        var waiting: [@Sendable () -> Void] = []
        var observers: [@Sendable () -> Void] = []
    }

    /// Asks the system; the answer may come on any thread.
    package typealias Question = @Sendable (_ answer: @escaping @Sendable (SystemPermissionStatus) -> Void) -> Void

    private let state = Protected(State())
    private let question: Question

    /// Creates a status, and asks the system for it.
    ///
    /// - Parameter question: Asks the system.
    package init(_ question: @escaping Question) {
        self.question = question
        refresh()
    }

    /// The status that was told last.
    package var current: SystemPermissionStatus {
        let status = state.withLock(\.status)
        refresh()
        return status
    }

    /// Asks the system for the status.
    ///
    /// - Parameter completion: Called on any thread once an answer to a question asked from now on is there.
    package func refresh(_ completion: (@Sendable () -> Void)? = nil) {
        let asks = state.withLock { state in
            if let completion {
                state.waiting.append(completion)
                // The answer under way may be older than what the completion waits for.
                if state.isAsking { state.isStale = true }
            }
            defer { state.isAsking = true }
            return !state.isAsking
        }
        if asks { ask() }
    }

    /// Calls a handler after each answer that differs from the one before.
    package func observe(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { $0.observers.append(handler) }
    }

    private func ask() {
        question { [self] answer in
            let (again, called) = state.withLock { state -> (Bool, [@Sendable () -> Void]) in
                let hasChanged = state.status != answer
                state.status = answer
                let observers = hasChanged ? state.observers : []
                guard !state.isStale else {
                    state.isStale = false
                    return (true, observers)
                }
                state.isAsking = false
                defer { state.waiting = [] }
                return (false, observers + state.waiting)
            }
            for handler in called { handler() }
            if again { ask() }
        }
    }
}
