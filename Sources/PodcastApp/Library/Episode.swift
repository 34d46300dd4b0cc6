#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
