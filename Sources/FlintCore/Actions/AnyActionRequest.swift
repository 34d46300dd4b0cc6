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
    package let record: ActionRecord
    /// The session it is performed in.
    let session: ActionSession
    /// The runtime the request was made in, current again wherever the action runs.
    let runtime: FlintRuntime
    /// Who asked.
    let cause: Cause
    /// Learns that the outcome is no longer awaited.
    let cancellation: ActionCancellation?
    /// Those who are told of the beginning, up to the latest, and will be of the end.
    var audience: (observers: DispatchObservers, latest: Int)?

    /// Whether no session waits for the end, so that the dispatcher itself has to tell observers of it.
    let isAlone: Bool

    /// Creates the request of an execution that has begun.
    init(_ execution: ActionExecution, in runtime: FlintRuntime) {
        date = execution.date
        record = execution.record
        session = execution.session
        self.runtime = runtime
        cause = execution.cause
        cancellation = execution.cancellation
        isAlone = false
    }

    /// Creates a request that is not performed yet, and by no session.
    init(_ record: ActionRecord, session: ActionSession) {
        date = Date()
        self.record = record
        self.session = session
        runtime = session.runtime
        cause = record.userInitiated ? .user : .app
        cancellation = nil
        isAlone = true
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

    /// Tells the observers that the action has answered.
    func tellObservers(ofEnd outcome: ActionPerformOutcome) {}
}
