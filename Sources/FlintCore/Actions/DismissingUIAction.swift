/// An action that closes what presents a feature and ends the use of the feature.
///
/// ```swift
/// final class ClosePlantCardAction: DismissingUIAction {}
///
/// PlantCardFeature.close.perform(withInput: .animated(true), presenter: card)
/// ```
public protocol DismissingUIAction: UIAction
where InputType == DismissUIInput, PresenterType == any DismissiblePresenter {
    // MARK: Old spelling

    /// What to close when a request names nothing; `nil` by default.
    ///
    /// Only the old way to perform the action, without a presenter, asks for it.
    static var fallbackPresenter: (any DismissiblePresenter)? { get }
}

extension DismissingUIAction {
    /// Closes what presents the feature.
    public static var description: String { "Closes what presents the feature" }

    /// Nothing.
    public static var fallbackPresenter: (any DismissiblePresenter)? { nil }

    /// Has the presenter close itself, and ends the use of the feature.
    public static func perform(
        context: ActionContext<DismissUIInput>, presenter: any DismissiblePresenter, completion: Completion
    ) -> Completion.Status {
        presenter.dismiss(animated: context.input.animated)
        return completion.completedSync(.successWithFeatureTermination)
    }
}
