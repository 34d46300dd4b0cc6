#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Which actions of one runtime have activities, by action and by type of activity.
final class ActivityHandlers: Sendable {
    private struct State {
        var byTarget: [ActionKey: ActivityHandler] = [:]
        var byType: [String: ActivityHandler] = [:]
    }

    private let state = Protected(State())

    /// Adds what is known of the activities of an action.
    ///
    /// - Returns: Whether another action has activities of the same type, which is then the one they continue.
    func add(_ handler: ActivityHandler) -> Bool {
        state.withLock { state in
            state.byTarget[handler.target] = handler
            let isTaken = state.byType[handler.activityType] != nil
            if !isTaken { state.byType[handler.activityType] = handler }
            return isTaken
        }
    }

    /// What is known of the activities of an action.
    subscript(target: ActionKey) -> ActivityHandler? { state.withLock { $0.byTarget[target] } }

    /// What continues activities of a type.
    subscript(type: String) -> ActivityHandler? { state.withLock { $0.byType[type] } }

    /// Removes everything.
    func reset() {
        state.withLock { $0 = State() }
    }
}

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
