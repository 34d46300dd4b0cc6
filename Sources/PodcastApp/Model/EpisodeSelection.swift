import FlintCore

/// Which episode an action is about.
enum EpisodeSelection: Hashable, Sendable {
    /// The one at hand: what is playing, or what comes next.
    case current
    /// The one whose title contains a text.
    case titled(String)
    /// One that is known.
    case episode(EpisodeID, title: String)
}

extension EpisodeSelection: RouteParametersDecodable {
    /// Takes `episode`, or nothing for the episode at hand.
    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        let text = parameters?["episode"] ?? ""
        self = text.isEmpty ? .current : .titled(text)
    }

    static var inputFields: [InputField] {
        [InputField("episode", description: "part of its title; empty for the one at hand", isRequired: false)]
    }
}

extension EpisodeSelection: RouteParametersEncodable {
    /// Writes `episode`, or nothing for the episode at hand.
    func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? {
        switch self {
        case .current: [:]
        case .titled(let text): ["episode": text]
        case .episode(_, let title): ["episode": title]
        }
    }
}

extension EpisodeSelection: FlintLoggable {
    var loggingDescription: String {
        switch self {
        case .current: "the episode at hand"
        case .titled(let text): text
        case .episode(_, let title): title
        }
    }

    var loggingInfo: [String: String]? {
        guard case .episode(let id, let title) = self else { return nil }
        return ["show": id.show, "episode": id.item, "title": title]
    }
}
