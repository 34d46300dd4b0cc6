// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks

/// The status of a permission that the system reports asynchronously.
///
/// Reading the last reported status starts another query, unless one is in progress. If the answer differs from the
/// previous one, observers are notified.
package final class AsynchronousPermissionStatus<Status: Sendable & Equatable>: Sendable {
    private struct State {
        var status: Status
        var isAsking = false
        var isStale = false
        var waiting: [@Sendable () -> Void] = []
        var observers: [@Sendable () -> Void] = []
    }

    /// A closure that asks the system for the status, and passes it to its argument on any thread.
    package typealias Question = @Sendable (_ answer: @escaping @Sendable (Status) -> Void) -> Void

    private let state: Protected<State>
    private let question: Question

    /// Creates a status that applies until the system answers, and starts the first query.
    package init(_ initial: Status, _ question: @escaping Question) {
        state = Protected(State(status: initial))
        self.question = question
        refresh()
    }

    package var current: Status {
        let status = state.withLock(\.status)
        refresh()
        return status
    }

    /// Asks the system for the status.
    ///
    /// The completion is called, on any thread, when a query that started after this call is answered.
    package func refresh(_ completion: (@Sendable () -> Void)? = nil) {
        let asks = state.withLock { state in
            if let completion {
                state.waiting.append(completion)
                // The answer to the query in progress may be too old for the completion.
                if state.isAsking { state.isStale = true }
            }
            defer { state.isAsking = true }
            return !state.isAsking
        }
        if asks { ask() }
    }

    package func observe(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { $0.observers.append(handler) }
    }

    private func ask() {
        question { [self] answer in
            let (again, called) = state.withLock { state -> (Bool, [@Sendable () -> Void]) in
                let hasChanged = state.status != answer
                state.status = answer
                let observers = hasChanged ? state.observers : []
                // A request arrived while this query was in progress, so another query answers it.
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
