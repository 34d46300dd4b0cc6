import FlintCore
import InspectorKit

/// Notifies any number of handlers that something has changed.
final class ChangeSignal: Sendable {
    private struct State {
        var nextID = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
        var tokens: [ObservationToken] = []
    }

    private let state = Protected(State())

    /// Creates a signal without handlers.
    init() {}

    /// Keeps an observation alive as long as the signal is.
    func hold(_ token: ObservationToken) {
        state.withLock { $0.tokens.append(token) }
    }

    /// Adds a handler until the observation is cancelled or released.
    func add(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation {
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
    func send() {
        let handlers = state.withLock { Array($0.handlers.values) }
        for handler in handlers { handler() }
    }
}
