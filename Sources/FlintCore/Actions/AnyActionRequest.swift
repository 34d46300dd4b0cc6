import Dispatch

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What can be said of a request to perform an action whatever its types are.
public class AnyActionRequest {
    /// When the request was made.
    public let date: Date

    /// What the journal keeps of it.
    let record: ActionRecord
    /// The session it is performed in.
    let session: ActionSession
    /// The runtime the request was made in, current again wherever the action runs.
    let runtime: FlintRuntime
    /// Who asked.
    let cause: Cause
    /// Where the action is listed, if action stacks are kept.
    let stack: ActionStack?
    /// Tells its observers how the action ends.
    var dispatcher: DefaultActionDispatcher?

    /// Whether its beginning is in the journal.
    private let isRecorded: Bool
    /// When the action began, in nanoseconds of the system's steady clock.
    private let start: UInt64

    init(
        _ record: ActionRecord, session: ActionSession, runtime: FlintRuntime, cause: Cause, isHidden: Bool
    ) {
        let date = Date()
        self.date = date
        start = DispatchTime.now().uptimeNanoseconds
        self.record = record
        self.session = session
        self.runtime = runtime
        self.cause = cause
        stack = runtime.isOn(.actionStacks) ? runtime.actionStacks.add(record, of: session, at: date) : nil
        isRecorded = !isHidden && runtime.isRecording(record.action.feature)
        if isRecorded { runtime.journal.append(.actionBegan(record), cause: cause, at: date) }
    }

    /// A number that is unique among the requests of one runtime.
    public var uniqueID: UInt { record.requestID }

    /// Whether a person asked for it.
    public var userInitiated: Bool { record.userInitiated }

    /// Where it came from.
    public var source: ActionSource { record.source }

    /// The name of the session it is performed in.
    public var sessionName: String { record.sessionName }

    /// The input in words; "(hidden)" if its type is sensitive.
    public var inputLoggingDescription: String { record.inputDescription ?? "" }

    /// The input's parts by name, or `nil` if it has none or its type is sensitive.
    public var inputLoggingInfo: [String: String]? { record.inputInfo }

    /// Records that the action has answered.
    func end(_ outcome: ActionPerformOutcome) {
        if outcome.endsFeature, let stack { runtime.actionStacks.close(stack) }
        guard isRecorded, runtime.isRecording(record.action.feature) else { return }
        let nanoseconds = DispatchTime.now().uptimeNanoseconds - start
        runtime.journal.append(
            .actionCompleted(record, outcome: outcome, duration: .nanoseconds(nanoseconds)), cause: cause,
            at: date.addingTimeInterval(Double(nanoseconds) * 1e-9))
    }
}
