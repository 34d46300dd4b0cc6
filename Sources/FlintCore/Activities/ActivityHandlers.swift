// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLocks

/// A runtime's actions that have activities.
///
/// Handlers are looked up by action to create an activity, and by activity type to continue an activity. All members
/// can be called from any thread.
final class ActivityHandlers: Sendable {
    private struct State {
        var byTarget: [ActionKey: ActivityHandler] = [:]
        var byType: [String: ActivityHandler] = [:]
    }

    private let state = Protected(State())

    /// Adds the handler of an action, and returns whether an earlier handler already continues activities of its type.
    func add(_ handler: ActivityHandler) -> Bool {
        state.withLock { state in
            state.byTarget[handler.target] = handler
            let isTaken = state.byType[handler.activityType] != nil
            if !isTaken { state.byType[handler.activityType] = handler }
            return isTaken
        }
    }

    subscript(target: ActionKey) -> ActivityHandler? { state.withLock { $0.byTarget[target] } }

    subscript(type: String) -> ActivityHandler? { state.withLock { $0.byType[type] } }

    func reset() {
        state.withLock { $0 = State() }
    }
}

struct ActivityHandler: @unchecked Sendable {
    let target: ActionKey
    let activityType: String
    /// A closure that performs the action with the input from an activity, or `nil` if only a URL can supply the input.
    ///
    /// The closure captures only types.
    let perform: ((ExternalActionRequest) -> Void)?

    init<FeatureType: FeatureDefinition, ActionType: Action>(
        _ feature: FeatureType.Type, _ action: ActionType.Type, perform: ((ExternalActionRequest) -> Void)?
    ) {
        target = ActionKey(feature, action)
        activityType = Self.activityType(feature: feature.name, action: action.name)
        self.perform = perform
    }

    /// Returns the activity type of an action.
    ///
    /// The type consists of the app's identifier and the lowercase names of the feature and the action, with hyphens in
    /// place of spaces.
    static func activityType(feature: String, action: String) -> String {
        let names = [feature, action].map { name in
            String(name.lowercased().map { $0 == " " ? "-" : $0 })
        }
        return ([FlintAppInfo.applicationIdentifier] + names).joined(separator: ".")
    }
}
