import Dispatch

/// Passes the cancellation of a task that waits for an action on to the tasks the action has started.
@usableFromInline
final class ActionCancellation: Sendable {
    private struct State {
        var isCancelled = false
        var handlers: [@Sendable () -> Void] = []
    }

    /// The cancellation of whoever waits for the action that is being started here.
    @TaskLocal static var current: ActionCancellation?

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
    /// The request is made on the action's queue, so that the action starts where the cancellation is known: a
    /// dispatcher that has to hop would leave it behind.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - runtime: The runtime to perform it in.
    ///   - isolation: Where the caller runs, which is not left.
    ///   - perform: Makes the request and passes on the outcome.
    /// - Returns: The outcome, once the action has answered.
    static func outcome<ActionType: Action>(
        of action: ActionType.Type, in runtime: FlintRuntime, isolation: isolated (any Actor)? = #isolation,
        perform: @escaping (_ completion: @escaping (ActionOutcome) -> Void) -> Void
    ) async -> ActionOutcome {
        let cancellation = ActionCancellation()
        let scope = TaskScope(runtime: runtime, cause: Cause.current)
        return await withTaskCancellationHandler {
            // Mentioned, so that this is not sent to the pool of threads first.
            _ = isolation
            return await withCheckedContinuation { continuation in
                let request = UncheckedSendable {
                    scope.run {
                        $current.withValue(cancellation) { perform { continuation.resume(returning: $0) } }
                    }
                }
                let queue = action.queue
                if QueueIdentity.isCurrent(queue) { return request.value() }
                queue.async { request.value() }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}
