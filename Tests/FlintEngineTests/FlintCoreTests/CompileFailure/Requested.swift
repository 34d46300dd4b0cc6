import FlintCore

/// Performs an action of a conditional feature after a request.
final class LockedFeature: ConditionalFeature {
    static let description = "Must be requested"
    static let open = action(OpenAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: false)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(open)
    }
}

final class OpenAction: Action {
    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

func open() {
    if let request = LockedFeature.open.request() {
        request.perform()
        ActionSession.main.perform(request)
    }
}
