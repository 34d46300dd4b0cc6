import FlintCore

/// Performs an action of a conditional feature without a request, which must not compile.
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
    ActionSession.main.perform(LockedFeature.open)
}
