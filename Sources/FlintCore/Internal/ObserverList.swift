import Synchronization

/// Handlers that are called one after another, in the order in which they were added.
package final class ObserverList<Value>: Sendable {
    private struct State {
        var nextID = 0
        var handlers: [(id: Int, handler: @Sendable (Value) -> Void)] = []
    }

    private let state = Protected(State())
    /// How many handlers there are, for finding out without the lock that there are none.
    private let count = Atomic(0)

    /// Creates an empty list.
    package init() {}

    /// Adds a handler until the returned token is cancelled or released.
    package func add(_ handler: @escaping @Sendable (Value) -> Void) -> ObservationToken {
        let id = state.withLock { state in
            state.nextID += 1
            state.handlers.append((state.nextID, handler))
            count.store(state.handlers.count, ordering: .releasing)
            return state.nextID
        }
        return ObservationToken { [weak self] in
            guard let self else { return }
            self.state.withLock { state in
                state.handlers.removeAll { $0.id == id }
                self.count.store(state.handlers.count, ordering: .releasing)
            }
        }
    }

    /// Whether nobody would hear anything.
    package var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    /// Calls every handler, with no lock held.
    package func notify(_ value: Value) {
        for entry in state.withLock({ $0.handlers }) { entry.handler(value) }
    }

    /// Drops every handler.
    package func removeAll() {
        state.withLock { state in
            state.handlers.removeAll()
            count.store(0, ordering: .releasing)
        }
    }
}
