// SPDX-License-Identifier: MIT

import FlintFoundation

/// A podcast.
///
/// A show is created from a feed by ``FeedReader`` and replaced as a whole when the feed is read again. The episodes
/// are in the feed's order.
struct Show: Hashable, Sendable {
    /// The feed's URL, or the path of its file if the feed does not contain its URL.
    let id: String
    let title: String
    let summary: String
    let authors: [String]
    let homePage: String?
    let language: String?
    let file: FeedFile
    let episodes: [Episode]
}

/// An episode of a show.
///
/// An episode without a recording is part of the library, but it cannot be played or downloaded.
struct Episode: Hashable, Sendable {
    /// The episode's recording, with its size in bytes and its duration in seconds, if the feed specifies them.
    struct Audio: Hashable, Sendable {
        let url: String
        let mimeType: String
        let size: Int?
        let duration: Int?
    }

    let id: EpisodeID
    let title: String
    let summary: String
    let published: Date?
    let authors: [String]
    let tags: [String]
    /// The recording, or `nil` if the feed contains only text for this episode.
    let audio: Audio?

    /// The duration, in seconds; half an hour if the feed does not specify it.
    var duration: Double { Double(audio?.duration ?? 1_800) }

    /// The size of the download, in bytes, estimated from the duration if the feed does not specify it.
    var size: Int { audio?.size ?? Int(duration) * 16_000 }
}

/// An identifier that is unique across all shows.
///
/// Identifiers in feeds are unique within their feed only, so the show is part of the identifier.
struct EpisodeID: Hashable, Sendable {
    let show: String
    let item: String
}

/// A smart playlist, which holds the next episodes of the queue at the time of its last update.
struct Playlist: Hashable, Sendable {
    let name: String
    var episodes: [EpisodeID]
}
