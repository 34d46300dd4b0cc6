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

/// Answers an action with the outcome of another, whether that comes at once or later.
final class CompletionForwarder: Sendable {
    private enum State {
        case waiting
        case answered(ActionPerformOutcome)
        case promised(CompletionRequirement<ActionPerformOutcome>.DeferredStatus)
        case passedOn
    }

    private let state = Protected(State.waiting)

    private init() {}

    /// Answers a completion with what a body finds out.
    ///
    /// - Parameters:
    ///   - completion: The promise to keep.
    ///   - body: Given a function to call once with the outcome, now or later and from any thread.
    /// - Returns: The proof that the promise is kept.
    static func answer(
        _ completion: CompletionRequirement<ActionPerformOutcome>,
        _ body: (@escaping @Sendable (ActionPerformOutcome) -> Void) -> Void
    ) -> CompletionRequirement<ActionPerformOutcome>.Status {
        let answer = CompletionForwarder()
        body { answer.give($0) }
        if let outcome = answer.outcome { return completion.completedSync(outcome) }
        let deferred = completion.willCompleteAsync()
        answer.pass(to: deferred)
        return deferred
    }

    /// The outcome, if it is there.
    private var outcome: ActionPerformOutcome? {
        state.withLock { if case .answered(let outcome) = $0 { outcome } else { nil } }
    }

    private func give(_ outcome: ActionPerformOutcome) {
        let deferred: CompletionRequirement<ActionPerformOutcome>.DeferredStatus? = state.withLock { state in
            switch state {
            case .waiting:
                state = .answered(outcome)
                return nil
            case .promised(let deferred):
                state = .passedOn
                return deferred
            case .answered, .passedOn:
                return nil
            }
        }
        deferred?.completed(outcome)
    }

    private func pass(to deferred: CompletionRequirement<ActionPerformOutcome>.DeferredStatus) {
        let outcome: ActionPerformOutcome? = state.withLock { state in
            guard case .answered(let outcome) = state else {
                state = .promised(deferred)
                return nil
            }
            state = .passedOn
            return outcome
        }
        if let outcome { deferred.completed(outcome) }
    }
}
