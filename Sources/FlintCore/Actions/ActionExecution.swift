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

    func end(_ outcome: ActionPerformOutcome, in runtime: FlintRuntime) {
        if outcome.endsFeature, let number = record.stackID {
            runtime.actionStacks.close(number, of: record.action.feature, in: session)
        }
        guard isRecorded, runtime.shouldRecord(record) else { return }
        let nanoseconds = SteadyClock.nanoseconds &- start
        // The end date is computed from the monotonic duration, so it is never before the start date.
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

    @usableFromInline
    func validated(_ status: CompletionStatus) -> CompletionStatus {
        // Almost every status is valid, so the code for an invalid one is in a separate function.
        verify(status) ? status : accept(status, of: execution.record, in: runtime)
    }

    func reportCompletion(to request: AnyActionRequest) {
        self.request = request
    }

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
