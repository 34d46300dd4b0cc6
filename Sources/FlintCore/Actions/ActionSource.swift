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
