public import Dispatch

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
    /// The feature need not be registered, and nothing is recorded. ``DefaultActionDispatcher`` performs such a request
    /// as any other, and tells its observers of the beginning and the end.
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
    ///   - userInitiated: Whether a person asked for it; by default, as the session says.
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

    /// The request in words.
    public var debugDescription: String {
        "#\(uniqueID) \(actionBinding.debugDescription) in session \(sessionName)"
    }

    override func tellObservers(ofEnd outcome: ActionPerformOutcome) {
        guard let audience else { return }
        audience.observers.tell(upTo: audience.latest) { $0.actionDidComplete(self, outcome: outcome) }
    }
}
