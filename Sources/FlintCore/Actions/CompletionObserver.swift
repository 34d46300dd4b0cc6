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

/// An object that completes an action with the outcome of another action.
///
/// The outcome may arrive before or after the other action's `perform` returns. A forwarder can be used from any
/// thread, and only the first outcome counts.
final class CompletionForwarder: Sendable {
    private enum State {
        case waiting
        case answered(ActionPerformOutcome)
        case promised(CompletionRequirement<ActionPerformOutcome>.DeferredStatus)
        case forwarded
    }

    private let state = Protected(State.waiting)

    private init() {}

    /// Completes a requirement with the outcome that a closure delivers.
    ///
    /// The closure calls its argument once with the outcome, from any thread, before or after it returns.
    static func complete(
        _ completion: CompletionRequirement<ActionPerformOutcome>,
        _ body: (@escaping @Sendable (ActionPerformOutcome) -> Void) -> Void
    ) -> CompletionRequirement<ActionPerformOutcome>.Status {
        let answer = CompletionForwarder()
        body { answer.complete(with: $0) }
        // An outcome that has already arrived needs no promise.
        if let outcome = answer.outcome { return completion.completedSync(outcome) }
        let deferred = completion.willCompleteAsync()
        answer.forward(to: deferred)
        return deferred
    }

    private var outcome: ActionPerformOutcome? {
        state.withLock { if case .answered(let outcome) = $0 { outcome } else { nil } }
    }

    private func complete(with outcome: ActionPerformOutcome) {
        let deferred: CompletionRequirement<ActionPerformOutcome>.DeferredStatus? = state.withLock { state in
            switch state {
            case .waiting:
                state = .answered(outcome)
                return nil
            case .promised(let deferred):
                state = .forwarded
                return deferred
            case .answered, .forwarded:
                return nil
            }
        }
        deferred?.completed(outcome)
    }

    private func forward(to deferred: CompletionRequirement<ActionPerformOutcome>.DeferredStatus) {
        let outcome: ActionPerformOutcome? = state.withLock { state in
            guard case .answered(let outcome) = state else {
                state = .promised(deferred)
                return nil
            }
            state = .forwarded
            return outcome
        }
        if let outcome { deferred.completed(outcome) }
    }
}
