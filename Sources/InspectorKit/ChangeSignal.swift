/// Notifies any number of handlers that something has changed.
package final class ChangeSignal: Sendable {
    private struct State {
        var nextID = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
        var held: [any Sendable] = []
    }

    private let state = Guarded(State())

    /// Creates a signal without handlers.
    package init() {}

    /// Keeps an observation alive as long as the signal is.
    package func hold(_ observation: any Sendable) {
        state.withLock { $0.held.append(observation) }
    }

    /// Adds a handler until the observation is cancelled or released.
    package func add(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation {
        let id = state.withLock { state in
            state.nextID += 1
            state.handlers[state.nextID] = handler
            return state.nextID
        }
        return InspectorObservation { [weak self] in
            self?.state.withLock { $0.handlers[id] = nil }
        }
    }

    /// Calls every handler, with no lock held.
    package func send() {
        let handlers = state.withLock { Array($0.handlers.values) }
        for handler in handlers { handler() }
    }
}
