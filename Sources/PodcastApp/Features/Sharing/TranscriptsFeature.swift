import FlintCore
import FlintSimulation

/// Reading episodes: for subscribers or holders of a season pass, who have bought the texts.
final class TranscriptsFeature: ConditionalFeature, FeatureGroup {
    static let name = "Transcripts"
    static let description = "Read what was said"
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

/// The app's purchase tracker: the store's answers, and the app's own decision about its credits.
///
/// A consumable product unlocks nothing by itself, because only the app knows what its units are good for. Here,
/// Transcript search is unlocked while enough credits for one search are left, and each search spends them.
final class TranscriptCredits: PurchaseTracker, Sendable {
    /// The number of credits that one search costs.
    static let perSearch = 5

    private let store: SimulatedStore

    /// Creates a tracker over the store of a device.
    init(store: SimulatedStore) {
        self.store = store
    }

    /// Spends the credits of one search.
    ///
    /// Nothing is spent if too few are left. The feature is verified before its action runs, so that happens only
    /// where an override unlocks it, or where another program spends the credits in the same moment.
    func spendOnSearch() {
        _ = try? store.send(.consume(productID: PodcastProducts.credits.productID, quantity: Self.perSearch))
    }

    // MARK: Answers

    /// The store announces every change, and the decision rests on nothing else.
    var announcesChanges: Bool { store.announcesChanges }

    func isPurchased(_ product: NonConsumableProduct) -> Bool? { store.isPurchased(product) }

    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { store.isSubscriptionActive(product) }

    func creditBalance(of product: ConsumableProduct) -> Int? { store.creditBalance(of: product) }

    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool {
        guard feature == TranscriptSearchFeature.self else { return store.isFeatureEnabledByPastPurchases(feature) }
        return (store.creditBalance(of: PodcastProducts.credits) ?? 0) >= Self.perSearch
    }

    func addObserver(_ observer: any PurchaseTrackerObserver) { store.addObserver(observer) }

    func removeObserver(_ observer: any PurchaseTrackerObserver) { store.removeObserver(observer) }
}
