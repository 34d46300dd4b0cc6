/// How somebody came to continue an activity.
public enum ActivityType: Sendable, Hashable, Codable, RawRepresentable {
    /// It was found by a search.
    case search
    /// A web page was opened that the app shows as well.
    case browsingWeb
    /// A teacher assigned it.
    case classKit
    /// An assistant performed it.
    ///
    /// - Parameter interaction: What identifies the conversation.
    case siri(interaction: String)
    /// In any other way.
    case other

    /// Finds the type a word stands for, or gives `nil` if it stands for none.
    public init?(rawValue: String) {
        switch rawValue {
        case "search": self = .search
        case "browsingWeb": self = .browsingWeb
        case "classKit": self = .classKit
        case "other": self = .other
        default:
            guard rawValue.hasPrefix(Self.siriPrefix) else { return nil }
            self = .siri(interaction: String(rawValue.dropFirst(Self.siriPrefix.count)))
        }
    }

    private static let siriPrefix = "siri:"

    /// The word people and programs read, such as `search` or `siri:42`.
    public var rawValue: String {
        switch self {
        case .search: "search"
        case .browsingWeb: "browsingWeb"
        case .classKit: "classKit"
        case .siri(let interaction): Self.siriPrefix + interaction
        case .other: "other"
        }
    }
}
