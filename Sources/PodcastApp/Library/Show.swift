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
