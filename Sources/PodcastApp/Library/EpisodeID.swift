/// What identifies an episode: identifiers are unique within a feed only.
struct EpisodeID: Hashable, Sendable {
    /// The show's identity.
    let show: String
    /// The identifier of the item in the show's feed.
    let item: String
}
