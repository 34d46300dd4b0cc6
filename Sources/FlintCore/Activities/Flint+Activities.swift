// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLocks

extension Flint {
    /// Performs the action to which an activity leads, on behalf of the user.
    ///
    /// The engine determines the action from the URL in the activity's dictionary, the activity's web page, or the
    /// activity type, in this order of precedence. A URL that no route matches is skipped.
    ///
    /// - Parameters:
    ///   - activity: The activity, as published or decoded.
    ///   - router: The router that finds the action's presenter.
    ///   - completion: A closure to call once with the final result, on the thread on which the action completes. The
    ///     result is never ``MappedActionResult/completingAsync``.
    /// - Returns: The result, or ``MappedActionResult/completingAsync`` if the action has not completed yet.
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
    fileprivate var kind: ActivityType {
        switch activityType {
        case "com.apple.corespotlightitem": .search
        case "NSUserActivityTypeBrowsingWeb": .browsingWeb
        default: .other
        }
    }
}

extension FlintRuntime {
    /// Returns the action to which an activity leads, or `nil` if the activity leads to no action.
    ///
    /// The URL in the dictionary has precedence, followed by the web page and the activity type.
    func destination(of activity: Activity) -> ExternalDestination? {
        if case .url(let url) = activity.values[Activity.urlKey], let found = try? destination(of: url) {
            return found
        }
        if let url = activity.webpageURL, let found = try? destination(of: url) { return found }
        return activityHandlers[activity.activityType]?.perform.map {
            ExternalDestination(input: .activity(activity), route: nil, perform: $0)
        }
    }

    func addActivities(_ handlers: [ActivityHandler], of metadata: FeatureMetadata) {
        guard !handlers.isEmpty else { return }
        for handler in handlers where activityHandlers.add(handler) {
            advise(
                of: .ambiguousActivity,
                "Two actions have the activity type \(handler.activityType), and the first one continues its "
                    + "activities. Rename one of the features or actions.", in: metadata)
        }
        guard entrances.withLock({ $0.activityObservation == nil }) else { return }
        // The dispatcher may be the app's code, so no lock is held. Another thread may therefore add an observer as
        // well.
        let observation = dispatcher.add(observer: ActivityPublisher())
        let isFirst = entrances.withLock { entrances in
            guard entrances.activityObservation == nil else { return false }
            entrances.activityObservation = observation
            return true
        }
        if !isFirst { observation.cancel() }
    }

    package func activityTypes(of feature: FeatureMetadata) -> [String] {
        feature.actions.compactMap { activityHandlers[ActionKey(feature.feature, $0.typeIdentifier)]?.activityType }
    }

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

    private func link(to target: ActionKey, with input: Any) -> URL? {
        guard let input = input as? any RouteParametersEncodable else { return nil }
        let creator = linkCreator
        return creator.appLink(to: target, input) ?? creator.universalLink(to: target, input)
    }
}

extension PerformableActionBinding {
    /// Creates the action's activity without performing the action.
    ///
    /// - Parameters:
    ///   - input: The action's input.
    ///   - url: A web page with the same content, if any.
    /// - Returns: The activity, or `nil` if the action has no activities or canceled the activity.
    /// - Throws: ``ActivityError`` if the activity cannot be created, or the error that ``Action/prepareActivity(_:)``
    ///   threw.
    public func activity(withInput input: ActionType.InputType, withURL url: URL?) throws -> Activity? {
        try withRuntime {
            try FlintRuntime.current.activity(FeatureType.self, ActionType.self, input: input, webpageURL: url)
        }
    }
}
