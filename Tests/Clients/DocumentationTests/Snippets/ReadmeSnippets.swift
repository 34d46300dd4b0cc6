import FlintCore

final class SmartPlaylistsFeature: ConditionalFeature {
    static let description = "Playlists that fill themselves"
    static let premium = NonConsumableProduct(name: "Premium", productID: "premium")
    static let create = action(CreatePlaylistAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(premium) }
    static func prepare(actions: FeatureActionsBuilder) { actions.publish(create) }
}

final class CreatePlaylistAction: Action {
    static func perform(
        context: ActionContext<String>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status { completion.completedSync(.success) }
}

func createPlaylist(named name: String) -> String? {
    guard let request = SmartPlaylistsFeature.create.request() else {
        return SmartPlaylistsFeature.descriptionOfUnsatisfiedConstraints
    }
    request.perform(withInput: name)
    return nil
}
