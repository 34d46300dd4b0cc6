/// What an action is given besides its presenter: the input, and where the request came from.
public struct ActionContext<InputType> {
    /// What the action works on.
    public let input: InputType
    /// What the journal keeps of the request.
    @usableFromInline let record: ActionRecord
    /// The session the action is performed in.
    @usableFromInline let session: ActionSession
    /// Learns that the outcome is no longer awaited.
    @usableFromInline let cancellation: ActionCancellation?

    /// Creates the context of a request.
    ///
    /// It does not keep the promise to answer, so that an action that keeps its context keeps nobody waiting in memory.
    @inlinable
    init(input: InputType, record: ActionRecord, session: ActionSession, cancellation: ActionCancellation?) {
        self.input = input
        self.record = record
        self.session = session
        self.cancellation = cancellation
    }

    /// Where the request came from.
    public var source: ActionSource { record.source }

    /// The number of the request.
    var requestID: UInt { record.requestID }

    /// The runtime the request was made in.
    var runtime: FlintRuntime { session.runtime }

    /// The topic of the action: the feature's path, then `#` and the action's type.
    var topicPath: TopicPath { record.action.topicPath }

    /// What is going on, as log lines call it: the step of an action stack, or else the mere dispatch.
    var activity: String { record.activity }

    /// The input as the journal describes it, or `nil` if there is none or it must not be shown.
    public var debugDescriptionOfInput: String? {
        let isSensitive = (InputType.self as? any FlintLoggable.Type)?.isSensitiveForLogging
        return isSensitive == true ? nil : record.inputDescription
    }

    /// Performs another action in the same session and from the same source.
    ///
    /// - Parameters:
    ///   - binding: The action and its feature, or the granted request.
    ///   - input: What the action works on.
    ///   - presenter: What it shows its results through.
    ///   - userInitiated: Whether the user asked for it; by default, as for this action.
    ///   - completion: Called once with the outcome.
    public func perform<Binding: PerformableActionBinding>(
        _ binding: Binding, input: Binding.ActionType.InputType, presenter: Binding.ActionType.PresenterType,
        userInitiated: Bool? = nil, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        session.perform(
            binding, input: input, presenter: presenter, userInitiated: userInitiated ?? record.userInitiated,
            source: source, completion: completion)
    }
}
