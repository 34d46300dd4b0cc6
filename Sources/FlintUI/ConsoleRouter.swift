// SPDX-License-Identifier: MIT

public import FlintConsole
public import FlintCore

/// A presentation router that presents the console's screens and forwards all other requests to the app's router.
///
/// Use it for the app's debug features, whose actions require a `ScreenPresenter`.
public final class ConsoleRouter: PresentationRouter, @unchecked Sendable {
    private let app: (any PresentationRouter & Sendable)?
    private let presenter: () -> (any ScreenPresenter)?

    /// Creates a router.
    ///
    /// - Parameters:
    ///   - app: The app's own router, or `nil` if the app has none.
    ///   - presenter: A closure that returns the console, or `nil` while no console is open. It is called on the thread
    ///     of the request.
    public init(
        app: (any PresentationRouter & Sendable)?, presenter: @escaping @Sendable () -> (any ScreenPresenter)?
    ) {
        self.app = app
        self.presenter = presenter
    }

    /// Returns the presenter for an action of a feature.
    ///
    /// The presenter is the console if the action requires a `ScreenPresenter` and a console is open. Otherwise, the
    /// app's router supplies the result, which is `unsupported` if the app has no router.
    public func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        if let own = ownPresenter(as: ActionType.PresenterType.self) { return .appReady(presenter: own) }
        return app?.presentation(for: binding, input: input) ?? .unsupported
    }

    /// Returns the presenter for an action of a conditional feature.
    ///
    /// The presenter is the console if the action requires a `ScreenPresenter` and a console is open. Otherwise, the
    /// app's router supplies the result, which is `unsupported` if the app has no router.
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
