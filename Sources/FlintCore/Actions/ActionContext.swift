/// What an action is given besides its presenter: the input, and where the request came from.
public final class ActionContext<InputType: FlintLoggable> {
    /// What the action works on.
    public let input: InputType
    /// Where the request came from.
    public let source: ActionSource

    private let session: ActionSession
    private let userInitiated: Bool

    init(input: InputType, source: ActionSource, session: ActionSession, userInitiated: Bool) {
        self.input = input
        self.source = source
        self.session = session
        self.userInitiated = userInitiated
    }

    /// The input in words, or `nil` if there is none or it must not be shown.
    public var debugDescriptionOfInput: String? {
        InputType.self == NoInput.self || InputType.isSensitiveForLogging ? nil : input.loggingDescription
    }

    /// Performs another action in the same session and from the same source.
    ///
    /// - Parameters:
    ///   - binding: The action.
    ///   - input: What it works on.
    ///   - presenter: What it shows its results through.
    ///   - userInitiated: Whether a person asked for it; by default, as this action.
    ///   - completion: Called once with how it ended.
    public func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        _ binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType,
        presenter: ActionType.PresenterType, userInitiated: Bool? = nil, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        session.perform(
            binding, input: input, presenter: presenter, userInitiated: userInitiated ?? self.userInitiated,
            source: source, completion: completion)
    }

    /// Performs an action whose request has been granted, in the same session and from the same source.
    ///
    /// - Parameters:
    ///   - binding: The granted request.
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - userInitiated: Whether a person asked for it; by default, as this action.
    ///   - completion: Called once with how it ended.
    public func perform<FeatureType: ConditionalFeature, ActionType: Action>(
        _ binding: VerifiedActionBinding<FeatureType, ActionType>, input: ActionType.InputType,
        presenter: ActionType.PresenterType, userInitiated: Bool? = nil, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        session.perform(
            binding, input: input, presenter: presenter, userInitiated: userInitiated ?? self.userInitiated,
            source: source, completion: completion)
    }
}
