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
        let source = context.source
        switch FlintRuntime.current.continuation(of: context.input) {
        case nil:
            return completion.completedSync(.failure(error: ActivityExecutionError.unknownActivity))
        case .url(let destination):
            // URLs are opened by a feature that may be turned off by itself.
            guard RoutesFeature.isAvailable == true else {
                return completion.completedSync(.failure(error: ActivityExecutionError.featureNotAvailable))
            }
            return CompletionForwarder.answer(completion) { answer in
                destination.perform(router: presenter, source: source) {
                    answer(ActionPerformOutcome(continuing: $0))
                }
            }
        case .action(let perform):
            return CompletionForwarder.answer(completion) { answer in
                perform(
                    ActivityCall(activity: context.input, router: presenter, source: source) {
                        answer(ActionPerformOutcome(continuing: $0))
                    })
            }
        }
    }
}

extension ActionPerformOutcome {
    /// What came of the action an activity continues.
    fileprivate init(continuing result: ExternalActionResult) {
        switch result {
        case .performed(.success): self = .success
        case .performed(.failure(let error)), .badInput(let error): self = .failure(error: error)
        case .unavailable: self = .failure(error: ActivityExecutionError.featureNotAvailable)
        case .noPresenter: self = .failure(error: ActivityExecutionError.noPresenter)
        case .userCancelled: self = .failure(error: ActivityExecutionError.userCancelled)
        case .appCancelled: self = .failure(error: ActivityExecutionError.appCancelled)
        case .appPerformed: self = .failure(error: ActivityExecutionError.appAlreadyPerformed)
        }
    }
}
