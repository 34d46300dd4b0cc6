// SPDX-License-Identifier: MIT

import FlintFoundation

/// A user's activity that can be continued later or on another device.
///
/// An activity describes a performed action: its input, and the text and images that help people find it. The engine
/// publishes an activity after each successful action whose ``Action/activityEligibility`` is not empty.
///
/// The type is a plain value that does not depend on `NSUserActivity`, so it works on every platform. Encode it as JSON
/// to store or send it, and pass it to ``Flint/continueActivity(activity:with:completion:)`` to continue it.
public struct Activity: ActivityDescribing, Codable, Sendable, Hashable {
    /// The key in ``userInfo`` for the URL that continues the activity.
    public static let urlKey = "tools.flint.auto.action.url"

    /// The identifier of the kind of activity, such as `example.observatory.spotting.spot-star`.
    ///
    /// For the activity of an action, the identifier consists of the app's identifier, the feature's name, and the
    /// action's name.
    public var activityType: String
    /// The title shown to people.
    public var title: String?
    /// The text shown below the title.
    public var subtitle: String?
    /// The keywords by which searches can find the activity.
    public var keywords: Set<String> = []
    package var values: [String: ActivityValue] = [:]
    /// The keys of ``userInfo`` that are required to continue the activity.
    public var requiredUserInfoKeys: Set<String> = []
    /// The URL of a web page with the same content.
    public var webpageURL: URL?
    /// The permitted uses of the activity.
    public var eligibility: Set<ActivityEligibility> = []
    /// A phrase with which users can invoke the action by voice.
    public var suggestedInvocationPhrase: String?
    /// The identifier that distinguishes the activity from others of its type.
    ///
    /// A later activity with the same type and identifier replaces this one.
    public var persistentIdentifier: String?
    /// The thumbnail image, encoded as PNG or JPEG.
    public var thumbnailData: Data?
    /// The location of the thumbnail image.
    public var thumbnailURL: URL?
    /// Additional attributes for search, by name.
    public var searchAttributes: [String: String] = [:]
    /// The date of publication, or `nil` if the activity has not been published.
    public var date: Date?

    /// Creates an activity without content.
    ///
    /// - Parameter activityType: The type of the activity.
    public init(activityType: String) {
        self.activityType = activityType
    }

    /// The data that is needed to continue the activity.
    ///
    /// Keys must be strings, and values must have one of the types that ``ActivityCodable/encodeForActivity()`` lists.
    /// When you set the property, other entries are ignored.
    public var userInfo: [AnyHashable: Any] {
        get { Dictionary(uniqueKeysWithValues: values.map { (AnyHashable($0.key), $0.value.value) }) }
        set { values = ActivityValue.supportedValues(newValue) }
    }

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
    /// The type of the activity, and its title if it has one.
    public var loggingDescription: String { title.map { "\(activityType) “\($0)”" } ?? activityType }
}

/// The origin of a continued activity, such as a search.
///
/// The origin becomes part of the request's ``ActionSource``, which the journal records.
public enum ActivityType: Sendable, Hashable, Codable, RawRepresentable {
    /// A search result.
    case search
    /// A visited web page whose content the app also shows.
    case browsingWeb
    /// A teacher's assignment.
    case classKit
    /// An assistant's request.
    ///
    /// - Parameter interaction: The identifier of the interaction.
    case siri(interaction: String)
    /// Any other origin.
    case other

    /// Creates the type with the given raw value, or returns `nil` if the value is unknown.
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

    /// The name of the type in files and on screen, such as `search` or `siri:42`.
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

/// A permitted use of an activity.
///
/// An action declares its permitted uses in ``Action/activityEligibility``.
public enum ActivityEligibility: String, Sendable, Hashable, Codable, CaseIterable {
    /// The activity can be continued on this device.
    case perform
    /// The activity can be continued on another device.
    case handoff
    /// Searches on this device can find the activity.
    case search
    /// Public searches can find the activity.
    case publicIndexing
    /// The system can suggest the activity. Implies ``search``.
    case prediction
}
