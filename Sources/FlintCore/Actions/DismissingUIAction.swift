// SPDX-License-Identifier: MIT

/// An action that dismisses its presenter and ends the use of the feature.
///
/// The protocol supplies the implementation, so a conforming type can be empty:
///
/// ```swift
/// final class ClosePlantCardAction: DismissingUIAction {}
///
/// PlantCardFeature.close.perform(withInput: .animated(true), presenter: card)
/// ```
public protocol DismissingUIAction: UIAction
where InputType == DismissUIInput, PresenterType == any DismissiblePresenter {
    // MARK: Old spelling

    /// The presenter to dismiss if a request does not provide one; `nil` by default.
    ///
    /// Only the deprecated method that performs the action without a presenter uses this property.
    static var fallbackPresenter: (any DismissiblePresenter)? { get }
}

extension DismissingUIAction {
    /// The default description, which suits any dismissing action.
    public static var description: String { "Dismisses the feature's presenter" }

    /// By default, an action has no fallback presenter.
    public static var fallbackPresenter: (any DismissiblePresenter)? { nil }

    /// Dismisses the presenter and ends the use of the feature.
    public static func perform(
        context: ActionContext<DismissUIInput>, presenter: any DismissiblePresenter, completion: Completion
    ) -> Completion.Status {
        presenter.dismiss(animated: context.input.animated)
        return completion.completedSync(.successWithFeatureTermination)
    }
}

/// The input of a ``DismissingUIAction``, which determines whether the dismissal is animated.
public struct DismissUIInput: FlintLoggable, Hashable, Sendable {
    /// Whether the dismissal is animated.
    public let animated: Bool

    /// Returns an input that requests a dismissal with or without animation.
    public static func animated(_ animated: Bool) -> DismissUIInput {
        DismissUIInput(animated: animated)
    }

    private init(animated: Bool) {
        self.animated = animated
    }

    /// The string "animated" or "not animated".
    public var loggingDescription: String { animated ? "animated" : "not animated" }
}

/// A presenter that can be dismissed, such as a screen, a card, or a window.
public protocol DismissiblePresenter {
    /// Dismisses the presenter.
    ///
    /// A ``DismissingUIAction`` calls this method on the main queue.
    ///
    /// - Parameter animated: Whether to animate the dismissal.
    func dismiss(animated: Bool)
}
