#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the engine knows of the activities of one action.
struct ActivityHandler: @unchecked Sendable {
    /// Takes what an activity holds and performs the action; holds nothing but types.
    typealias Continue = (ActivityCall) -> Void

    /// The action and its feature.
    let target: ActionKey
    /// What its activities are called.
    let activityType: String
    /// Performs the action from what an activity holds, or `nil` if that takes a URL.
    let continueActivity: Continue?

    init<FeatureType: FeatureDefinition, ActionType: Action>(
        _ feature: FeatureType.Type, _ action: ActionType.Type, continueActivity: Continue?
    ) {
        target = ActionKey(feature, action)
        activityType = Self.activityType(feature: feature.name, action: action.name)
        self.continueActivity = continueActivity
    }

    /// What the activities of an action are called: the app's identifier, the feature and the action, with hyphens for
    /// spaces.
    static func activityType(feature: String, action: String) -> String {
        let names = [feature, action].map { name in
            String(name.lowercased().map { $0 == " " ? "-" : $0 })
        }
        return ([FlintAppInfo.applicationIdentifier] + names).joined(separator: ".")
    }
}

/// A wish to continue an activity.
struct ActivityCall {
    /// The activity.
    let activity: Activity
    /// Finds the presenter.
    let router: any PresentationRouter
    /// Where the wish comes from.
    let source: ActionSource
    /// Called once with what came of it.
    let completion: @Sendable (ExternalActionResult) -> Void

    /// The wish as one for a certain action.
    func entry<ActionType: Action>(
        for action: ActionType.Type
    ) -> ExternalActionRequest<ActionType> where ActionType.InputType: ActivityCodable {
        ExternalActionRequest(router: router, userInitiated: true, source: source, completion: completion) {
            let values = activity.userInfoValues
            return try ActionType.InputType(activityUserInfo: values.isEmpty ? nil : values)
        }
    }
}
