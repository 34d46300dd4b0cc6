public import Dispatch

/// Somebody who asked for an action and waits for its outcome.
@usableFromInline
struct CompletionObserver {
    /// Called once with how the action ended.
    @usableFromInline let completion: (ActionOutcome) -> Void
    /// The queue to call it on; `nil` for the thread the action answers on.
    @usableFromInline let queue: DispatchQueue?
    /// Says that nobody waits any more.
    @usableFromInline let cancellation: ActionCancellation?

    /// Creates a listener, if there is something to call.
    @usableFromInline
    init?(
        _ completion: ((ActionOutcome) -> Void)?, on queue: DispatchQueue? = nil,
        cancellation: ActionCancellation? = nil
    ) {
        guard let completion else { return nil }
        self.completion = completion
        self.queue = queue
        self.cancellation = cancellation
    }

    /// Says how the action ended, in the runtime it was requested in.
    func tell(_ outcome: ActionPerformOutcome, in runtime: FlintRuntime) {
        let outcome = outcome.simplifiedOutcome
        guard let queue else { return runtime.bind { completion(outcome) } }
        let delivery = UncheckedSendable(completion)
        queue.async {
            runtime.bind { delivery.value(outcome) }
        }
    }
}
