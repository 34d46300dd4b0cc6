/// Handlers that are called one after another, in the order in which they were added.
package final class ObserverList<Value>: Sendable {
    private struct State {
        var nextID = 0
        var handlers: [(id: Int, handler: @Sendable (Value) -> Void)] = []
    }

    private let state = Protected(State())

    /// Creates an empty list.
    package init() {}

    /// Adds a handler until the returned token is cancelled or released.
    package func add(_ handler: @escaping @Sendable (Value) -> Void) -> ObservationToken {
        let id = state.withLock { state in
            state.nextID += 1
            state.handlers.append((state.nextID, handler))
            return state.nextID
        }
        return ObservationToken { [weak self] in
            self?.state.withLock { state in state.handlers.removeAll { $0.id == id } }
        }
    }

    /// Calls every handler, with no lock held.
    package func notify(_ value: Value) {
        for entry in state.withLock({ $0.handlers }) { entry.handler(value) }
    }

    /// Drops every handler.
    package func removeAll() {
        state.withLock { $0.handlers.removeAll() }
    }
}
