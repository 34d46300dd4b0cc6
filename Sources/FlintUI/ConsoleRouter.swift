public import FlintConsole
public import FlintCore

/// Finds presenters: the console for actions that open its screens, and the app's own for everything else.
public final class ConsoleRouter: PresentationRouter, @unchecked Sendable {
    private let app: (any PresentationRouter & Sendable)?
    private let presenter: () -> (any ScreenPresenter)?

    /// Creates a router.
    ///
    /// - Parameters:
    ///   - app: Finds the app's own presenters.
    ///   - presenter: The console, or `nil` while there is none; called on the thread of the request.
    public init(
        app: (any PresentationRouter & Sendable)?, presenter: @escaping @Sendable () -> (any ScreenPresenter)?
    ) {
        self.app = app
        self.presenter = presenter
    }

    /// Finds the presenter for an action of a feature.
    public func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        if let own = ownPresenter(as: ActionType.PresenterType.self) { return .appReady(presenter: own) }
        return app?.presentation(for: binding, input: input) ?? .unsupported
    }

    /// Finds the presenter for an action of a conditional feature.
    public func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        if let own = ownPresenter(as: ActionType.PresenterType.self) { return .appReady(presenter: own) }
        return app?.presentation(for: binding, input: input) ?? .unsupported
    }

    private func ownPresenter<PresenterType>(as type: PresenterType.Type) -> PresenterType? {
        // An action that is content with anything at all is not one of the console's.
        guard type == (any ScreenPresenter).self else { return nil }
        return presenter() as? PresenterType
    }
}
