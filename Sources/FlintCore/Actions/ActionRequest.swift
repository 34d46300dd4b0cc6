#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One request to perform an action, as observers of the dispatcher see it.
public final class ActionRequest<FeatureType: FeatureDefinition, ActionType: Action>: CustomDebugStringConvertible {
    /// When the request was made.
    public let date: Date
    /// A number that is unique among the requests of one runtime.
    public let uniqueID: UInt
    /// Whether a person asked for it.
    public let userInitiated: Bool
    /// Where it came from.
    public let source: ActionSource
    /// The name of the session it is performed in.
    public let sessionName: String
    /// The action and its feature.
    public let actionBinding: StaticActionBinding<FeatureType, ActionType>
    /// What the action shows its results through.
    public let presenter: ActionType.PresenterType
    /// What the action is given.
    public let context: ActionContext<ActionType.InputType>

    /// The runtime the request was made in, current again wherever the action runs.
    let runtime: FlintRuntime
    /// Who asked.
    let cause: Cause
    private let eagerDescription: String?
    private let eagerInfo: [String: String]?

    init(
        uniqueID: UInt, session: ActionSession, runtime: FlintRuntime, input: ActionType.InputType,
        presenter: ActionType.PresenterType, userInitiated: Bool, source: ActionSource
    ) {
        date = Date()
        self.uniqueID = uniqueID
        self.userInitiated = userInitiated
        self.source = source
        sessionName = session.name
        actionBinding = StaticActionBinding()
        self.presenter = presenter
        self.runtime = runtime
        cause = Cause.current ?? (userInitiated ? .user : .app)
        context = ActionContext(input: input, source: source, session: session, userInitiated: userInitiated)
        // What may change before someone looks is described now.
        let mustDescribeNow =
            !ActionType.InputType.isImmutableForLogging && !ActionType.InputType.isSensitiveForLogging
        eagerDescription = mustDescribeNow ? input.loggingDescription : nil
        eagerInfo = mustDescribeNow ? input.loggingInfo : nil
    }

    /// The input in words; "(hidden)" if its type is sensitive.
    public var inputLoggingDescription: String {
        if ActionType.InputType.isSensitiveForLogging { return "(hidden)" }
        return eagerDescription ?? context.input.loggingDescription
    }

    /// The input's parts by name, or `nil` if it has none or its type is sensitive.
    public var inputLoggingInfo: [String: String]? {
        if ActionType.InputType.isSensitiveForLogging { return nil }
        return eagerInfo ?? context.input.loggingInfo
    }

    /// The request in words.
    public var debugDescription: String {
        "#\(uniqueID) \(actionBinding.debugDescription) in session \(sessionName)"
    }
}
