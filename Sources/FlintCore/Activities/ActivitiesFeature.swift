/// The framework's own publishing and continuing of activities, which can be turned off and on at any time.
public final class ActivitiesFeature: ConditionalFeature {
    /// What the feature offers.
    public static let description = "Publishes what people do, and continues it"

    /// Says that the person is no longer doing what they did last.
    public static let resignCurrentActivity = action(ResignCurrentActivityAction.self)
    /// Performs the action an activity continues.
    static let continueActivity = action(ContinueActivityAction.self)

    /// Whether activities are published and continued; takes effect at once, as does an override of the switch.
    public static var isEnabled: Bool? {
        get { FlintRuntime.current.framework(.activities) }
        set { FlintRuntime.current.setFramework(.activities, newValue ?? false) }
    }

    // MARK: Old spelling

    /// Whether the feature is available; setting it sets ``isEnabled``.
    public static var isAvailable: Bool? {
        get { isAvailableToEngine }
        @available(*, deprecated, renamed: "isEnabled")
        set { isEnabled = newValue }
    }

    /// Requires the switch to be on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Declares the actions.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(resignCurrentActivity)
        actions.declare(continueActivity)
    }
}

/// Says that the person is no longer doing what they did last.
public final class ResignCurrentActivityAction: UIAction {
    /// What the action does.
    public static let description = "Ends the current activity"

    /// Ends the activity, if there is one.
    public static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        FlintRuntime.current.activities.resignCurrent()
        return completion.completedSync(.success)
    }
}
