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
