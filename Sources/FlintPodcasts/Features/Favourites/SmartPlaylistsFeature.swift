// SPDX-License-Identifier: MIT

import Dispatch
import FlintCore

/// Playlists that adapt to the user's location.
///
/// The sample only simulates this: it fills every playlist with the next episodes in the queue.
///
/// The feature combines a purchase with a permission: it requires the Premium subscription and location access while
/// the app is in use.
final class SmartPlaylistsFeature: ConditionalFeature {
    static let name = "Smart playlists"
    static let description = "Playlists that adapt to your location"
    static let declaration = Declaration(
        owner: "Library", kind: .permanent, since: "1.2", link: "https://podcasts.example/smart-playlists")

    static let show = action(ShowPlaylistsAction.self)
    static let create = action(CreatePlaylistAction.self)
    static let refresh = action(RefreshPlaylistsAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(PodcastProducts.premium)
        requirements.permission(.location(usage: .whenInUse))
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(show)
        actions.publish(create)
        actions.declare(refresh)
    }
}

extension SmartPlaylistsFeature: URLMapped {
    static func urlMappings(routes: URLMappingsBuilder) {
        routes.send("playlists", to: show)
        routes.send("playlists/new/$(name)", to: create)
        routes.send("playlists/refresh", to: refresh, in: [.appAny])
    }
}

final class ShowPlaylistsAction: PodcastAction {
    static let name = "show"
    static let description = "Show the smart playlists"

    static func run(_ input: NoInput, on presenter: any LibraryPresenter) throws(PodcastError) -> String? {
        presenter.showPlaylists()
    }
}

final class CreatePlaylistAction: PodcastAction {
    static let name = "create"
    static let description = "Create a smart playlist"

    static func run(_ input: PlaylistName, on presenter: any LibraryPresenter) throws(PodcastError) -> String? {
        try presenter.createPlaylist(named: input)
    }
}

/// Updates every playlist, and completes asynchronously.
///
/// The action demonstrates deferred completion: it calls `willCompleteAsync` immediately, and reports the result later
/// on the main queue.
final class RefreshPlaylistsAction: UIAction {
    typealias InputType = NoInput
    typealias PresenterType = any LibraryPresenter & Sendable

    static let name = "refresh"
    static let description = "Update the smart playlists"

    static func perform(
        context: ActionContext<NoInput>, presenter: any LibraryPresenter & Sendable, completion: Completion
    ) -> Completion.Status {
        let deferred = completion.willCompleteAsync()
        let logs = context.logs
        DispatchQueue.main.async {
            do {
                if let note = try presenter.refreshPlaylists() { logs.development?.info(note) }
                deferred.completed(.success)
            } catch {
                deferred.completed(.failure(error: error))
            }
        }
        return deferred
    }
}

/// The name for a new playlist, without surrounding whitespace and with at most ``limit`` characters.
struct PlaylistName: Hashable, Sendable {
    static let limit = 60

    let text: String
}

extension PlaylistName: RouteParametersDecodable {
    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        let text = (parameters?["name"] ?? "").drop(while: \.isWhitespace)
        let end = text.lastIndex { !$0.isWhitespace }
        guard let end, text[...end].count <= Self.limit else { return nil }
        self.text = String(text[...end])
    }

    static var inputFields: [InputField] {
        [InputField("name", description: "the playlist's name, up to \(limit) characters")]
    }
}

extension PlaylistName: FlintLoggable {
    var loggingDescription: String { text }
}
