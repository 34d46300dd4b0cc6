#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One execution of an action, from the request to the outcome.
///
/// An execution is a value, so it needs no allocation. The ``ActionCompletion``, or the closure that waits for the
/// outcome, stores it. Initialization starts the clock and records the beginning in the journal. ``end(_:in:)`` records
/// the outcome.
@usableFromInline
struct ActionExecution {
    @usableFromInline let record: ActionRecord
    let session: ActionSession
    let cause: Cause
    let date: Date
    @usableFromInline let cancellation: ActionCancellation?

    private let isRecorded: Bool
    /// The start time, in nanoseconds of a monotonic clock.
    private let start: UInt64

    /// Starts the clock and records the beginning.
    ///
    /// - Parameters:
    ///   - record: The journal's record of the request.
    ///   - session: The session in which the action is performed.
    ///   - runtime: The session's runtime.
    ///   - cause: The initiator of the request.
    ///   - date: The date of the request.
    ///   - isHidden: Whether the action is left out of the journal.
    ///   - cancellation: The cancellation of the task that waits for the outcome.
    init(
        beginning record: ActionRecord, session: ActionSession, in runtime: FlintRuntime, cause: Cause, at date: Date,
        isHidden: Bool, cancellation: ActionCancellation?
    ) {
        self.record = record
        self.session = session
        self.cause = cause
        self.date = date
        self.cancellation = cancellation
        start = SteadyClock.nanoseconds
        isRecorded = !isHidden && runtime.records(record)
        if isRecorded { runtime.journal.append(.actionBegan(record), cause: cause, at: date) }
    }

    /// Records the outcome, and closes the action stack if the outcome ends the use of the feature.
    func end(_ outcome: ActionPerformOutcome, in runtime: FlintRuntime) {
        if outcome.endsFeature, let number = record.stackID {
            runtime.actionStacks.close(number, of: record.action.feature, in: session)
        }
        guard isRecorded, runtime.records(record) else { return }
        let nanoseconds = SteadyClock.nanoseconds &- start
        runtime.journal.append(
            .actionCompleted(record, outcome: outcome, duration: .nanoseconds(nanoseconds)), cause: cause,
            at: date.addingTimeInterval(Double(nanoseconds) * 1e-9))
    }
}

/// The completion that the engine passes to an action.
///
/// The outcome ends the stored execution and is then delivered to the dispatcher's observers, to the log, and to the
/// caller, in this order.
@usableFromInline
final class ActionCompletion: CompletionRequirement<ActionPerformOutcome>, @unchecked Sendable {
    @usableFromInline let execution: ActionExecution

    // Accessed only before the action starts, and by the call that delivers the outcome.
    @exclusivity(unchecked) private var observer: CompletionObserver?
    /// The request that the dispatcher's observers received.
    @exclusivity(unchecked) private var request: AnyActionRequest?
    /// Whether the beginning was logged without a request.
    @exclusivity(unchecked) private var isLogged = false

    init(of execution: ActionExecution, in runtime: FlintRuntime, observer: CompletionObserver?) {
        self.execution = execution
        self.observer = observer
        super.init(in: runtime, completionHandler: nil)
    }

    override var cancellation: ActionCancellation? { execution.cancellation }

    override func report(_ misuse: CompletionMisuse) {
        runtime.advise(misuse.description(of: execution.record.completionTitle))
    }

    /// Returns the action's status, or the status of a failure if the action returned a status of another completion.
    @usableFromInline
    func accept(_ status: CompletionStatus) -> CompletionStatus {
        // Kept out of the fast path, because almost every status is valid.
        verify(status) ? status : accept(status, of: execution.record, in: runtime)
    }

    /// Also delivers the outcome to the dispatcher's observers.
    func tellEnd(to request: AnyActionRequest) {
        self.request = request
    }

    /// Logs the beginning now and the end later.
    @usableFromInline
    func logBeginning() {
        isLogged = true
        ActionLoggingDispatchObserver.instance.logBeginning(of: execution.record, in: runtime)
    }

    @usableFromInline
    override func deliver(_ outcome: ActionPerformOutcome, completedAsync: Bool) {
        let (observer, request) = (self.observer.take(), self.request.take())
        runtime.bind {
            execution.end(outcome, in: runtime)
            request?.tellObservers(ofEnd: outcome)
            if isLogged, runtime.standardDispatcher.includesLogs {
                ActionLoggingDispatchObserver.instance.logEnd(of: execution.record, outcome, in: runtime)
            }
            observer?.tell(outcome, in: runtime)
        }
    }
}
