#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// An activity while an action prepares it.
///
/// What the input knows of itself is there already, and so is what the input needs to be made again.
public final class ActivityBuilder<ActionType: Action>: ActivityDescribing {
    /// What the action worked on.
    public let input: ActionType.InputType
    /// What kind of activity it is.
    public let activityType: String
    /// What people read, in a line.
    public var title: String?
    /// What people read below that.
    public var subtitle: String?
    /// Words it is found by.
    public var keywords: Set<String> = []
    /// A small picture, encoded as a PNG or JPEG file.
    public var thumbnailData: Data?
    /// Where a small picture is.
    public var thumbnailURL: URL?
    /// What else a search should know, by name.
    public var searchAttributes: [String: String] = [:]
    /// What it takes to continue: values of the kinds that ``ActivityCodable`` names.
    public var userInfo: [AnyHashable: Any] = [:]
    /// The keys of ``userInfo`` without which it cannot be continued.
    public var requiredUserInfoKeys: Set<String> = []
    /// What people might call it when they speak to an assistant.
    public var suggestedInvocationPhrase: String?
    /// Distinguishes it from others of its kind; a later one with the same identifier takes its place.
    public var persistentIdentifier: String?

    private(set) var isCancelled = false
    private(set) var bypassesContinuing = false

    init(input: ActionType.InputType, activityType: String) {
        self.input = input
        self.activityType = activityType
        suggestedInvocationPhrase = ActionType.suggestedInvocationPhrase
        if let described = input as? any ActivityMetadataRepresentable { metadata = described.metadata }
    }

    /// What people and searches see.
    public var metadata: ActivityMetadata {
        get { .build { $0.describe(as: self) } }
        set {
            var builder = self
            builder.describe(as: newValue)
        }
    }

    /// Has no activity made this time.
    public func cancel() {
        isCancelled = true
    }

    /// Declares that the app continues the activity itself, so that it need not hold what makes the input again.
    public func bypassFlintContinueActivity() {
        bypassesContinuing = true
    }

    /// The activity.
    ///
    /// - Throws: ``ActivityError`` if a value cannot be kept or a required one is missing.
    func activity(webpageURL: URL?) throws(ActivityError) -> Activity {
        var activity = Activity(activityType: activityType)
        activity.describe(as: self)
        activity.values = try ActivityValue.values(userInfo)
        activity.requiredUserInfoKeys = requiredUserInfoKeys
        activity.webpageURL = webpageURL
        activity.suggestedInvocationPhrase = suggestedInvocationPhrase
        activity.persistentIdentifier = persistentIdentifier
        activity.eligibility = ActionType.activityEligibility
        if activity.eligibility.contains(.prediction) { activity.eligibility.insert(.search) }
        if let missing = requiredUserInfoKeys.sorted().first(where: { activity.values[$0] == nil }) {
            throw .missingValue(key: missing)
        }
        return activity
    }
}
