// SPDX-License-Identifier: MIT

import FlintCore

/// The shows that the user follows.
///
/// The feature itself is always available. Its URL mapping opens links such as `podcasts://shows/Fog/subscribe`.
final class FavouritesFeature: Feature, FeatureGroup {
    static let name = "Podcast favourites"
    static let description = "Follow shows and get new episodes"
    static var subfeatures: [FeatureDefinition.Type] { [SmartPlaylistsFeature.self] }

    static let subscribe = action(SubscribeAction.self)
    static let unsubscribe = action(UnsubscribeAction.self)
    static let refresh = action(RefreshFeedAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(subscribe)
        actions.declare(unsubscribe)
        actions.declare(refresh)
    }
}

extension FavouritesFeature: URLMapped {
    static func urlMappings(routes: URLMappingsBuilder) {
        routes.send("shows/$(show)/subscribe", to: subscribe)
    }
}

final class SubscribeAction: PodcastAction {
    static let name = "subscribe"
    static let description = "Follow a show"

    static func run(_ input: ShowSelection, on presenter: any LibraryPresenter) throws(PodcastError) -> String? {
        try presenter.subscribe(to: input)
    }
}

final class UnsubscribeAction: PodcastAction {
    static let name = "unsubscribe"
    static let description = "Stop following a show"

    static func run(_ input: ShowSelection, on presenter: any LibraryPresenter) throws(PodcastError) -> String? {
        try presenter.unsubscribe(from: input)
    }
}

final class RefreshFeedAction: PodcastAction {
    static let name = "refresh"
    static let description = "Check a show for new episodes"

    static func run(_ input: ShowSelection, on presenter: any LibraryPresenter) throws(PodcastError) -> String? {
        try presenter.refresh(input)
    }
}

struct ShowSelection: Hashable, Sendable {
    let title: String
}

extension ShowSelection: RouteParametersDecodable {
    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let title = parameters?["show"], !title.isEmpty else { return nil }
        self.title = title
    }

    static var inputFields: [InputField] { [InputField("show", description: "the show's title, or a part of it")] }
}

extension ShowSelection: FlintLoggable {
    var loggingDescription: String { title }
}
