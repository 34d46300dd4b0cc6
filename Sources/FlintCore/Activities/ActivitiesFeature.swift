// SPDX-License-Identifier: MIT

/// The framework feature that publishes and continues activities.
///
/// Setup registers the feature. Set ``isEnabled`` at any time to turn it off or on. While the feature is off, performed
/// actions publish no activities, and continuing an activity fails with ``MappedActionResult/featureDisabled``.
public final class ActivitiesFeature: ConditionalFeature {
    /// The description of the feature in the debug console.
    public static let description = "Publishes performed actions as activities, and continues them"
    /// Always `false`, because the feature is not intended for the app's users.
    public static let isVisible = false

    /// The action that resigns the current activity.
    public static let resignCurrentActivity = action(ResignCurrentActivityAction.self)
    static let continueActivity = action(ContinueActivityAction.self)

    /// Whether activities are published and continued.
    ///
    /// A change takes effect immediately, and so does an override of the runtime switch. Setting `nil` turns the
    /// feature off.
    public static var isEnabled: Bool? {
        get { FlintRuntime.current.isEnabled(.activities) }
        set { FlintRuntime.current.setEnabled(.activities, newValue ?? false) }
    }

    // MARK: Old spelling

    /// Whether the feature is available, or `nil` if that is undetermined.
    ///
    /// Setting this property sets ``isEnabled``.
    public static var isAvailable: Bool? {
        get { isAvailableToEngine }
        @available(*, deprecated, renamed: "isEnabled")
        set { isEnabled = newValue }
    }

    /// Requires the feature's runtime switch to be on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Declares the feature's actions.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(resignCurrentActivity)
        actions.declare(continueActivity)
    }
}

/// An action that ends the user's current activity.
///
/// Request it through ``ActivitiesFeature/resignCurrentActivity``, for example when the screen of the activity closes.
public final class ResignCurrentActivityAction: UIAction {
    /// The description of the action in the debug console.
    public static let description = "Ends the current activity"

    /// Resigns the current activity, if any, and succeeds.
    public static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        FlintRuntime.current.activities.resignCurrent()
        return completion.completedSync(.success)
    }
}

/// An action that performs the action to which an activity leads.
///
/// Apps call ``Flint/continueActivity(activity:with:completion:)``, which performs this action.
final class ContinueActivityAction: UIAction {
    typealias InputType = Activity
    typealias PresenterType = any PresentationRouter

    static let description = "Performs the action of a continued activity"

    static func perform(
        context: ActionContext<Activity>, presenter: any PresentationRouter, completion: Completion
    ) -> Completion.Status {
        guard let destination = FlintRuntime.current.destination(of: context.input) else {
            return completion.completedSync(.failure(error: ActivityExecutionError.unknownActivity))
        }
        // An activity with a URL also needs the routes feature, which can be turned off separately.
        guard destination.route == nil || RoutesFeature.isAvailable == true else {
            return completion.completedSync(.failure(error: ActivityExecutionError.featureNotAvailable))
        }
        return destination.perform(
            router: presenter, source: context.source, errors: .activity, completion: completion)
    }
}

/// An error that explains why an activity could not be continued.
///
/// ``Flint/continueActivity(activity:with:completion:)`` reports the error in ``MappedActionResult/failure(error:)``.
/// The exception is ``unknownActivity``, which becomes ``MappedActionResult/noMappingFound``.
public enum ActivityExecutionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No presenter was found for the action.
    case noPresenter
    /// The app chose to stay on the current screen.
    case appCancelled
    /// The user chose to stay on the current screen.
    case userCancelled
    /// The app has already done the action's work.
    case appAlreadyPerformed
    /// The action's feature is unavailable or denied the request.
    ///
    /// The error also occurs if the activity leads to a URL while the routes feature is off.
    case featureNotAvailable
    /// No action has activities of this type, and no route matches a URL of the activity.
    case unknownActivity

    /// A sentence that describes the problem.
    public var description: String {
        switch self {
        case .noPresenter: "No presenter was found for the activity's action."
        case .appCancelled: "The app chose to stay on the current screen."
        case .userCancelled: "The user chose to stay on the current screen."
        case .appAlreadyPerformed: "The app has already performed the activity's action."
        case .featureNotAvailable:
            "The feature of the activity's action is not available; the timeline shows the denial and its reason."
        case .unknownActivity: "No registered feature has activities of this type."
        }
    }
}
