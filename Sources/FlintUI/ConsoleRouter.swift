public import FlintConsole
public import FlintCore

/// A presentation router that sends actions for console screens to the console and all others to the app's router.
///
/// Use it for the app's debug features, whose actions require a `ScreenPresenter`.
public final class ConsoleRouter: PresentationRouter, @unchecked Sendable {
    private let app: (any PresentationRouter & Sendable)?
    private let presenter: () -> (any ScreenPresenter)?

    /// Creates a router.
    ///
    /// - Parameters:
    ///   - app: The app's own router, or `nil` for none.
    ///   - presenter: Returns the console, or `nil` while none is open. Called on the thread of the request.
    public init(
        app: (any PresentationRouter & Sendable)?, presenter: @escaping @Sendable () -> (any ScreenPresenter)?
    ) {
        self.app = app
        self.presenter = presenter
    }

    /// Returns the presenter for an action of a feature.
    public func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        if let own = ownPresenter(as: ActionType.PresenterType.self) { return .appReady(presenter: own) }
        return app?.presentation(for: binding, input: input) ?? .unsupported
    }

    /// Returns the presenter for an action of a conditional feature.
    public func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        if let own = ownPresenter(as: ActionType.PresenterType.self) { return .appReady(presenter: own) }
        return app?.presentation(for: binding, input: input) ?? .unsupported
    }

    private func ownPresenter<PresenterType>(as type: PresenterType.Type) -> PresenterType? {
        // An action that accepts any presenter does not belong to the console.
        guard type == (any ScreenPresenter).self else { return nil }
        return presenter() as? PresenterType
    }
}
