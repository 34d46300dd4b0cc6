/// Passes the cancellation of a task that waits for an action on to the tasks the action has started.
@usableFromInline
final class ActionCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var handlers: [@Sendable () -> Void] = []
    }

    private let state = Protected(State())

    /// Creates one that has not been cancelled.
    init() {}

    /// Adds something to call when it is cancelled, at once if it has been.
    func add(_ handler: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.handlers.append(handler) }
            return state.isCancelled
        }
        if isCancelled { handler() }
    }

    /// Calls everything that was added.
    func cancel() {
        let handlers = state.withLock { state in
            defer { state.handlers = [] }
            state.isCancelled = true
            return state.handlers
        }
        for handler in handlers { handler() }
    }

    /// Performs an action and waits for its outcome, cancelling what it has started if the waiting task is cancelled.
    ///
    /// - Parameters:
    ///   - isolation: Where the caller runs, which is not left.
    ///   - perform: Makes the request for the observer it is given.
    /// - Returns: The outcome, once the action has answered.
    static func outcome(
        isolation: isolated (any Actor)? = #isolation, perform: (_ observer: CompletionObserver?) -> Void
    ) async -> ActionOutcome {
        let cancellation = ActionCancellation()
        return await withTaskCancellationHandler {
            // Mentioned, so that this is not sent to the pool of threads first.
            _ = isolation
            return await withCheckedContinuation { continuation in
                perform(CompletionObserver({ continuation.resume(returning: $0) }, cancellation: cancellation))
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}
