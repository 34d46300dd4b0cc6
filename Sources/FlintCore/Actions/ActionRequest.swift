/// One request to perform an action, as observers of the dispatcher see it.
public final class ActionRequest<FeatureType: FeatureDefinition, ActionType: Action>: AnyActionRequest,
    CustomDebugStringConvertible
{
    /// What the action shows its results through.
    public let presenter: ActionType.PresenterType

    /// What the action works on.
    let input: ActionType.InputType

    init(_ run: ActionRun, input: ActionType.InputType, presenter: ActionType.PresenterType) {
        self.presenter = presenter
        self.input = input
        super.init(run)
    }

    /// The action and its feature.
    public var actionBinding: StaticActionBinding<FeatureType, ActionType> { StaticActionBinding() }

    /// What the action is given.
    public var context: ActionContext<ActionType.InputType> {
        ActionContext(input: input, run: run)
    }

    /// The request in words.
    public var debugDescription: String {
        "#\(uniqueID) \(actionBinding.debugDescription) in session \(sessionName)"
    }

    override func tellObservers(ofEnd outcome: ActionPerformOutcome) {
        dispatcher?.tellObservers { $0.actionDidComplete(self, outcome: outcome) }
    }
}

extension ActionRecord {
    /// What is kept of a request; the input is described now, because it may be another by the time someone looks.
    convenience init<ActionType: Action>(
        _ action: ActionType.Type, _ metadata: ActionMetadata, input: ActionType.InputType, session: ActionSession,
        runtime: FlintRuntime, userInitiated: Bool, source: ActionSource
    ) {
        var description: String?
        var info: [String: String]?
        if metadata.takesInput {
            let isSensitive = ActionType.InputType.isSensitiveForLogging
            description = isSensitive ? "(hidden)" : input.loggingDescription
            info = isSensitive ? nil : input.loggingInfo
        }
        self.init(
            requestID: runtime.nextRequestID(), action: metadata, sessionName: session.name,
            userInitiated: userInitiated, source: source, inputDescription: description, inputInfo: info)
    }
}
