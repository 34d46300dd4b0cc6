import Dispatch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// One request to perform an action, as observers of the dispatcher see it.
public final class ActionRequest<FeatureType: FeatureDefinition, ActionType: Action>: AnyActionRequest,
    CustomDebugStringConvertible
{
    /// What the action shows its results through.
    public let presenter: ActionType.PresenterType

    /// What the action works on.
    let input: ActionType.InputType

    /// Creates the request of an execution that has begun.
    init(
        _ execution: ActionExecution, in runtime: FlintRuntime, input: ActionType.InputType,
        presenter: ActionType.PresenterType
    ) {
        self.presenter = presenter
        self.input = input
        super.init(execution, in: runtime)
    }

    /// Creates a request without performing it, for example to test a dispatcher alone.
    ///
    /// The feature need not be registered, and nothing is recorded. ``DefaultActionDispatcher`` performs such a
    /// request as any other, and notifies its observers of the beginning and the end.
    ///
    /// ```swift
    /// let request = ActionRequest(GardenFeature.water, input: "Monstera", presenter: ())
    /// let status = dispatcher.perform(request: request, completion: completion)
    /// ```
    ///
    /// - Parameters:
    ///   - binding: The action and its feature, or the granted request.
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - session: The session it is to be performed in.
    ///   - userInitiated: Whether the user initiated it; by default, as the session is set up.
    ///   - source: Where the request comes from.
    public convenience init<Binding: PerformableActionBinding<FeatureType, ActionType>>(
        _ binding: Binding, input: ActionType.InputType, presenter: ActionType.PresenterType,
        session: ActionSession = .main, userInitiated: Bool? = nil, source: ActionSource = .application
    ) {
        self.init(
            alone: input, presenter: presenter, session: session,
            userInitiated: userInitiated ?? session.userInitiatedActions, source: source)
    }

    private init(
        alone input: ActionType.InputType, presenter: ActionType.PresenterType, session: ActionSession,
        userInitiated: Bool, source: ActionSource
    ) {
        self.presenter = presenter
        self.input = input
        let runtime = session.runtime
        let metadata =
            runtime.catalog.actions.metadata(feature: FeatureType.self, action: ActionType.self)
            ?? ActionMetadata(ActionType.self, ofUnregistered: FeatureType.self)
        let description = metadata.takesInput ? ActionType.inputDescription(of: input) : nil
        let record = ActionRecord(
            requestID: runtime.nextRequestID(), action: metadata, sessionName: session.name,
            userInitiated: userInitiated, source: source, inputDescription: description?.text,
            inputInfo: description?.parts, stackID: nil)
        super.init(record, session: session)
    }

    /// The queue on which the action is to be performed.
    public var queue: DispatchQueue { session.queue(of: ActionType.self) }

    /// The action and its feature.
    public var actionBinding: StaticActionBinding<FeatureType, ActionType> { StaticActionBinding() }

    /// What the action is given.
    public var context: ActionContext<ActionType.InputType> {
        ActionContext(input: input, record: record, session: session, cancellation: cancellation)
    }

    /// A textual description of the request.
    public var debugDescription: String {
        "#\(uniqueID) \(actionBinding.debugDescription) in session \(sessionName)"
    }

    override func tellObservers(ofEnd outcome: ActionPerformOutcome) {
        guard let audience else { return }
        audience.observers.tell(upTo: audience.latest) { $0.actionDidComplete(self, outcome: outcome) }
    }
}

/// A request to perform an action, without its types.
public class AnyActionRequest {
    /// The date of the request.
    public let date: Date

    /// The journal's record of the request.
    public let record: ActionRecord
    /// The session it is performed in.
    let session: ActionSession
    /// The runtime the request was made in, current again wherever the action runs.
    let runtime: FlintRuntime
    /// Who asked.
    let cause: Cause
    /// Learns that the outcome is no longer awaited.
    let cancellation: ActionCancellation?
    /// The observers that are notified of the beginning, up to the latest, and will be of the end.
    var audience: (observers: DispatchObservers, latest: Int)?

    /// Whether no session waits for the end, so that the dispatcher itself has to notify observers of it.
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

    /// Whether the user initiated the action.
    public var userInitiated: Bool { record.userInitiated }

    /// The source of the request.
    public var source: ActionSource { record.source }

    /// The name of the session it is performed in.
    public var sessionName: String { record.sessionName }

    /// A description of the input; "(hidden)" if its type is sensitive.
    public var inputLoggingDescription: String { record.inputDescription ?? "" }

    /// The input's parts by name, or `nil` if it has none or its type is sensitive.
    public var inputLoggingInfo: [String: String]? { record.inputInfo }

    /// Notifies the observers that the action has answered.
    func tellObservers(ofEnd outcome: ActionPerformOutcome) {}
}

/// The identity of an action of a feature, by their types.
struct ActionKey: Hashable, Sendable {
    private let feature: ObjectIdentifier
    private let action: ObjectIdentifier

    init(_ feature: FeatureDefinition.Type, _ action: any Action.Type) {
        self.init(feature, ObjectIdentifier(action))
    }

    /// The identity of an action whose type's identity is known.
    init(_ feature: FeatureDefinition.Type, _ action: ObjectIdentifier) {
        self.feature = ObjectIdentifier(feature)
        self.action = action
    }
}
