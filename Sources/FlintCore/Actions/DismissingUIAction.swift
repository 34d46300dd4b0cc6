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

/// How a ``DismissingUIAction`` closes its presenter.
public struct DismissUIInput: FlintLoggable, Hashable, Sendable {
    /// Whether the closing may be seen to happen.
    public let animated: Bool

    /// Closes with an animation or without one.
    public static func animated(_ animated: Bool) -> DismissUIInput {
        DismissUIInput(animated: animated)
    }

    private init(animated: Bool) {
        self.animated = animated
    }

    /// A textual description of the choice.
    public var loggingDescription: String { animated ? "animated" : "not animated" }
}

/// A presenter that can be closed, such as a screen, a card or a window.
public protocol DismissiblePresenter {
    /// Closes it.
    ///
    /// Called on the main queue by a ``DismissingUIAction``.
    ///
    /// - Parameter animated: Whether the closing may be seen to happen.
    func dismiss(animated: Bool)
}
