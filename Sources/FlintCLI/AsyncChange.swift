import Synchronization

/// Lets one task sleep until something has changed since it last looked.
final class AsyncChange: Sendable {
    private struct State {
        var hasChanged = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Creates a signal that nothing has been seen of.
    init() {}

    /// Signals a change.
    ///
    /// Callable from any thread.
    func signal() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            if state.waiter == nil { state.hasChanged = true }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Returns once something has changed since the last return, at once if it has already.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                if state.hasChanged {
                    state.hasChanged = false
                    return true
                }
                state.waiter = continuation
                return false
            }
            if isDue { continuation.resume() }
        }
    }
}
