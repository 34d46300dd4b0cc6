@testable import FlintPodcasts

extension Show {
    /// Returns a show whose episodes have the given titles, 100 seconds and a million bytes each.
    static func sample(_ title: String, _ episodes: [String]) -> Show {
        Show(
            id: title, title: title, summary: "", authors: [], homePage: nil, language: nil,
            file: .external(path: "\(title).json"),
            episodes: episodes.map { .sample($0, of: title) })
    }
}

extension Episode {
    /// Returns an episode of 100 seconds and a million bytes.
    static func sample(_ title: String, of show: String, hasAudio: Bool = true) -> Episode {
        Episode(
            id: EpisodeID(show: show, item: title), title: title, summary: "All about \(title)", published: nil,
            authors: [], tags: [],
            audio: hasAudio
                ? Audio(url: "https://example.com/\(title)", mimeType: "audio/mpeg", size: 1_000_000, duration: 100)
                : nil)
    }
}

extension PodcastState {
    /// Two followed shows: A with One, Two, and Three, and B with Uno and Due.
    static var sample: PodcastState {
        PodcastState(shows: [.sample("A", ["One", "Two", "Three"]), .sample("B", ["Uno", "Due"])])
    }

    /// The sample with the maximum number of downloads.
    static var full: PodcastState {
        var state = sample
        state.downloads = (0..<downloadsKept).map { Download(episode: EpisodeID("A", "\($0)"), size: 1, received: 1) }
        return state
    }
}

extension EpisodeID {
    init(_ show: String, _ title: String) {
        self.init(show: show, item: title)
    }
}
