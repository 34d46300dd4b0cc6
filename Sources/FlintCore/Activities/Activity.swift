#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Something a person did that can be continued later, or elsewhere.
///
/// It is a value of the framework's own, so that it can be kept and sent wherever the system has no such thing. Keep
/// it as JSON, and pass it to ``Flint/continueActivity(activity:with:completion:)``.
public struct Activity: ActivityDescribing, Codable, Sendable, Hashable {
    /// The key under which an activity holds the URL by which it is continued, if it has been given one.
    public static let urlKey = "tools.flint.auto.action.url"

    /// What kind of activity it is: for those of actions, the app's identifier, the feature and the action.
    public var activityType: String
    /// What people read, in a line.
    public var title: String?
    /// What people read below that.
    public var subtitle: String?
    /// Words it is found by.
    public var keywords: Set<String> = []
    /// What it takes to continue, as ``userInfo`` has it.
    package var values: [String: ActivityValue] = [:]
    /// The keys of ``userInfo`` without which it cannot be continued.
    public var requiredUserInfoKeys: Set<String> = []
    /// A web page that shows the same.
    public var webpageURL: URL?
    /// What it may be used for.
    public var eligibility: Set<ActivityEligibility> = []
    /// What people might call it when they speak to an assistant.
    public var suggestedInvocationPhrase: String?
    /// Distinguishes it from others of its kind; a later one with the same identifier takes its place.
    public var persistentIdentifier: String?
    /// A small picture, encoded as a PNG or JPEG file.
    public var thumbnailData: Data?
    /// Where a small picture is.
    public var thumbnailURL: URL?
    /// What else a search should know, by name.
    public var searchAttributes: [String: String] = [:]
    /// When it was published; `nil` if it was not.
    public var date: Date?

    /// Creates an activity that holds nothing.
    ///
    /// - Parameter activityType: What kind of activity it is.
    public init(activityType: String) {
        self.activityType = activityType
    }

    /// What it takes to continue: values of the kinds that ``ActivityCodable`` names, under keys that are texts.
    ///
    /// Anything else that is set is left out.
    public var userInfo: [AnyHashable: Any] {
        get { Dictionary(uniqueKeysWithValues: values.map { (AnyHashable($0.key), $0.value.value) }) }
        set { values = ActivityValue.knownValues(newValue) }
    }

    /// Whether a later activity takes the place of this one in a list.
    func isReplaced(by later: Activity) -> Bool {
        guard activityType == later.activityType else { return false }
        if persistentIdentifier != nil || later.persistentIdentifier != nil {
            return persistentIdentifier == later.persistentIdentifier
        }
        return values == later.values && webpageURL == later.webpageURL
    }
}

extension Activity {
    private enum CodingKeys: String, CodingKey {
        case activityType, title, subtitle, keywords
        case values = "userInfo"
        case requiredUserInfoKeys, webpageURL, eligibility, suggestedInvocationPhrase, persistentIdentifier
        case thumbnailData, thumbnailURL, searchAttributes, date
    }
}

extension Activity: FlintLoggable {
    /// What kind it is, and its title.
    public var loggingDescription: String { title.map { "\(activityType) “\($0)”" } ?? activityType }
}

/// How the user came to continue an activity.
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

/// What an activity may be used for.
public enum ActivityEligibility: String, Sendable, Hashable, Codable, CaseIterable {
    /// It can be continued here.
    case perform
    /// It can be continued on another device.
    case handoff
    /// It can be found on this device.
    case search
    /// It can be found by everybody.
    case publicIndexing
    /// The system may suggest it, for which it must be found as well.
    case prediction
}
