// SPDX-License-Identifier: MIT

import Dispatch
import FlintFoundation

/// A request to perform an action, as delivered to the dispatcher and its observers.
///
/// The engine creates requests for dispatchers and observers. Create a request directly only to test a dispatcher.
public final class ActionRequest<FeatureType: FeatureDefinition, ActionType: Action>: AnyActionRequest,
    CustomDebugStringConvertible
{
    /// The object that presents the action's results.
    public let presenter: ActionType.PresenterType

    let input: ActionType.InputType

    init(
        _ execution: ActionExecution, in runtime: FlintRuntime, input: ActionType.InputType,
        presenter: ActionType.PresenterType
    ) {
        self.presenter = presenter
        self.input = input
        super.init(execution, in: runtime)
    }

    /// Creates a request without performing it, for example to test a dispatcher in isolation.
    ///
    /// The feature does not have to be registered, and the journal records no event. ``DefaultActionDispatcher``
    /// performs such a request like any other and notifies its observers of the beginning and the end.
    ///
    /// ```swift
    /// let request = ActionRequest(GardenFeature.water, input: "Monstera", presenter: ())
    /// let status = dispatcher.perform(request: request, completion: completion)
    /// ```
    ///
    /// - Parameters:
    ///   - binding: The binding of the action.
    ///   - input: The action's input.
    ///   - presenter: The object that presents the action's results.
    ///   - session: The session in which to perform the action.
    ///   - userInitiated: Whether the user initiated the action. The default is the session's
    ///     ``ActionSession/userInitiatedActions``.
    ///   - source: The source of the request.
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

    /// The queue on which to perform the action.
    public var queue: DispatchQueue { session.queue(of: ActionType.self) }

    /// The binding of the action to its feature.
    public var actionBinding: StaticActionBinding<FeatureType, ActionType> { StaticActionBinding(place: .unknown) }

    /// The context to pass to the action.
    public var context: ActionContext<ActionType.InputType> {
        ActionContext(input: input, record: record, session: session, cancellation: cancellation)
    }

    /// The request's number, action, feature, and session, for debuggers.
    public var debugDescription: String {
        "#\(uniqueID) \(actionBinding.debugDescription) in session \(sessionName)"
    }

    override func notifyObservers(ofEnd outcome: ActionPerformOutcome) {
        guard let notifiedObservers else { return }
        notifiedObservers.observers.notify(upTo: notifiedObservers.latest) {
            $0.actionDidComplete(self, outcome: outcome)
        }
    }
}

/// The part of a request that does not depend on the types of the feature and the action.
///
/// Use this base class in code that handles requests for any action. An ``ActionRequest`` adds the typed binding,
/// context, and presenter.
public class AnyActionRequest {
    /// The date of the request.
    public let date: Date

    /// The journal's record of the request.
    public let record: ActionRecord
    let session: ActionSession
    let runtime: FlintRuntime
    let cause: Cause
    let cancellation: ActionCancellation?
    /// The dispatcher's observers, and the highest observer identifier at the time the action began.
    var notifiedObservers: (observers: DispatchObservers, latest: Int)?

    /// Whether the request was created directly, so that the dispatcher itself has to notify observers of the end.
    let isDetached: Bool

    init(_ execution: ActionExecution, in runtime: FlintRuntime) {
        date = execution.date
        record = execution.record
        session = execution.session
        self.runtime = runtime
        cause = execution.cause
        cancellation = execution.cancellation
        isDetached = false
    }

    init(_ record: ActionRecord, session: ActionSession) {
        date = Date()
        self.record = record
        self.session = session
        runtime = session.runtime
        cause = record.userInitiated ? .user : .app
        cancellation = nil
        isDetached = true
    }

    /// The number of the request, unique within its runtime.
    public var uniqueID: UInt { record.requestID }

    /// Whether the user initiated the action.
    public var userInitiated: Bool { record.userInitiated }

    /// The source of the request.
    public var source: ActionSource { record.source }

    /// The name of the session in which the action is performed.
    public var sessionName: String { record.sessionName }

    /// The description of the input; "(hidden)" if the input is sensitive, and empty if the action takes no input.
    public var inputLoggingDescription: String { record.inputDescription ?? "" }

    /// The descriptions of the input's parts by name, or `nil` if the input has no parts or is sensitive.
    public var inputLoggingInfo: [String: String]? { record.inputInfo }

    func notifyObservers(ofEnd outcome: ActionPerformOutcome) {}
}

struct ActionKey: Hashable, Sendable {
    private let feature: ObjectIdentifier
    private let action: ObjectIdentifier

    init(_ feature: FeatureDefinition.Type, _ action: any Action.Type) {
        self.init(feature, ObjectIdentifier(action))
    }

    init(_ feature: FeatureDefinition.Type, _ action: ObjectIdentifier) {
        self.feature = ObjectIdentifier(feature)
        self.action = action
    }
}
