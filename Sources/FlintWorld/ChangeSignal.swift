// SPDX-License-Identifier: MIT

import FlintLocks

/// A signal that notifies any number of handlers of a change.
///
/// The signal carries no value; handlers read the current state themselves. You can call all methods from any thread.
/// Handlers run on the thread that calls ``send()``.
///
/// ```swift
/// let signal = ChangeSignal()
/// let observation = signal.add { print("changed") }
/// signal.send()
/// observation.cancel()
/// ```
package final class ChangeSignal: Sendable {
    private struct State {
        var nextID = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
        var held: [any Sendable] = []
    }

    private let state = Protected(State())

    package init() {}

    package func hold(_ observation: any Sendable) {
        state.withLock { $0.held.append(observation) }
    }

    /// Adds a handler that stays registered until the returned observation is canceled or released.
    package func add(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        let id = state.withLock { state in
            state.nextID += 1
            state.handlers[state.nextID] = handler
            return state.nextID
        }
        return ObservationToken { [weak self] in
            self?.state.withLock { $0.handlers[id] = nil }
        }
    }

    package func send() {
        // Handlers can add and cancel observations, so no lock is held during the calls.
        let handlers = state.withLock { Array($0.handlers.values) }
        for handler in handlers { handler() }
    }
}
