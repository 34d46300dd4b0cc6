// SPDX-License-Identifier: MIT

/// The input of an action, with information about the request.
///
/// The engine creates a context for each request and passes it to the action. A context does not retain the action's
/// completion, so an action may store its context without retaining the caller.
public struct ActionContext<InputType> {
    /// The input with which the action was requested.
    public let input: InputType
    @usableFromInline let record: ActionRecord
    @usableFromInline let session: ActionSession
    @usableFromInline let cancellation: ActionCancellation?

    @inlinable
    init(input: InputType, record: ActionRecord, session: ActionSession, cancellation: ActionCancellation?) {
        self.input = input
        self.record = record
        self.session = session
        self.cancellation = cancellation
    }

    /// The source of the request.
    public var source: ActionSource { record.source }

    var requestID: UInt { record.requestID }

    var runtime: FlintRuntime { session.runtime }

    var topicPath: TopicPath { record.action.topicPath }

    var activity: String { record.activity }

    /// The description of the input in the journal, or `nil` if the action takes no input or the input is sensitive.
    public var debugDescriptionOfInput: String? {
        let isSensitive = (InputType.self as? any FlintLoggable.Type)?.isSensitiveForLogging
        return isSensitive == true ? nil : record.inputDescription
    }

    /// Performs another action in the same session and from the same source.
    ///
    /// - Parameters:
    ///   - binding: The binding of the action to perform.
    ///   - input: The action's input.
    ///   - presenter: The object that presents the action's results.
    ///   - userInitiated: Whether the user initiated the action. The default is the current action's value.
    ///   - completion: A closure to call once with the outcome, on the thread on which the action completes.
    public func perform<Binding: PerformableActionBinding>(
        _ binding: Binding, input: Binding.ActionType.InputType, presenter: Binding.ActionType.PresenterType,
        userInitiated: Bool? = nil, completion: ((ActionOutcome) -> Void)? = nil
    ) {
        session.perform(
            binding, input: input, presenter: presenter, userInitiated: userInitiated ?? record.userInitiated,
            source: source, completion: completion)
    }
}

/// The source of a request to perform an action.
///
/// A source is saved and displayed as its ``rawValue``, such as `openURL` or `continueActivity:search`.
public enum ActionSource: Sendable, Hashable, Codable, RawRepresentable {
    /// The app's own code or user interface.
    case application
    /// A saved shortcut.
    case intent
    /// A continued activity.
    case continueActivity(type: ActivityType)
    /// An opened URL.
    case openURL

    /// Creates the source with the given raw value, or returns `nil` if the value is unknown.
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

    /// The name of the source in files and on screen.
    public var rawValue: String {
        switch self {
        case .application: "application"
        case .intent: "intent"
        case .continueActivity(let type): Self.activityPrefix + type.rawValue
        case .openURL: "openURL"
        }
    }
}

/// The input of an action that takes no input.
///
/// The only value is ``noInput``, which can be decoded from any URL or activity.
public struct NoInput: FlintLoggable, RouteParametersCodable, ActivityCodable, Hashable, Sendable {
    /// The only value of the type.
    public static let noInput = NoInput()

    private init() {}

    /// Creates the type's only value, regardless of the parameters.
    public init?(from parameters: RouteParameters?, mapping: URLMapping) {}

    /// Creates the type's only value, regardless of the activity's dictionary.
    public init(activityUserInfo: [AnyHashable: Any]?) throws {}

    /// Returns empty parameters.
    public func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? { [:] }

    /// Returns `nil`, because the value needs no data.
    public func encodeForActivity() -> [AnyHashable: Any]? { nil }

    /// The string "none".
    public var loggingDescription: String { "none" }
}

/// The presenter type of an action that has no presenter.
public typealias NoPresenter = Void

/// The description of an action's input in the journal and the logs.
///
/// The description is created when the action is requested, because the input may change before the journal is read. If
/// the input's type is sensitive, as ``FlintLoggable/isSensitiveForLogging`` declares, the description is "(hidden)".
public struct ActionInputDescription: Sendable, Hashable {
    /// The description of the whole input.
    public let text: String
    /// The descriptions of the input's parts by name, or `nil` if the input has no parts or is sensitive.
    public let parts: [String: String]?

    /// Creates the description of a loggable input.
    public init<InputType: FlintLoggable>(_ input: InputType) {
        let isSensitive = InputType.isSensitiveForLogging
        text = isSensitive ? "(hidden)" : input.loggingDescription
        parts = isSensitive ? nil : input.loggingInfo
    }

    /// Creates a description that contains only the name of the input's type.
    public init(ofType type: Any.Type) {
        text = TypeNames.short(type)
        parts = nil
    }
}
