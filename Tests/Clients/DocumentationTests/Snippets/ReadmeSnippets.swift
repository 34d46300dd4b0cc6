import FlintCore

enum PodcastProducts {
    static let premium = AutoRenewingSubscriptionProduct(name: "Premium", productID: "premium.monthly")
}

final class PodcastFeatures: FeatureGroup {
    static let description = "Everything the player can do"
    static var subfeatures: [FeatureDefinition.Type] { [SmartPlaylistsFeature.self] }
}

final class SmartPlaylistsFeature: ConditionalFeature {
    static let description = "Playlists that fill themselves"
    static let create = action(CreatePlaylistAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = 15
        requirements.purchase(PodcastProducts.premium)
        requirements.permission(.location(usage: .whenInUse))
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(create)
    }
}

final class CreatePlaylistAction: Action {
    typealias InputType = String
    static let description = "Creates a playlist"

    static func perform(
        context: ActionContext<String>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

func startPlayer() {
    Flint.setup(PodcastFeatures.self)
}

func createPlaylist(named name: String) -> String {
    if let request = SmartPlaylistsFeature.create.request() {
        request.perform(withInput: name)
        return "created"
    }
    return SmartPlaylistsFeature.descriptionOfUnsatisfiedConstraints ?? "available now"
}
