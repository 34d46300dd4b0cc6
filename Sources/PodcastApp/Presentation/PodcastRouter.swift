import FlintCore

/// Finds the app's presenter for an action that is performed by name.
struct PodcastRouter: PresentationRouter, Sendable {
    /// What presents everything in this app.
    let centre: PodcastCentre

    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        presenter()
    }

    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        presenter()
    }

    /// The centre, if it is the kind of presenter an action wants.
    private func presenter<PresenterType>() -> PresentationResult<PresenterType> {
        guard let presenter = centre as? PresenterType else { return .unsupported }
        return .appReady(presenter: presenter)
    }
}
