/// One request to perform an action, as observers of the dispatcher see it.
public final class ActionRequest<FeatureType: FeatureDefinition, ActionType: Action>: AnyActionRequest,
    CustomDebugStringConvertible
{
    /// What the action shows its results through.
    public let presenter: ActionType.PresenterType

    /// What the action works on.
    let input: ActionType.InputType

    @usableFromInline
    init(_ run: ActionRun, input: ActionType.InputType, presenter: ActionType.PresenterType) {
        self.presenter = presenter
        self.input = input
        super.init(run)
    }

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
