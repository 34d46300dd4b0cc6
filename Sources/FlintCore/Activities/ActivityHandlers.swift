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

    /// Drops everything.
    func reset() {
        state.withLock { $0 = State() }
    }
}
