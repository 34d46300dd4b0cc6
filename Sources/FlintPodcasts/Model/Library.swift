// SPDX-License-Identifier: MIT

import FlintFoundation

/// A podcast, which is replaced as a whole when its feed is read again.
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

/// An episode of a show; without a recording, it cannot be played or downloaded.
struct Episode: Hashable, Sendable {
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
    let audio: Audio?

    /// The duration, in seconds; half an hour if the feed does not specify it.
    var duration: Double { Double(audio?.duration ?? 1_800) }

    /// The size of the download, in bytes, estimated from the duration if the feed does not specify it.
    var size: Int { audio?.size ?? Int(duration) * 16_000 }
}

/// An identifier across all shows, because identifiers in feeds are unique only within their feed.
struct EpisodeID: Hashable, Sendable {
    let show: String
    let item: String
}

/// A smart playlist with the next episodes of the queue at the time of its last update.
struct Playlist: Hashable, Sendable {
    let name: String
    var episodes: [EpisodeID]
}
