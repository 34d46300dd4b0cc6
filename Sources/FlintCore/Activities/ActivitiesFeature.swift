/// The framework's own publishing and continuing of activities, which can be turned off and on at any time.
public final class ActivitiesFeature: ConditionalFeature {
    /// What the feature offers.
    public static let description = "Publishes performed actions as activities, and continues them"
    /// Whether the app shows the feature to its users, for whom it is not meant.
    public static let isVisible = false

    /// Ends the current activity.
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

/// Ends the current activity.
public final class ResignCurrentActivityAction: UIAction {
    /// The action's description.
    public static let description = "Ends the current activity"

    /// Ends the activity, if there is one.
    public static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        FlintRuntime.current.activities.resignCurrent()
        return completion.completedSync(.success)
    }
}

/// Finds the action an activity continues and performs it.
///
/// Apps call ``Flint/continueActivity(activity:with:completion:)``, which performs this.
final class ContinueActivityAction: UIAction {
    typealias InputType = Activity
    typealias PresenterType = any PresentationRouter

    static let description = "Performs the action an activity continues"

    static func perform(
        context: ActionContext<Activity>, presenter: any PresentationRouter, completion: Completion
    ) -> Completion.Status {
        guard let destination = FlintRuntime.current.destination(of: context.input) else {
            return completion.completedSync(.failure(error: ActivityExecutionError.unknownActivity))
        }
        // URLs are opened by a feature that may be turned off by itself.
        guard destination.route == nil || RoutesFeature.isAvailable == true else {
            return completion.completedSync(.failure(error: ActivityExecutionError.featureNotAvailable))
        }
        return destination.perform(
            router: presenter, source: context.source, errors: .activity, completion: completion)
    }
}

/// Why an activity could not be continued.
public enum ActivityExecutionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing was found to present the action.
    case noPresenter
    /// The app did not want the current screen to be left.
    case appCancelled
    /// The user did not want the current screen to be left.
    case userCancelled
    /// The app has done by itself what the action would do.
    case appAlreadyPerformed
    /// The feature is not available.
    case featureNotAvailable
    /// No action has activities of this type, and no URL of the activity leads to one.
    case unknownActivity

    /// The problem and its remedy.
    public var description: String {
        switch self {
        case .noPresenter: "Nothing here can present what the activity continues."
        case .appCancelled: "The app did not want to leave the current screen."
        case .userCancelled: "The user did not want to leave the current screen."
        case .appAlreadyPerformed: "The app has already performed what the activity continues."
        case .featureNotAvailable:
            "The activity continues an action of a feature that is not available; its denial is recorded with the reason."
        case .unknownActivity: "No registered feature has activities of this type."
        }
    }
}
