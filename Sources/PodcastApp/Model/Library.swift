#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A podcast: its feed's metadata, and its episodes in the order of the feed.
struct Show: Hashable, Sendable {
    /// The address of the feed, or the file it was read from if the feed does not give one.
    let id: String
    let title: String
    let summary: String
    let authors: [String]
    let homePage: String?
    let language: String?
    /// The file the show was read from.
    let file: String
    let episodes: [Episode]
}

/// One part of a show.
struct Episode: Hashable, Sendable {
    /// What there is to listen to.
    struct Audio: Hashable, Sendable {
        let url: String
        let mimeType: String
        /// In bytes, if the feed gives it.
        let size: Int?
        /// In seconds, if the feed gives it.
        let duration: Int?
    }

    let id: EpisodeID
    let title: String
    let summary: String
    let published: Date?
    let authors: [String]
    let tags: [String]
    /// The recording, or `nil` if the item has nothing to listen to.
    let audio: Audio?

    /// How long it plays, in seconds; half an hour if unknown.
    var duration: Double { Double(audio?.duration ?? 1_800) }

    /// How many bytes there are to download; estimated from its duration if unknown.
    var size: Int { audio?.size ?? Int(duration) * 16_000 }
}

/// What identifies an episode: identifiers are unique within a feed only.
struct EpisodeID: Hashable, Sendable {
    /// The show's identity.
    let show: String
    /// The identifier of the item in the show's feed.
    let item: String
}

/// A list of episodes that fills itself.
struct Playlist: Hashable, Sendable {
    let name: String
    var episodes: [EpisodeID]
}
