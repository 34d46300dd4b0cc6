// SPDX-License-Identifier: MIT

import FlintFoundation

/// One execution of an action, from the request to the outcome.
///
/// An execution is a value that is stored in the ``ActionCompletion``, or in the closure that waits for the outcome, so
/// it needs no allocation. The initializer starts the clock and records the beginning in the journal. ``end(_:in:)``
/// records the outcome.
@usableFromInline
struct ActionExecution {
    @usableFromInline let record: ActionRecord
    let session: ActionSession
    let cause: Cause
    let date: Date
    @usableFromInline let cancellation: ActionCancellation?

    private let isRecorded: Bool
    /// The start time, in nanoseconds on a monotonic clock.
    private let start: UInt64

    /// Creates an execution that begins now, and records its beginning in the journal.
    ///
    /// - Parameters:
    ///   - record: The journal's record of the request.
    ///   - session: The session in which the action is performed.
    ///   - runtime: The session's runtime.
    ///   - cause: The initiator of the request.
    ///   - date: The date of the request.
    ///   - isHidden: Whether the action is omitted from the journal.
    ///   - cancellation: The cancellation of the task that waits for the outcome, if any.
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
        isRecorded = !isHidden && runtime.shouldRecord(record)
        if isRecorded { runtime.journal.append(.actionBegan(record), cause: cause, at: date) }
    }

    /// Records the outcome, and closes the action stack if the outcome ends the use of the feature.
    func end(_ outcome: ActionPerformOutcome, in runtime: FlintRuntime) {
        if outcome.endsFeature, let number = record.stackID {
            runtime.actionStacks.close(number, of: record.action.feature, in: session)
        }
        guard isRecorded, runtime.shouldRecord(record) else { return }
        let nanoseconds = SteadyClock.nanoseconds &- start
        runtime.journal.append(
            .actionCompleted(record, outcome: outcome, duration: .nanoseconds(nanoseconds)), cause: cause,
            at: date.addingTimeInterval(Double(nanoseconds) * 1e-9))
    }
}

/// The completion that the engine passes to an action.
///
/// When the action completes, this object ends the stored execution. It then notifies the dispatcher's observers, the
/// log, and the caller, in this order.
@usableFromInline
final class ActionCompletion: CompletionRequirement<ActionPerformOutcome>, @unchecked Sendable {
    @usableFromInline let execution: ActionExecution

    // Accessed only before the action starts, and by the call that delivers the outcome.
    @exclusivity(unchecked) private var observer: CompletionObserver?
    /// The request that the dispatcher's observers received, if any.
    @exclusivity(unchecked) private var request: AnyActionRequest?
    /// Whether the beginning was logged directly, without a request for observers.
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

    /// Returns the given status if it belongs to this completion, and otherwise completes the action with a failure.
    ///
    /// - Parameter status: The status that the action returned.
    /// - Returns: The given status, or the status of the failure.
    @usableFromInline
    func validated(_ status: CompletionStatus) -> CompletionStatus {
        // A separate function handles the failure, because almost every status is valid.
        verify(status) ? status : accept(status, of: execution.record, in: runtime)
    }

    /// Notifies the observers of a request when the action completes.
    func reportCompletion(to request: AnyActionRequest) {
        self.request = request
    }

    /// Logs the beginning of the action, and arranges for its end to be logged.
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
            request?.notifyObservers(ofEnd: outcome)
            if isLogged, runtime.standardDispatcher.includesLogs {
                ActionLoggingDispatchObserver.instance.logEnd(of: execution.record, outcome, in: runtime)
            }
            observer?.deliver(outcome, in: runtime)
        }
    }
}
