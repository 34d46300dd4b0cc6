#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Flint {
    /// Performs the action an activity continues, on behalf of a person.
    ///
    /// An activity is continued by the URL it holds, else by its web page, if a feature takes that, else by its type.
    ///
    /// - Parameters:
    ///   - activity: The activity, as it was published or kept.
    ///   - router: Finds the presenter of the action.
    ///   - completion: Called once with the result in the end, which is never
    ///     ``MappedActionResult/completingAsync``, on the thread the action answers on.
    /// - Returns: What is known of the result when the call returns.
    @discardableResult
    public static func continueActivity(
        activity: Activity, with router: any PresentationRouter,
        completion: (@Sendable (MappedActionResult) -> Void)? = nil
    ) -> MappedActionResult {
        let runtime = FlintRuntime.current
        runtime.requireSetUp()
        return runtime.performMapped(
            ActivitiesFeature.continueActivity, input: activity, router: router,
            source: .continueActivity(type: activity.kind), isMapped: { runtime.destination(of: activity) != nil },
            completion: completion)
    }
}

extension Activity {
    /// How the user came to continue it, as far as its type shows.
    fileprivate var kind: ActivityType {
        switch activityType {
        case "com.apple.corespotlightitem": .search
        case "NSUserActivityTypeBrowsingWeb": .browsingWeb
        default: .other
        }
    }
}

extension FlintRuntime {
    /// The action an activity continues: by the URL it was given, by its web page, or by its type.
    func destination(of activity: Activity) -> ExternalDestination? {
        if case .url(let url) = activity.values[Activity.urlKey], let found = try? destination(of: url) {
            return found
        }
        if let url = activity.webpageURL, let found = try? destination(of: url) { return found }
        return activityHandlers[activity.activityType]?.perform.map {
            ExternalDestination(input: .activity(activity), route: nil, perform: $0)
        }
    }

    /// Takes in which actions of a feature have activities; from the first on they are published.
    func addActivities(_ handlers: [ActivityHandler], of metadata: FeatureMetadata) {
        guard !handlers.isEmpty else { return }
        for handler in handlers where activityHandlers.add(handler) {
            advise(
                of: .ambiguousActivity,
                "Two actions have activities of the type \(handler.activityType); those are continued by the first. "
                    + "Give one of the features or actions another name.", in: metadata)
        }
        guard entrances.withLock({ $0.activityObservation == nil }) else { return }
        let observation = dispatcher.add(observer: ActivityPublisher())
        let isFirst = entrances.withLock { entrances in
            guard entrances.activityObservation == nil else { return false }
            entrances.activityObservation = observation
            return true
        }
        if !isFirst { observation.cancel() }
    }

    /// Makes the activity of an action.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - action: The action.
    ///   - input: What it works on.
    ///   - webpageURL: A web page that shows the same.
    /// - Returns: `nil` if the action has no activities, or not with this input.
    /// - Throws: An error that states why the activity could not be continued, or what the action threw while it prepared the activity.
    func activity<ActionType: Action>(
        _ feature: FeatureDefinition.Type, _ action: ActionType.Type, input: ActionType.InputType, webpageURL: URL?
    ) throws -> Activity? {
        guard !ActionType.activityEligibility.isEmpty else { return nil }
        let target = ActionKey(feature, action)
        guard let handler = activityHandlers[target] else {
            throw ActivityError.actionNotDeclared(action: action.name)
        }
        let builder = ActivityBuilder<ActionType>(input: input, activityType: handler.activityType)
        let codable = input as? any ActivityCodable
        if let codable {
            builder.userInfo = codable.encodeForActivity() ?? [:]
            builder.requiredUserInfoKeys = codable.requiredUserInfoKeys
        }
        try ActionType.prepareActivity(builder)
        if builder.isCancelled { return nil }
        if codable == nil, !builder.bypassesContinuing {
            guard let url = link(to: target, with: input) else {
                throw ActivityError.cannotBeContinued(action: action.name)
            }
            builder.userInfo[Activity.urlKey] = url
            builder.requiredUserInfoKeys.insert(Activity.urlKey)
        }
        return try builder.activity(webpageURL: webpageURL)
    }

    /// A link to an action, of the app's own scheme if there is one.
    private func link(to target: ActionKey, with input: Any) -> URL? {
        guard let input = input as? any RouteParametersEncodable else { return nil }
        let creator = linkCreator
        return creator.appLink(to: target, input) ?? creator.universalLink(to: target, input)
    }
}

extension PerformableActionBinding {
    /// Makes the activity the action would publish, without performing it.
    ///
    /// - Parameters:
    ///   - input: What the action would work on.
    ///   - url: A web page that shows the same, if there is one.
    /// - Returns: `nil` if the action has no activities, or not with this input.
    /// - Throws: An error that states why the activity could not be continued, or what the action threw while it prepared the activity.
    public func activity(withInput input: ActionType.InputType, withURL url: URL?) throws -> Activity? {
        try withRuntime {
            try FlintRuntime.current.activity(FeatureType.self, ActionType.self, input: input, webpageURL: url)
        }
    }
}
