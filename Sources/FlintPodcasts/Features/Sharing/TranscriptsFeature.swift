// SPDX-License-Identifier: MIT

import FlintCore
import FlintSimulation

/// Transcripts of episodes.
///
/// The feature combines purchases: it requires the product "Transcripts", and either the Premium subscription or a
/// season pass.
final class TranscriptsFeature: ConditionalFeature, FeatureGroup {
    static let name = "Transcripts"
    static let description = "Read the text of episodes"
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

/// Full-text search in transcripts.
///
/// The search requires enough transcript credits for one search, in addition to the requirements of
/// ``TranscriptsFeature``. Each search spends the credits; see ``TranscriptCredits``.
final class TranscriptSearchFeature: ConditionalFeature {
    static let name = "Transcript search"
    static let description = "Find episodes by their spoken words"

    static let search = action(SearchTranscriptsAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(PodcastProducts.credits, quantity: UInt(TranscriptCredits.perSearch))
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(search)
    }
}

final class ShowTranscriptAction: PodcastAction {
    static let name = "show"
    static let description = "Show the transcript of an episode"

    static func run(_ input: EpisodeSelection, on presenter: any SharingPresenter) throws(PodcastError) -> String? {
        try presenter.showTranscript(of: input)
    }
}

final class SearchTranscriptsAction: PodcastAction {
    static let name = "search"
    static let description = "Find episodes by their spoken words"

    static func run(_ input: SearchText, on presenter: any SharingPresenter) throws(PodcastError) -> String? {
        presenter.search(for: input)
    }
}

struct SearchText: Hashable, Sendable {
    let text: String
}

extension SearchText: RouteParametersDecodable {
    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let text = parameters?["text"], !text.isEmpty else { return nil }
        self.text = text
    }

    static var inputFields: [InputField] { [InputField("text", description: "spoken words")] }
}

extension SearchText: FlintLoggable {
    var loggingDescription: String { text }
}

/// A purchase tracker that adds the app's rule for credits to a simulated store.
///
/// A consumable product does not unlock a feature automatically, because only the app knows the purpose of its units.
/// This tracker unlocks transcript search while the balance covers one search. The app calls ``spendOnSearch()`` for
/// each search. All other queries are forwarded to the store.
final class TranscriptCredits: PurchaseTracker, Sendable {
    static let perSearch = 5

    private let store: SimulatedStore

    init(store: SimulatedStore) {
        self.store = store
    }

    /// Spends the credits for one search, if the balance covers it.
    ///
    /// The feature is verified before its action runs, so the balance is too low only if an override unlocks the
    /// feature, or if another process spends credits at the same time.
    func spendOnSearch() {
        // The store refuses to spend more than the balance, and the search goes ahead all the same.
        _ = try? store.send(.consume(productID: PodcastProducts.credits.productID, quantity: Self.perSearch))
    }

    // MARK: Answers

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
