import Dispatch

/// Somebody who asked for an action and waits for its outcome.
struct ActionListener {
    /// Called once with how the action ended.
    let completion: (ActionOutcome) -> Void
    /// The queue to call it on; `nil` for the thread the action answers on.
    var queue: DispatchQueue?
    /// Says that nobody waits any more.
    var cancellation: ActionCancellation?

    /// Creates a listener, if there is something to call.
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
