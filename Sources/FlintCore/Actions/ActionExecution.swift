#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One run of an action, from the request to the answer: what is known of it, and the promise to answer.
///
/// Actions are performed all the time, so everything the engine needs for one is in this one object, and what is kept
/// afterwards in its record. Where somebody else's promise is to be kept, this is not answered itself but sees that
/// other's answer; see ``end(_:)``.
@usableFromInline
final class ActionExecution: CompletionRequirement<ActionPerformOutcome>, @unchecked Sendable {
    /// What the journal keeps of it.
    @usableFromInline let record: ActionRecord
    /// The session it is performed in.
    @usableFromInline let session: ActionSession
    /// Who asked.
    let cause: Cause
    /// When the request was made.
    let date: Date
    /// Learns that the outcome is no longer awaited.
    private let waiting: ActionCancellation?

    /// Whether its beginning is in the journal.
    private let isRecorded: Bool
    /// When it began, in nanoseconds of the system's steady clock.
    private let start: UInt64

    // These are only touched before the action is started, and by the caller that gives the answer that counts.
    @exclusivity(unchecked) private var listener: CompletionObserver?
    /// What observers of the dispatcher have been shown.
    @exclusivity(unchecked) private var observed: AnyActionRequest?
    /// Whether its beginning has been logged without a request.
    @exclusivity(unchecked) private var isLogged = false

    /// Records the beginning of an action.
    ///
    /// - Parameters:
    ///   - record: What is known of it.
    ///   - session: Where it is performed.
    ///   - runtime: The session's runtime.
    ///   - cause: Who asked.
    ///   - date: When it was asked for.
    ///   - isHidden: Whether it is left out of the journal.
    ///   - listener: Who waits for the outcome, unless that is somebody with a promise of their own.
    ///   - cancellation: Learns that the outcome is no longer awaited.
    init(
        _ record: ActionRecord, session: ActionSession, runtime: FlintRuntime, cause: Cause, at date: Date,
        isHidden: Bool, listener: CompletionObserver?, cancellation: ActionCancellation?
    ) {
        self.record = record
        self.session = session
        self.cause = cause
        self.date = date
        self.listener = listener
        waiting = cancellation
        start = SteadyClock.nanoseconds
        isRecorded = !isHidden && runtime.records(record)
        super.init(in: runtime, completionHandler: nil)
        if isRecorded { runtime.journal.append(.actionBegan(record), cause: cause, at: date) }
    }

    @usableFromInline
    override var cancellation: ActionCancellation? { waiting }

    @usableFromInline
    override func report(_ misuse: CompletionMisuse) {
        runtime.advise(misuse.description(of: record.completionTitle))
    }

    /// Has those who observe the dispatcher told of the end, too.
    func tellEnd(to request: AnyActionRequest) {
        observed = request
    }

    /// Writes a line about its beginning, and will write one about its end.
    @usableFromInline
    func logBeginning() {
        isLogged = true
        ActionLoggingDispatchObserver.instance.logBeginning(of: record, in: runtime)
    }

    /// Records that the action has answered.
    func end(_ outcome: ActionPerformOutcome) {
        if outcome.endsFeature, let number = record.stackID {
            runtime.actionStacks.close(number, of: record.action.feature, in: session)
        }
        guard isRecorded, runtime.records(record) else { return }
        let nanoseconds = SteadyClock.nanoseconds &- start
        runtime.journal.append(
            .actionCompleted(record, outcome: outcome, duration: .nanoseconds(nanoseconds)), cause: cause,
            at: date.addingTimeInterval(Double(nanoseconds) * 1e-9))
    }

    @usableFromInline
    override func deliver(_ outcome: ActionPerformOutcome, completedAsync: Bool) {
        let (listener, observed) = (self.listener.take(), self.observed.take())
        runtime.bind {
            end(outcome)
            observed?.tellObservers(ofEnd: outcome)
            if isLogged, runtime.standardDispatcher.includesLogs {
                ActionLoggingDispatchObserver.instance.logEnd(of: record, outcome, in: runtime)
            }
            listener?.tell(outcome, in: runtime)
        }
    }
}
