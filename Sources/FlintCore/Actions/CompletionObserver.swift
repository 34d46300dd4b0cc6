public import Dispatch

/// The caller's completion, and where it is called.
@usableFromInline
struct CompletionObserver {
    /// Called once with how the action ended.
    @usableFromInline let completion: (ActionOutcome) -> Void
    /// The queue to call it on; `nil` for the thread the action answers on.
    @usableFromInline let queue: DispatchQueue?
    /// Reports that the outcome is no longer awaited.
    @usableFromInline let cancellation: ActionCancellation?

    /// Creates an observer, if there is something to call.
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

    /// Passes the outcome to the completion, in the runtime the action was requested in.
    func tell(_ outcome: ActionPerformOutcome, in runtime: FlintRuntime) {
        let outcome = outcome.simplifiedOutcome
        guard let queue else { return runtime.bind { completion(outcome) } }
        let delivery = UncheckedSendable(completion)
        queue.async {
            runtime.bind { delivery.value(outcome) }
        }
    }
}
