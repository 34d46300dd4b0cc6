#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One execution of an action, from the request to the outcome.
///
/// A value, which takes no block of memory of its own: its ``ActionCompletion`` keeps it, or whatever else waits for
/// the outcome.
@usableFromInline
struct ActionExecution {
    /// The journal's record of the request.
    @usableFromInline let record: ActionRecord
    /// The session it is performed in.
    let session: ActionSession
    /// The user, the app or another initiator.
    let cause: Cause
    /// The date of the request.
    let date: Date
    /// Reports that the outcome is no longer awaited.
    @usableFromInline let cancellation: ActionCancellation?

    /// Whether its beginning is in the journal.
    private let isRecorded: Bool
    /// When it began, in nanoseconds of a monotonic clock.
    private let start: UInt64

    /// Begins an execution: starts the clock and records the beginning.
    ///
    /// - Parameters:
    ///   - record: What the journal keeps of it.
    ///   - session: The session it is performed in.
    ///   - runtime: The session's runtime.
    ///   - cause: The user, the app or another initiator.
    ///   - date: When the request was made.
    ///   - isHidden: Whether the action is left out of the journal.
    ///   - cancellation: Reports that the outcome is no longer awaited.
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

    /// Records the outcome, and closes the action stack if it ends the use of the feature.
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

/// The completion an action is given: its outcome ends the execution it keeps, and is passed on.
@usableFromInline
final class ActionCompletion: CompletionRequirement<ActionPerformOutcome>, @unchecked Sendable {
    /// What is completed.
    @usableFromInline let execution: ActionExecution

    // These are only touched before the action is started, and by the caller that gives the answer that counts.
    @exclusivity(unchecked) private var observer: CompletionObserver?
    /// The request that observers of the dispatcher have been shown.
    @exclusivity(unchecked) private var request: AnyActionRequest?
    /// Whether the beginning has been logged without a request.
    @exclusivity(unchecked) private var isLogged = false

    /// Creates the completion of an execution that has begun.
    ///
    /// - Parameters:
    ///   - execution: The execution.
    ///   - runtime: The session's runtime.
    ///   - observer: Receives the outcome.
    init(of execution: ActionExecution, in runtime: FlintRuntime, observer: CompletionObserver?) {
        self.execution = execution
        self.observer = observer
        super.init(in: runtime, completionHandler: nil)
    }

    override var cancellation: ActionCancellation? { execution.cancellation }

    override func report(_ misuse: CompletionMisuse) {
        runtime.advise(misuse.description(of: execution.record.completionTitle))
    }

    /// Sees to it that the promise can be kept, given what the action has returned.
    @usableFromInline
    func accept(_ status: CompletionStatus) -> CompletionStatus {
        // What a wrong status takes is not read for a right one, which nearly all are.
        verify(status) ? status : accept(status, of: execution.record, in: runtime)
    }

    /// Passes the outcome on to the dispatcher's observers, too.
    func tellEnd(to request: AnyActionRequest) {
        self.request = request
    }

    /// Logs the beginning, and will log the end.
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
