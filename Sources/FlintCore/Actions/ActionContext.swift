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
    /// It does not keep the promise to answer, so that an action that keeps its context does not keep its caller in
    /// memory.
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
    ///   - userInitiated: Whether the user initiated it; by default, as for this action.
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

/// Where a request to perform an action came from.
///
/// It is saved and shown as its ``rawValue``, a word such as `openURL` or `continueActivity:search`.
public enum ActionSource: Sendable, Hashable, Codable, RawRepresentable {
    /// The app's own code or screens.
    case application
    /// A saved shortcut.
    case intent
    /// An activity continued from elsewhere.
    case continueActivity(type: ActivityType)
    /// A URL.
    case openURL

    /// Finds the source a word stands for, or gives `nil` if it stands for none.
    public init?(rawValue: String) {
        switch rawValue {
        case "application": self = .application
        case "intent": self = .intent
        case "openURL": self = .openURL
        default:
            guard rawValue.hasPrefix(Self.activityPrefix),
                let type = ActivityType(rawValue: String(rawValue.dropFirst(Self.activityPrefix.count)))
            else { return nil }
            self = .continueActivity(type: type)
        }
    }

    private static let activityPrefix = "continueActivity:"

    /// The word people and programs read.
    public var rawValue: String {
        switch self {
        case .application: "application"
        case .intent: "intent"
        case .continueActivity(let type): Self.activityPrefix + type.rawValue
        case .openURL: "openURL"
        }
    }
}

/// The input of an action that takes none.
public struct NoInput: FlintLoggable, RouteParametersCodable, ActivityCodable, Hashable, Sendable {
    /// The only value there is.
    public static let noInput = NoInput()

    private init() {}

    /// Ignores any parameters.
    public init?(from parameters: RouteParameters?, mapping: URLMapping) {}

    /// Ignores what an activity holds.
    public init(activityUserInfo: [AnyHashable: Any]?) throws {}

    /// No values.
    public func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? { [:] }

    /// Nothing to keep.
    public func encodeForActivity() -> [AnyHashable: Any]? { nil }

    /// Nothing to record.
    public var loggingDescription: String { "none" }
}

/// The presenter of an action that presents nothing.
public typealias NoPresenter = Void

/// What the journal and the logs keep of an action's input.
///
/// It is made when the action is requested, because the input may be another by the time it is read.
public struct ActionInputDescription: Sendable, Hashable {
    /// The input as text.
    public let text: String
    /// The input's parts by name, if it has any that may be shown.
    public let parts: [String: String]?

    /// Describes an input as it describes itself, unless its type is sensitive.
    public init<InputType: FlintLoggable>(_ input: InputType) {
        let isSensitive = InputType.isSensitiveForLogging
        text = isSensitive ? "(hidden)" : input.loggingDescription
        parts = isSensitive ? nil : input.loggingInfo
    }

    /// Describes an input by the name of its type alone.
    public init(ofType type: Any.Type) {
        text = TypeNames.short(type)
        parts = nil
    }
}
