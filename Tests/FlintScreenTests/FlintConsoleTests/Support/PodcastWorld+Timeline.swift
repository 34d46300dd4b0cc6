import FlintWorld
import Foundation

extension PodcastWorld {
    static let playbackID = "PodcastFeatures/PlaybackFeature"
    static let downloadingID = "PodcastFeatures/DownloadingFeature"
    static let turboID = "PodcastFeatures/DownloadingFeature/TurboDownloadsFeature"

    /// An action that has completed or is still running.
    struct Performed {
        var feature = playbackID
        var name = "Podcast playback"
        var action = "Play"
        var session = "main"
        var stack: UInt64 = 1
        var input: String?
    }

    /// Adds the beginning of an action.
    ///
    /// - Returns: The number of the request.
    @discardableResult
    mutating func begin(_ performed: Performed, cause: String = "user") -> UInt {
        let request = UInt(events.count + 1)
        log(
            .actionBegan, "\(performed.name): \(performed.action) began", cause: cause, feature: performed.feature,
            action: performed.action + "Action", session: performed.session, request: request)
        events[events.count - 1].stack = performed.stack
        events[events.count - 1].input = performed.input
        return request
    }

    mutating func end(
        _ performed: Performed, request: UInt, cause: String = "user", outcome: EventRecord.Outcome = .success
    ) {
        let began = events.last { $0.request == request }
        log(
            .actionCompleted, "\(performed.name): \(performed.action)", cause: cause, feature: performed.feature,
            action: performed.action + "Action", session: performed.session, request: request, outcome: outcome,
            duration: began.map { Double(events.count + 1) - Double($0.id) })
        events[events.count - 1].stack = performed.stack
        events[events.count - 1].input = performed.input
    }

    mutating func act(
        _ performed: Performed, cause: String = "user", outcome: EventRecord.Outcome = .success
    ) {
        let request = begin(performed, cause: cause)
        end(performed, request: request, cause: cause, outcome: outcome)
    }

    /// Adds a change of a fact that changed the availability of features.
    mutating func change(_ title: String, _ features: [(id: String, name: String)], to after: Bool) {
        log(
            .factChanged, title, cause: "store",
            features: features.map {
                FeatureChange(featureID: $0.id, featureName: $0.name, before: !after, after: after)
            })
    }

    /// Adds a store event about Premium, and the change of its status that follows.
    mutating func expirePremium() {
        store["premium"] = .notPurchased
        log(.store, "Premium subscription: expired", cause: "store")
        events[events.count - 1].subject = FactReference(kind: .purchase, key: "premium")
        change("Premium subscription: purchased → not purchased", [(Self.smart, "Smart playlists")], to: false)
        let key = FactKey.purchase(productID: "premium")
        events[events.count - 1].fact = facts[key].map { FactRecord(key: key, fact: $0) }
    }

    /// An app with past activity: repetitions, changes of availability, and running actions.
    static var used: PodcastWorld {
        var world = PodcastWorld()
        let download = Performed(
            feature: downloadingID, name: "Podcast downloading", action: "Download", session: "background", stack: 2)
        world.act(Performed(input: "Fog signals"))
        world.log(.promptShown, "Location when in use: prompt shown", cause: "system", feature: smart)
        world.change(
            "Premium subscription: not purchased → purchased",
            [
                (speed, "Dynamic speed"), (turboID, "Turbo downloads"), (smart, "Smart playlists"),
            ], to: true)
        let first = world.begin(download, cause: "app")
        for _ in 1...12 { world.act(Performed(action: "Seek", input: "30 s")) }
        world.end(download, request: first, cause: "app", outcome: .failure)
        for _ in 1...3 {
            world.log(
                .requestDenied, "Clip sharing: “Share clip” denied: Photos is restricted", cause: "user",
                feature: "PodcastFeatures/SharingFeature/ClipSharingFeature", action: "ShareClipAction",
                session: "main", outcome: .denied)
        }
        world.change("Premium subscription: purchased → not purchased", [(smart, "Smart playlists")], to: false)
        world.begin(download, cause: "app")
        world.act(Performed(feature: speed, name: "Dynamic speed", action: "Set speed", stack: 3))
        return world
    }

    /// An app whose events contain control characters and overlong texts in every place.
    static var hostileEvents: PodcastWorld {
        var world = PodcastWorld.hostile
        let bad = "\u{1B}[2J\u{9B}1m\u{202E}\nline" + String(repeating: "long ", count: 300)
        let performed = Performed(
            feature: "Root/\u{1B}]0;title\u{7}", name: bad, action: bad, session: bad, stack: .max, input: bad)
        world.act(performed, cause: bad)
        world.act(performed, cause: bad)
        world.change(bad, [(bad, bad), ("Root/Emoji", "👩‍👩‍👧‍👦 家族 日本語の名前"), ("", "")], to: true)
        world.events[world.events.count - 1].featureCount = .max
        world.begin(performed, cause: bad)
        world.events[world.events.count - 1].date = Date(timeIntervalSince1970: 1e300)
        world.act(performed)
        world.events[world.events.count - 1].duration = .infinity
        return world
    }
}
