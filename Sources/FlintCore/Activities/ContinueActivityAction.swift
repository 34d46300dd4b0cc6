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

    /// What is wrong and what to do.
    public var description: String {
        switch self {
        case .noPresenter: "Nothing here can present what the activity continues."
        case .appCancelled: "The app did not want to leave the current screen."
        case .userCancelled: "The user did not want to leave the current screen."
        case .appAlreadyPerformed: "The app has done by itself what the activity continues."
        case .featureNotAvailable:
            "The activity continues an action of a feature that is not available; its denial is recorded with the reason."
        case .unknownActivity: "No registered feature has activities of this type."
        }
    }
}
