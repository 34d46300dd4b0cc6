#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the engine knows of the activities of one action.
struct ActivityHandler: @unchecked Sendable {
    /// The action and its feature.
    let target: ActionKey
    /// What its activities are called.
    let activityType: String
    /// Performs the action with the input an activity holds, or `nil` if that takes a URL; holds nothing but types.
    let perform: ((ExternalActionRequest) -> Void)?

    init<FeatureType: FeatureDefinition, ActionType: Action>(
        _ feature: FeatureType.Type, _ action: ActionType.Type, perform: ((ExternalActionRequest) -> Void)?
    ) {
        target = ActionKey(feature, action)
        activityType = Self.activityType(feature: feature.name, action: action.name)
        self.perform = perform
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
