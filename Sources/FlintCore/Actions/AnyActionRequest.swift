#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What can be said of a request to perform an action whatever its types are.
public class AnyActionRequest {
    /// What the engine knows of it.
    let run: ActionRun
    /// Tells its observers how the action ends.
    var dispatcher: DefaultActionDispatcher?

    init(_ run: ActionRun) {
        self.run = run
    }

    /// What the journal keeps of it.
    package var record: ActionRecord { run.record }

    /// The runtime the request was made in, current again wherever the action runs.
    var runtime: FlintRuntime { run.runtime }

    /// When the request was made.
    public var date: Date { run.date }

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
