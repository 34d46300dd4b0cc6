// SPDX-License-Identifier: MIT

public import Dispatch
import FlintLocks

/// The caller's completion handler and the queue on which to call it.
///
/// The handler is called once, with the request's runtime as the current runtime. If `queue` is `nil`, the handler runs
/// on the thread on which the action completes. A caller that awaits the outcome in a task also provides the task's
/// cancellation.
@usableFromInline
struct CompletionObserver {
    @usableFromInline let completion: (ActionOutcome) -> Void
    @usableFromInline let queue: DispatchQueue?
    @usableFromInline let cancellation: ActionCancellation?

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

    func deliver(_ outcome: ActionPerformOutcome, in runtime: FlintRuntime) {
        let outcome = outcome.simplifiedOutcome
        guard let queue else { return runtime.bind { completion(outcome) } }
        let delivery = UncheckedSendable(completion)
        queue.async {
            runtime.bind { delivery.value(outcome) }
        }
    }
}
