// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks

/// The status of a permission that the system reports asynchronously.
///
/// ``current`` is the last reported status. Reading it starts another query, unless one is in progress. If the answer
/// differs from the previous one, observers are notified.
package final class AsynchronousPermissionStatus<Status: Sendable & Equatable>: Sendable {
    private struct State {
        var status: Status
        var isAsking = false
        var isStale = false
        var waiting: [@Sendable () -> Void] = []
        var observers: [@Sendable () -> Void] = []
    }

    /// A closure that asks the system for the status and passes the status to its `answer` argument.
    ///
    /// The answer can arrive on any thread.
    package typealias Question = @Sendable (_ answer: @escaping @Sendable (Status) -> Void) -> Void

    private let state: Protected<State>
    private let question: Question

    /// Creates a status and starts the first query.
    ///
    /// - Parameters:
    ///   - initial: The status until the system answers.
    ///   - question: A closure that asks the system for the status.
    package init(_ initial: Status, _ question: @escaping Question) {
        state = Protected(State(status: initial))
        self.question = question
        refresh()
    }

    /// The last reported status.
    ///
    /// Reading this property starts another query, unless one is in progress.
    package var current: Status {
        let status = state.withLock(\.status)
        refresh()
        return status
    }

    /// Asks the system for the status.
    ///
    /// - Parameter completion: A handler that is called, on any thread, when a query that started after this call is
    ///   answered.
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

    /// Adds a handler that is called after each answer that differs from the previous one.
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
