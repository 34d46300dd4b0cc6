import FlintCore

/// Reading episodes: for subscribers or holders of a season pass, who have bought the texts.
final class TranscriptsFeature: ConditionalFeature, FeatureGroup {
    static let name = "Transcripts"
    static let description = "Read what was said"
    static let isVisible = true
    static var subfeatures: [FeatureDefinition.Type] { [TranscriptSearchFeature.self] }

    static let show = action(ShowTranscriptAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(anyOf: PodcastProducts.premium, PodcastProducts.seasonPass)
        requirements.purchase(PodcastProducts.transcripts)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(show)
    }
}

/// Finding episodes by what is said in them, which costs credits besides what Transcripts require.
final class TranscriptSearchFeature: ConditionalFeature {
    static let name = "Transcript search"
    static let description = "Find episodes by what is said in them"
    static let isVisible = true

    static let search = action(SearchTranscriptsAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(PodcastProducts.credits, quantity: UInt(TranscriptCredits.perSearch))
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(search)
    }
}

/// Shows the text of an episode.
final class ShowTranscriptAction: PodcastAction {
    static let name = "show"
    static let description = "Read an episode, or the one at hand"

    static func run(_ input: EpisodeSelection, on presenter: any SharingPresenter) throws(PodcastError) -> String? {
        try presenter.showTranscript(of: input)
    }
}

/// Finds episodes by what is said in them.
final class SearchTranscriptsAction: PodcastAction {
    static let name = "search"
    static let description = "Find episodes by what is said in them"

    static func run(_ input: SearchText, on presenter: any SharingPresenter) throws(PodcastError) -> String? {
        presenter.search(for: input)
    }
}

/// What to look for.
struct SearchText: Hashable, Sendable {
    let text: String
}

extension SearchText: RouteParametersDecodable {
    /// Takes `text`.
    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let text = parameters?["text"], !text.isEmpty else { return nil }
        self.text = text
    }

    static var inputFields: [InputField] { [InputField("text", description: "words that were said")] }
}

extension SearchText: FlintLoggable {
    var loggingDescription: String { text }
}
