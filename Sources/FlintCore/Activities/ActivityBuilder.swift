// SPDX-License-Identifier: MIT

import FlintFoundation

/// An activity under construction, which an action can adjust before publication.
///
/// The engine passes a builder to ``Action/prepareActivity(_:)`` whenever it creates an activity. The builder already
/// contains the input's ``metadata`` if the input is ``ActivityMetadataRepresentable``, and its ``userInfo`` if it is
/// ``ActivityCodable``. Set further properties, or call ``cancel()`` to create no activity.
public final class ActivityBuilder<ActionType: Action>: ActivityDescribing {
    /// The input that the activity represents.
    public let input: ActionType.InputType
    /// The identifier of the kind of activity, such as `example.observatory.spotting.spot-star`.
    public let activityType: String
    /// The title shown to people.
    public var title: String?
    /// The text shown below the title.
    public var subtitle: String?
    /// The keywords by which searches can find the activity.
    public var keywords: Set<String> = []
    /// The thumbnail image, encoded as PNG or JPEG.
    public var thumbnailData: Data?
    /// The location of the thumbnail image.
    public var thumbnailURL: URL?
    /// Additional attributes for search, by name.
    public var searchAttributes: [String: String] = [:]
    /// The data that is needed to continue the activity.
    ///
    /// Keys must be strings, and values must have one of the types that ``ActivityCodable/encodeForActivity()`` lists.
    public var userInfo: [AnyHashable: Any] = [:]
    /// The keys of ``userInfo`` that are required to continue the activity.
    public var requiredUserInfoKeys: Set<String> = []
    /// A phrase with which users can invoke the action by voice.
    public var suggestedInvocationPhrase: String?
    /// The identifier that distinguishes the activity from others of its type.
    ///
    /// A later activity with the same type and identifier replaces this one.
    public var persistentIdentifier: String?

    private(set) var isCancelled = false
    private(set) var bypassesContinuing = false

    init(input: ActionType.InputType, activityType: String) {
        self.input = input
        self.activityType = activityType
        suggestedInvocationPhrase = ActionType.suggestedInvocationPhrase
        if let described = input as? any ActivityMetadataRepresentable { metadata = described.metadata }
    }

    /// The activity's text, images, and search attributes.
    public var metadata: ActivityMetadata {
        get { .build { $0.copyProperties(from: self) } }
        set {
            var builder = self
            builder.copyProperties(from: newValue)
        }
    }

    /// Prevents the creation of the activity.
    public func cancel() {
        isCancelled = true
    }

    /// Declares that the app itself continues the activity.
    ///
    /// The input then needs neither a conformance to ``ActivityCodable`` nor a route.
    public func bypassFlintContinueActivity() {
        bypassesContinuing = true
    }

    func activity(webpageURL: URL?) throws(ActivityError) -> Activity {
        var activity = Activity(activityType: activityType)
        activity.copyProperties(from: self)
        activity.values = try ActivityValue.values(userInfo)
        activity.requiredUserInfoKeys = requiredUserInfoKeys
        activity.webpageURL = webpageURL
        activity.suggestedInvocationPhrase = suggestedInvocationPhrase
        activity.persistentIdentifier = persistentIdentifier
        activity.eligibility = ActionType.activityEligibility
        // The system suggests only activities that are eligible for search.
        if activity.eligibility.contains(.prediction) { activity.eligibility.insert(.search) }
        if let missing = requiredUserInfoKeys.sorted().first(where: { activity.values[$0] == nil }) {
            throw .missingValue(key: missing)
        }
        return activity
    }
}
